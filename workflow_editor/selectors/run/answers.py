"""A run's status and answer for its starter, and nothing else."""

from dataclasses import dataclass
from uuid import UUID

from tools.core.definitions import JsonObject
from workflow_editor.errors import NotFoundError
from workflow_editor.models import ApiToken, Run, Status, TriggerDelivery
from workflow_editor.nodes.builtin.webhook import WebhookConfig, WebhookNode
from workflow_editor.selectors.access import Access, may_still
from workflow_editor.selectors.outside.triggers import response_of, runs_of, sender_may_read

OVER_MCP = "mcp"
"""`Run.trigger` of what was called over MCP."""
_KEY = "called:{token}:{call}"
"""Idempotency key of these runs, which contains the token."""
_WAITS_FOR_ANSWER = frozenset({"when_done", "stream"})
_NO_RUN = "There is no such run."
_NO_DELIVERY = "There is no such delivery."


def answer_path(run_id: object) -> str:
    """Return the path of a run for its starter."""
    return f"/api/runs/{run_id}/answer/"


def started_key(token_id: int, call_key: str) -> str:
    """Return the idempotency key of a run that a call over MCP starts."""
    return _KEY.format(token=token_id, call=call_key)


def run_started_by(token: ApiToken, run_id: UUID) -> Run:
    """Return a run started with this token, while the token may still start these runs.

    Raises NotFoundError if there is none.
    """
    mine = started_key(token.pk, "")
    rows = Run.objects.select_related("workflow").filter(
        pk=run_id, created_by=token.user_id, trigger=OVER_MCP, idempotency_key__startswith=mine
    )
    run = rows.filter(workflow__offered_over_mcp=True).first()
    if run is None or not may_still(token.user_id, Access.EDIT, run.workflow_id):
        raise NotFoundError(_NO_RUN)
    return run


@dataclass(frozen=True, slots=True)
class SenderView:
    """A delivery as its sender may see it."""

    delivery: TriggerDelivery
    config: WebhookConfig
    run: Run | None
    """The first that it started; None while it waits for an earlier one, and where it starts none."""
    response: JsonObject | None
    """Answer of a Respond node, once the run has succeeded."""

    @property
    def is_answered(self) -> bool:
        """True once there is an answer for the sender: a Respond node's, or the output if the settings include it."""
        is_done = self.run is not None and self.run.status == Status.SUCCEEDED
        return is_done and (self.response is not None or self.config.respond in _WAITS_FOR_ANSWER)

    def to_json(self) -> JsonObject:
        """Return {delivery, run, status, answer}; `answer` is null where it is none or is no JSON."""
        run, answer = self.run, None
        if run is not None and self.is_answered:
            is_json = self.response is None or self.response["kind"] == "json"
            answer = (run.output if self.response is None else self.response["body"]) if is_json else None
        return {
            "delivery": str(self.delivery.pk),
            "run": None if run is None else str(run.pk),
            "status": str(self.delivery.status if run is None else run.status),
            "answer": answer,
        }


def sender_view(token: str, delivery_id: UUID) -> SenderView:
    """Return a delivery by its id and address, known to the sender alone (74 random bits).

    A changed address ends this access. Raises NotFoundError if there is none that its sender may read.
    """
    rows = TriggerDelivery.objects.select_related("trigger")
    delivery = rows.filter(pk=delivery_id, trigger__token=token, trigger__type=WebhookNode.id).first()
    if delivery is None or not sender_may_read(delivery):
        raise NotFoundError(_NO_DELIVERY)
    run = runs_of(delivery).first()
    response = response_of(run) if run is not None and run.status == Status.SUCCEEDED else None
    return SenderView(delivery, WebhookConfig.model_validate(delivery.trigger.config), run, response)
