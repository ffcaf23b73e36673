"""Workflows as a tool handles them: listed, read, made and run. The app that keeps them registers itself. Pure."""

from typing import Protocol

from tools.core.definitions import CallContext, JsonObject
from tools.core.registered.port import RegisteredPort


class WorkflowService(Protocol):
    """Acts within the rights of the context's caller; strangers' workflows are reported as missing.

    Each method raises a ToolError for anything missing, forbidden or invalid.
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
        """Start a run, or find the one started by an earlier attempt of this call, and wait up to `wait_s` for its end.

        Returns `runId`, `status` (still open if it continues), `output`, `error`. Raises ToolDeniedError for a circular
        or too deep run.
        """
        ...

    def run_status(self, run_id: str, context: CallContext) -> JsonObject:
        """Return the same fields as `run`."""
        ...


workflow_service = RegisteredPort[WorkflowService]()
