"""Access by a link: its own conversations, and nothing else of its giver."""

from uuid import UUID

from django.db.models import Q, QuerySet

from tools.core.definitions import JsonObject
from tools.executors.system import ASK_PERSON
from workflow_editor.adapters.state.run_tree import calling_nodes, with_open_runs_below
from workflow_editor.conversations.shares import share_open
from workflow_editor.conversations.turns import is_open
from workflow_editor.errors import NotFoundError
from workflow_editor.models import ChatShare, Conversation, Run, Turn, Wait
from workflow_editor.models.status import Status
from workflow_editor.nodes.waits import ToolApprovalWait
from workflow_editor.selectors.outside.conversations import conversation_for, turns_of
from workflow_editor.selectors.run.turn_text import Written, written_so_far
from workflow_editor.services.runs.waits.answer import question_answer


def talk_share(token: str) -> ChatShare:
    """Return a chat link by token. Raises NotFoundError if it is unknown, expired, revoked, or read-only."""
    share = share_open(token)
    if share.right != ChatShare.Right.CHAT:
        raise NotFoundError("There is no such link.")
    return share


def visited_conversation(token: str, conversation_id: UUID) -> tuple[ChatShare, Conversation]:
    """Return a chat link and a conversation begun through it. Raises NotFoundError otherwise."""
    share = talk_share(token)
    conversation = conversation_for(share.created_by, conversation_id)
    if conversation.share_id != share.pk:
        raise NotFoundError("There is no such conversation.")
    return share, conversation


def visited_turn(token: str, turn_id: UUID) -> tuple[ChatShare, Turn]:
    """Return a link and a turn of its conversations: the shown one, or those begun through it.

    Raises NotFoundError if the link has ended, or the turn is not its own.
    """
    share = share_open(token)
    of_link = Q(conversation__share=share)
    if share.right == ChatShare.Right.READ:
        of_link = Q(conversation=share.conversation)
    turns = Turn.objects.filter(of_link, pk=turn_id, conversation__deleted_at=None)
    found = turns.select_related("run", "conversation").first()
    if found is None:
        raise NotFoundError("There is no such turn.")
    return share, found


def visitor_answer(conversation: Conversation, wait_id: int, text: str | None) -> Turn:
    """Answer the agent's question to the visitor, and return the turn; None declines.

    Raises:
        NotFoundError: no such question, or for somebody else.
        ConflictError: `already_answered`, `wait_expired` or `wait_cancelled`.
    """
    wait = _questions().filter(pk=wait_id).first()
    turn = None if wait is None else _turn_around(conversation, wait.node_run.run)
    if turn is None or wait is None:
        raise NotFoundError("There is no such question.")
    question_answer(wait, text)
    return Turn.objects.select_related("run", "conversation").get(pk=turn.pk)


def _turn_around(conversation: Conversation, run: Run) -> Turn | None:
    outermost = [run.pk, *(caller.run_id for caller in calling_nodes(run))][-1]
    return Turn.objects.filter(conversation=conversation, run=outermost).first()


def _questions() -> QuerySet[Wait]:
    """Approvals required by rules, and questions to those in charge, are never the visitor's."""
    return Wait.objects.filter(
        kind=Wait.Kind.TOOL_APPROVAL,
        payload__tool_id=ASK_PERSON,
        payload__arguments__to="user",
        payload__rule__id="",
    ).select_related("node_run__run")


def conversation_json(conversation: Conversation, share: ChatShare) -> JsonObject:
    """Return a conversation as it is seen with a link: {id, title, turns}."""
    turns = [turn_json(turn, share) for turn in turns_of(conversation)]
    return {"id": conversation.pk, "title": conversation.title, "turns": turns}


def turn_json(turn: Turn, share: ChatShare) -> JsonObject:
    """Return a turn for a link; `answer` is the partial text while the agent writes.

    Keys: id, after, user_text, status, answer, citations, stream, question {id, text, due_at} or null, created_at.
    `stream` identifies the partial text, and is empty once it is complete. Readers see no questions.
    """
    written = Written("", turn.answer)
    if is_open(turn) and turn.run is not None:
        written = written_so_far(turn.run)
    return {
        "id": turn.pk,
        "after": turn.parent_id,
        "user_text": turn.user_text,
        "status": turn_status(turn),
        "answer": written.text,
        "citations": turn.citations,
        "stream": written.stream,
        "question": _question_json(turn) if share.right == ChatShare.Right.CHAT else None,
        "created_at": turn.created_at,
    }


def turn_status(turn: Turn) -> str:
    """Return the answer's status: that of the run while it is open."""
    if turn.status:
        return turn.status
    return turn.run.status if turn.run is not None else Status.CANCELLED


def _question_json(turn: Turn) -> JsonObject | None:
    """Return what the visitor is asked in this turn, by the agent or by one that it calls, and nobody has answered."""
    if turn.run_id is None or not is_open(turn):
        return None
    asked = _questions().filter(node_run__run__in=with_open_runs_below(turn.run_id), answered_at=None)
    wait = asked.order_by("id").first()
    about = wait.about if wait else None
    if wait is None or not isinstance(about, ToolApprovalWait):
        return None
    return {"id": wait.pk, "text": about.arguments["question"], "due_at": wait.due_at}
