"""Waits for people: list and answer."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from django.contrib.auth.models import User
from pydantic import MISSING, Field

from tools.api.contract.endpoints import FoundBy, Paged, endpoint
from tools.api.contract.fields import JsonObject, component
from tools.api.contract.shapes import Query, Shape
from tools.api.people import Person
from workflow_editor.api.pagination import NewestFirst
from workflow_editor.api.run_shapes import WorkflowName
from workflow_editor.models import Wait
from workflow_editor.selectors.run.waits import needs_someone_else, wait_for, wait_list_for_user
from workflow_editor.services.runs.waits.answer import wait_answer

AnsweredWait = Annotated[Wait, FoundBy(wait_for)]


class RunId(Shape):
    """A run by id."""

    id: UUID


class ApprovalShape(Shape):
    """Something that a person decides.

    `decisions` are the ones to choose from, none when `needs_someone_else`: the person who asks started the run, and a
    rule wants another. `answer` is {decision, values, comment}; further decisions in it are `timed_out` and
    `cancelled`.
    """

    id: int
    run: RunId
    workflow: WorkflowName
    node_key: str
    node_name: str
    scope: str
    payload: Annotated[dict[str, Any], component("ApprovalPayload")]
    decisions: list[str]
    needs_someone_else: bool
    due_at: datetime | None
    created_at: datetime
    answer: JsonObject | None
    answered_by: Person | None
    answered_at: datetime | None


class ApprovalAnswer(Shape):
    """A decision.

    `values` are a form's fields, the output of a call that happened, a budget's new height, or `arguments` that are to
    take the place of those of a call.
    """

    decision: str = Field(min_length=1, max_length=20)
    values: JsonObject = Field(default_factory=dict)
    comment: str = Field("", max_length=4_000)


class ApprovalsQuery(Query):
    status: Literal["open", "done"] | MISSING = MISSING
    run: UUID | MISSING = MISSING
    """Also what the unfinished runs wait for that it waits for."""


@endpoint("GET", "approvals/", pages=NewestFirst)
def approval_list(user: User, query: ApprovalsQuery) -> Paged[ApprovalShape]:
    """List the approvals that the user may decide, newest first: in workflows they own or edit, where they are named,
    and where their credentials may be sent."""
    return Paged(wait_list_for_user(user, **query.sent()), lambda wait: _shown(wait, user))


@endpoint("POST", "approvals/<int:wait_id>/answer/")
def approval_answer(user: User, wait: AnsweredWait, body: ApprovalAnswer) -> ApprovalShape:
    """Decide; 409 `already_answered`, `wait_expired` or `wait_cancelled` when it is too late for that."""
    return _shown(wait_answer(user, wait, **body.model_dump()), user)


def _shown(wait: Wait, user: User) -> ApprovalShape:
    node_run, run = wait.node_run, wait.node_run.run
    names = {node["key"]: str(node["name"]) for node in run.version.document["nodes"]}
    is_others = wait.answered_at is None and needs_someone_else(user, wait)
    return ApprovalShape.of(
        wait,
        run=RunId.of(run),
        workflow=WorkflowName.of(run.workflow),
        node_key=node_run.node_key,
        node_name=names.get(node_run.node_key, node_run.node_key),
        scope=node_run.scope,
        payload=wait.payload,
        answer=wait.answer,
        decisions=[] if is_others else list(wait.about.decisions),
        needs_someone_else=is_others,
        answered_by=wait.answered_by and Person.of(wait.answered_by),
    )
