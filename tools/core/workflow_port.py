"""Workflows as a tool handles them: listed, read, made and run. The app that keeps them registers itself. Pure."""

from typing import Protocol

from tools.core.definitions import CallContext, JsonObject
from tools.core.registered_port import RegisteredPort


class WorkflowService(Protocol):
    """Every act is within the rights of the context's caller; strangers' workflows are as good as missing.

    Each method raises a ToolError for what is missing, not allowed, or does not fit.
    """

    def find(self, search: str, limit: int, context: CallContext) -> list[JsonObject]:
        """Return `id`, `name`, `description`, `role`, `updatedAt` of workflows, by name."""
        ...

    def read(self, workflow_id: str, context: CallContext) -> JsonObject:
        """Return `id`, `name`, `description`, `inputs` (a JSON Schema) and `document`, without secrets."""
        ...

    def create(self, name: str, description: str, document: JsonObject | None, context: CallContext) -> JsonObject:
        """Make a workflow of the caller's, and return what `find` returns of it."""
        ...

    def run(self, workflow_id: str, inputs: JsonObject, wait_s: float, context: CallContext) -> JsonObject:
        """Start a run, or find the one that an earlier attempt of this call has started; wait for its end.

        Returns:
            `runId`, `status`, `output`, `error`; the status is an open one when the run goes on after `wait_s`.
        Raises:
            ToolDeniedError: the run would be part of a circle, or too deep.
        """
        ...

    def run_status(self, run_id: str, context: CallContext) -> JsonObject:
        """Return what `run` returns."""
        ...


workflow_service = RegisteredPort[WorkflowService]()
