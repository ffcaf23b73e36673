"""Answers that people give."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User

from tools.core.text import Text
from workflow_editor.engine.waits import read_answer
from workflow_editor.errors import ConflictError, ForbiddenError
from workflow_editor.models import Wait
from workflow_editor.selectors.waits import needs_someone_else, wait_for
from workflow_editor.services.runs.waits.budget import budget_raise, waits_of_same_budget
from workflow_editor.services.runs.waits.credential_origin import origin_decide, waits_of_same_origin
from workflow_editor.services.runs.waits.resolve import ResolvedWait, wait_resolve
from workflow_editor.services.runs.waits.tool_approval import ABOUT_CALLS, approval_check, approval_note
from workflow_editor.services.runs.waits.unknown_outcome import outcome_note

_SOMEONE_ELSE = Text("You started this run, so somebody else must answer: a rule asks for a second person.")
VISITOR = "visitor"
"""Who answers without an account."""


def wait_answer(
    user: User, wait: Wait, *, decision: str, values: Mapping[str, Any] | None = None, comment: str = ""
) -> Wait:
    """Take a person's answer; the run goes on in a worker.

    Args:
        user: who answers.
        wait: one that this person may answer (`selectors.waits.wait_for`).
        decision: see `engine.waits.DECISIONS`.
        values: a form's values by field name; the output of a call of which it is said that it happened; a budget's
            new height; `arguments` of a call that are to take the place of those that were asked for.
    Raises:
        ForbiddenError: (`needs_someone_else`) a rule wants somebody else than who started the run.
        RecordForbiddenError: where a credential goes is not this person's to decide.
        InvalidInputError: the decision or the values do not fit; pointers `/decision`, `/values/<name>`.
        ConflictError: `already_answered`, `wait_expired` or `wait_cancelled`.
    """
    if wait.answered_at is None:
        if needs_someone_else(user, wait):
            raise ForbiddenError(_SOMEONE_ELSE, code="needs_someone_else")
        answer = read_answer(wait.kind, wait.payload, decision=decision, values=values or {}, comment=comment)
        if wait.kind == Wait.Kind.TOOL_APPROVAL:
            answer = approval_check(wait, answer)
    else:
        answer = {}
    paused_for = UUID(wait.payload["run_id"]) if wait.kind == Wait.Kind.BUDGET else None
    settled = wait_resolve(wait.pk, answer, by=user, also=_also, also_lock=paused_for)
    if settled.kind == Wait.Kind.BUDGET:
        _answer_others(settled, user, waits_of_same_budget(settled))
    elif settled.kind == Wait.Kind.CREDENTIAL_ORIGIN:
        _answer_others(settled, user, waits_of_same_origin(settled))
    return wait_for(user, wait.pk)


def question_answer(wait: Wait, text: str | None) -> None:
    """Take what somebody without an account says to a question that an agent put to them; None declines to answer.

    Raises:
        ConflictError: see `wait_answer`.
    """
    decision = "reject" if text is None else "approve"
    wait_resolve(wait.pk, {"decision": decision, "values": {}, "comment": text or "", "by": VISITOR}, also=_also)


def _answer_others(wait: Wait, user: User, others: Sequence[int]) -> None:
    """A decision about a run's budget, or about where a credential goes, holds for all that wait for it."""
    for other_id in others:
        try:
            wait_resolve(other_id, wait.answer or {}, by=user, also=_note)
        except ConflictError:
            # Answered in the same moment.
            continue


def _also(settled: ResolvedWait) -> None:
    if settled.wait.kind == Wait.Kind.OUTCOME_UNKNOWN:
        outcome_note(settled)
    elif settled.wait.kind == Wait.Kind.CREDENTIAL_ORIGIN and settled.wait.answered_by:
        origin_decide(settled.wait, settled.wait.answered_by, settled.answer["decision"])
    elif settled.wait.kind == Wait.Kind.BUDGET and settled.answer["decision"] == "raise":
        budget_raise(settled)
    _note(settled)


def _note(settled: ResolvedWait) -> None:
    if settled.wait.kind in ABOUT_CALLS:
        approval_note(settled)
