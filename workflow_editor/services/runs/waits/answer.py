"""Answers that people give."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User

from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.models import ToolFile
from workflow_editor.engine.run_limits import limits_of
from workflow_editor.engine.waits import form_refusal, read_answer
from workflow_editor.errors import ConflictError, ForbiddenError
from workflow_editor.models import Run, Wait
from workflow_editor.nodes.builtin.start import StartConfig
from workflow_editor.nodes.waits import BudgetWait, CredentialOriginWait, FormWait, ToolApprovalWait, UnknownOutcomeWait
from workflow_editor.selectors.run.waits import needs_someone_else, wait_for
from workflow_editor.services.file_uses import files_give
from workflow_editor.services.runs.given_files import FindFile, files_among, files_of, read_files
from workflow_editor.services.runs.waits.credential_origin import origin_decide, waits_of_same_origin
from workflow_editor.services.runs.waits.resolve import ResolvedWait, wait_resolve
from workflow_editor.services.runs.waits.tool_approval import approval_check, approval_note
from workflow_editor.services.runs.waits.unknown_outcome import outcome_note


def with_files(about: FormWait, answer: JsonObject, find: FindFile) -> tuple[JsonObject, list[ToolFile]]:
    """Return an answer with verified file values, and all files found in it.

    Raises InvalidInputError (`/values/<name>`) if a field's file is missing, too large or of another type.
    """
    fields = StartConfig.model_validate({"fields": about.fields}).fields
    values, files, errors = read_files(fields, answer["values"], find)
    if errors:
        raise form_refusal(errors)
    return {**answer, "values": values}, files


def budget_raise(settled: ResolvedWait, about: BudgetWait) -> None:
    """Set the new budget of the run, maybe an outer one, that was too small; both are locked."""
    run_id = UUID(about.run_id)
    run = settled.run if settled.run.pk == run_id else Run.objects.get(pk=run_id)
    raised = limits_of(run.limits).to_json() | settled.answer["values"]
    Run.objects.filter(pk=run_id).update(limits=raised)
    run.limits = raised


def waits_of_same_budget(wait: Wait, about: BudgetWait) -> list[int]:
    """Return the open waits of other nodes that paused for the budget of the same run."""
    waits = Wait.objects.filter(kind=Wait.Kind.BUDGET, answered_at__isnull=True).exclude(pk=wait.pk)
    return list(waits.filter(payload__run_id=about.run_id).order_by("id").values_list("id", flat=True))


_SOMEONE_ELSE = Text("You started this run, and a rule requires someone else to answer.")
VISITOR = "visitor"
"""Anonymous answerer."""


def wait_answer(
    user: User, wait: Wait, *, decision: str, values: Mapping[str, Any] | None = None, comment: str = ""
) -> Wait:
    """Take a person's answer; the run continues in a worker.

    Args:
        wait: one that this person may answer (`selectors.run.waits.wait_for`).
        decision: one of the wait's `decisions`.
        values: form values by field, files included; the output of a call that happened; a new budget; or replacement
            `arguments` of a call.
    Raises:
        ForbiddenError: (`needs_someone_else`) a rule excludes the run's starter.
        RecordForbiddenError: this person does not decide the credential's destination.
        InvalidInputError: the decision or the values do not fit; pointers `/decision`, `/values/<name>`.
        ConflictError: `already_answered`, `wait_expired` or `wait_cancelled`.
    """
    about = wait.about
    files: Sequence[ToolFile] = ()
    if wait.answered_at is None:
        if needs_someone_else(user, wait):
            raise ForbiddenError(_SOMEONE_ELSE, code="needs_someone_else")
        answer = read_answer(about, decision=decision, values=values or {}, comment=comment)
        if isinstance(about, ToolApprovalWait):
            approval_check(wait, about, answer)
        if isinstance(about, FormWait):
            answer, files = with_files(about, answer, files_of(user))
    else:
        answer = {}
    paused_for = UUID(about.run_id) if isinstance(about, BudgetWait) else None
    settled = wait_resolve(wait.pk, answer, by=user, also=partial(_also, files=files), also_lock=paused_for)
    if isinstance(about, BudgetWait):
        _answer_others(settled, user, waits_of_same_budget(settled, about))
    elif isinstance(about, CredentialOriginWait):
        _answer_others(settled, user, waits_of_same_origin(settled, about))
    return wait_for(user, wait.pk)


def question_answer(wait: Wait, text: str | None) -> None:
    """Take an anonymous person's answer to an agent's question; None declines.

    Raises ConflictError (see `wait_answer`).
    """
    decision = "reject" if text is None else "approve"
    wait_resolve(wait.pk, {"decision": decision, "values": {}, "comment": text or "", "by": VISITOR}, also=_also)


def visitor_form_answer(wait: Wait, about: FormWait, values: Mapping[str, Any], arrived: Sequence[ToolFile]) -> None:
    """Take an anonymous person's form values; they may name only files in `arrived`.

    Raises InvalidInputError or ConflictError (see `wait_answer`).
    """
    answer: JsonObject = {}
    files: Sequence[ToolFile] = ()
    if wait.answered_at is None:
        answer = read_answer(about, decision="submit", values=values, comment="")
        answer, files = with_files(about, answer, files_among(arrived))
    wait_resolve(wait.pk, {**answer, "by": VISITOR}, also=partial(_also, files=files))


def _answer_others(wait: Wait, user: User, others: Sequence[int]) -> None:
    """Answer all that wait for a decision about a run's budget, or about where a credential goes."""
    for other_id in others:
        try:
            wait_resolve(other_id, wait.answer or {}, by=user, also=approval_note)
        except ConflictError:
            # Answered in the same moment.
            continue


def _also(settled: ResolvedWait, files: Sequence[ToolFile] = ()) -> None:
    files_give(files, run=settled.run)
    match settled.wait.about:
        case UnknownOutcomeWait() as about:
            outcome_note(settled, about)
        case CredentialOriginWait() as about if settled.wait.answered_by:
            origin_decide(about, settled.wait.answered_by, settled.answer["decision"])
        case BudgetWait() as about if settled.answer["decision"] == "raise":
            budget_raise(settled, about)
    approval_note(settled)
