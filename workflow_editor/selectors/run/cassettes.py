"""Outside answers of a stored run, as a cassette's track."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TypeVar

from agents.core.errors import ProviderError
from agents.core.events import NodeEvent, ToolCallStarted, ToolSkipped
from agents.core.journal import CallBegun, CallEnded, JournalEntry, ModelReplied, PassagesFound, read_entry
from agents.knowledge.text.context import Passage
from tools.core.call.arguments import parse_arguments
from tools.core.definitions import JsonObject
from tools.core.errors import ToolArgumentsError
from tools.core.text import Text
from tools.core.tool_id import NO_TOOL
from tools.secrets.redaction import redact, redact_text
from workflow_editor.adapters.state.plans import plan_of_version
from workflow_editor.cassettes.format import (
    AnswerEntry,
    CallPart,
    FailureEntry,
    LocalText,
    ModelEntry,
    NodeEntry,
    ReplyEntry,
    SearchEntry,
    SkippedEntry,
    ToolEntry,
    Track,
    UsageEntry,
)
from workflow_editor.errors import ConflictError, failure_text
from workflow_editor.models import JournalRow, NodeRun, Run, RunEvent, Wait
from workflow_editor.models.events import events_of
from workflow_editor.nodes.base import PureNode
from workflow_editor.nodes.builtin.ai_knowledge import QUESTION_EMPTY
from workflow_editor.nodes.builtin.sub_workflow import SubWorkflowNode

_SOURCE_GONE = Text(
    "The run that this one was forked from was deleted, so its recorded answers are no longer available."
)
_HEARD_WAITS = (Wait.Kind.DELAY, Wait.Kind.APPROVAL, Wait.Kind.FORM)

Call = tuple[int, str]
E = TypeVar("E", bound=NodeEvent)


def track_of(run: Run) -> Track:
    """Return the redacted track of a run, including nodes adopted by forks. Raises ConflictError
    (`run_source_gone`).
    """
    rows = list(NodeRun.objects.filter(run=run).order_by("id"))
    notes = _Notes(run)
    entries = [_entry(row, notes) for row in rows if not row.shared]
    taken_over = {row.node_key for row in rows if row.shared and _may_hear(run, row.node_key)}
    if taken_over:
        entries = [*_taken_over(run, taken_over), *entries]
    return Track(workflow=run.workflow.slug, nodes=[entry for entry in entries if not entry.is_empty()])


def _may_hear(run: Run, key: str) -> bool:
    return not isinstance(plan_of_version(run.version_id).nodes[key].node_type, PureNode)


def _taken_over(run: Run, keys: set[str]) -> list[NodeEntry]:
    if run.forked_from is None:
        raise ConflictError(_SOURCE_GONE, code="run_source_gone")
    before = track_of(run.forked_from)
    return [entry for entry in before.nodes if _outermost(entry) in keys]


def _outermost(entry: NodeEntry) -> str:
    """Return the key of the container around all others, or of the node itself; scopes are `/<container>.<pass>…`."""
    return entry.scope.split("/")[1].rpartition(".")[0] if entry.scope else entry.node


class _Notes:
    """The rows around the node runs of one run, by node run or by place."""

    def __init__(self, run: Run) -> None:
        self.journals: dict[int, list[JournalEntry]] = defaultdict(list)
        for row in JournalRow.objects.filter(node_run__run=run).order_by("node_run_id", "seq"):
            self.journals[row.node_run_id].append(read_entry(row.kind, row.round, row.call_id, row.payload))
        events = RunEvent.objects.filter(run=run)
        self.started = _by_place(events_of(events, ToolCallStarted))
        self.skipped = _by_place(events_of(events, ToolSkipped))
        self.answers: dict[int, list[Wait]] = defaultdict(list)
        waits = Wait.objects.filter(node_run__run=run, kind__in=_HEARD_WAITS, answered_at__isnull=False)
        for wait in waits.select_related("answered_by").order_by("id"):
            self.answers[wait.node_run_id].append(wait)
        self.children: dict[int, list[Run]] = defaultdict(list)
        plan = plan_of_version(run.version_id)
        asking = [key for key, node in plan.nodes.items() if isinstance(node.node_type, SubWorkflowNode)]
        children = Run.objects.filter(parent_node_run__run=run, parent_node_run__node_key__in=asking)
        for child in children.select_related("workflow", "parent_node_run").order_by("created_at", "id"):
            if child.parent_node_run is not None:
                self.children[child.parent_node_run.pk].append(child)


def _by_place(events: Iterable[E]) -> Mapping[tuple[str, str], list[E]]:
    found: dict[tuple[str, str], list[E]] = defaultdict(list)
    for event in events:
        found[event.node_key, event.scope].append(event)
    return found


def _entry(row: NodeRun, notes: _Notes) -> NodeEntry:
    place = (row.node_key, row.scope)
    journal = notes.journals[row.pk]
    started = {(event.round, event.call_id): event for event in notes.started[place]}
    return NodeEntry(
        node=row.node_key,
        scope=row.scope,
        models=[_model_entry(entry) for entry in journal if isinstance(entry, ModelReplied)],
        tools=list(_tool_entries(journal, started)),
        skipped=[_skipped(tool) for tool in notes.skipped[place]],
        searches=[_search(entry) for entry in journal if isinstance(entry, PassagesFound) and _was_asked(entry)],
        failure=_failure(row.error),
        answers=[_answer(wait) for wait in notes.answers[row.pk]],
        children=[track_of(child) for child in notes.children[row.pk]],
    )


def _model_entry(replied: ModelReplied) -> ModelEntry:
    reply = replied.reply
    calls = [
        CallPart(id=call.id, name=call.name, arguments=_redacted_json(call.arguments))
        for call in reply.message.tool_calls
    ]
    entry = ReplyEntry.of(reply).model_copy(update={"text": redact_text(reply.message.text), "tool_calls": calls})
    return ModelEntry(round=replied.round, reply=entry, duration_ms=replied.duration_ms)


def _redacted_json(text: str) -> str:
    """Mask what is secret in JSON text and leave its form alone where nothing is."""
    try:
        parsed = parse_arguments(text)
    except ToolArgumentsError:
        return redact_text(text)
    masked = redact(parsed)
    return text if masked == parsed else json.dumps(masked, ensure_ascii=False)


def _tool_entries(journal: Iterable[JournalEntry], started: Mapping[Call, ToolCallStarted]) -> Iterable[ToolEntry]:
    replies = [entry for entry in journal if isinstance(entry, ModelReplied)]
    named = {(entry.round, call.id): call.name for entry in replies for call in entry.reply.message.tool_calls}
    once = {entry.call for entry in journal if isinstance(entry, CallBegun)}
    for entry in journal:
        if not isinstance(entry, CallEnded):
            continue
        event, result = started.get(entry.call), entry.result
        function = event.function if event else named.get(entry.call, "")
        masked = {
            "data": redact(result.data),
            "message": redact_text(result.message),
            "translations": redact(result.translations),
        }
        yield ToolEntry(
            round=entry.round,
            call_id=entry.call_id,
            tool_id=event.tool_id if event else NO_TOOL,
            function=function,
            title=event.title if event else function,
            arguments=event.arguments if event else {},
            effect="unrepeatable" if entry.call in once else "repeatable",
            result=result.model_copy(update=masked),
            duration_ms=entry.duration_ms,
        )


def _skipped(tool: ToolSkipped) -> SkippedEntry:
    return SkippedEntry(
        tool_id=tool.tool_id, title=tool.title, code=tool.code, text=LocalText.model_validate(tool.message)
    )


def _was_asked(entry: PassagesFound) -> bool:
    return entry.skipped is None or entry.skipped.code != QUESTION_EMPTY


def _search(entry: PassagesFound) -> SearchEntry:
    passages = [Passage(**{**stored, "text": redact_text(stored["text"])}) for stored in entry.passages]
    failure = None if entry.skipped is None else _failure_entry(entry.skipped.code, entry.skipped.text)
    return SearchEntry(base=entry.knowledge_base, passages=passages, usage=UsageEntry.of(entry.usage), failure=failure)


def _failure(error: JsonObject | None) -> FailureEntry | None:
    """Return the failures that do not come about again by themselves."""
    if error is None or error["code"] not in _outside_codes():
        return None
    return _failure_entry(error["code"], failure_text(error))


def _failure_entry(code: str, text: Text) -> FailureEntry:
    forms = {language: redact_text(form) for language, form in text.to_json().items()}
    return FailureEntry(code=code, message=LocalText.model_validate(forms))


def _outside_codes() -> set[str]:
    return {"node_timeout", ProviderError.code, *(kind.code for kind in ProviderError.__subclasses__())}


def _answer(wait: Wait) -> AnswerEntry:
    answer = wait.answer or {}
    return AnswerEntry(
        kind=wait.kind,
        decision=answer.get("decision", ""),
        values=redact(answer.get("values") or {}),
        comment=redact_text(answer.get("comment") or ""),
        by=wait.answered_name,
    )
