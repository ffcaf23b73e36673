"""Why a run is not over, and what it has done already."""

from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import User

from tools.api.contract.endpoints import endpoint
from tools.api.contract.fields import LocalText
from tools.api.contract.shapes import Shape
from workflow_editor.api.rows import ReadRun
from workflow_editor.models import Status
from workflow_editor.selectors.run import receipts
from workflow_editor.selectors.run.explanations import run_explain as explanations


class ExplanationShape(Shape):
    """One thing that an unfinished run waits for; `node_key` is null when the run as a whole waits.

    `owner` is the worker that holds the node's lease, `lease_age_s` the seconds since it was last heard of.
    """

    node_key: str | None
    scope: str
    state: Status
    owner: str | None
    lease_age_s: float | None
    last_event: datetime | None
    next_timeout: datetime | None
    reason: LocalText


class MadeCallShape(Shape):
    """A call of a tool that went out; `run_id` is the run itself, or one that it had started."""

    run_id: UUID
    node_key: str
    title: str
    function: str
    outcome: receipts.Outcome
    """`unknown`: nobody was there when it ended."""
    at: datetime


class StoppedNode(Shape):
    node_key: str
    scope: str


class ReceiptShape(Shape):
    """Record of a run by its end, or until now; test runs send nothing out and have no calls.

    `stopped` are nodes in the middle of their work, `not_begun` those outside of containers that were not reached.
    """

    calls: list[MadeCallShape]
    more_calls: int
    stopped: list[StoppedNode]
    not_begun: list[str]


@endpoint("GET", "runs/<uuid:run_id>/explain/")
def run_explain(run: ReadRun) -> list[ExplanationShape]:
    """Tell what an unfinished run waits for; nothing for a run that is over."""
    return [ExplanationShape.of(one) for one in explanations(run)]


@endpoint("GET", "runs/<uuid:run_id>/receipt/")
def run_receipt(user: User, run: ReadRun) -> ReceiptShape:
    """Tell what had happened in a run: the calls that went out, what was stopped, and what had not begun."""
    found = receipts.run_receipt(run, user)
    return ReceiptShape.of(
        found,
        calls=[MadeCallShape.of(one) for one in found.calls],
        stopped=[StoppedNode.model_construct(node_key=one.key, scope=one.scope) for one in found.stopped],
    )
