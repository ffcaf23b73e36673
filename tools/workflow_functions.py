"""Workflows that other agents may call, as this layer knows them; the app that keeps them registers itself. Pure."""

from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from tools.definitions import CallContext, Caller, JsonObject, Text

RunEnd = Literal["succeeded", "failed", "cancelled", "open"]


@dataclass(frozen=True, slots=True)
class WorkflowFunction:
    """One workflow as a function; `input_schema` is a JSON Schema of type object, made from its start node."""

    slug: str
    title: str
    description: str
    input_schema: JsonObject = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WorkflowRun:
    """What a call of a workflow came to."""

    run_id: str
    end: RunEnd
    """`open`: it goes on, or waits for a person."""
    output: Any = None
    error: Text | None = None


class Workflows(Protocol):
    """Finds and runs workflows that their owners offer to other agents."""

    def find(self, slug: str, caller: Caller) -> WorkflowFunction | None:
        """Return the workflow, or None when it is missing, not offered, or the caller may not run it."""
        ...

    def run(self, slug: str, inputs: JsonObject, context: CallContext, timeout_s: float) -> WorkflowRun:
        """Start a run, or find the one that an earlier attempt of this call has started, and wait for its end.

        Raises:
            ToolError: it cannot be started: wrong inputs, a graph with errors, or a limit.
        """
        ...


class RegisteredWorkflows:
    """Asks whoever registered; without anybody there are no workflows."""

    def __init__(self) -> None:
        self._workflows: Workflows | None = None

    def register(self, workflows: Workflows) -> None:
        self._workflows = workflows

    def find(self, slug: str, caller: Caller) -> WorkflowFunction | None:
        return self._workflows.find(slug, caller) if self._workflows else None

    def run(self, slug: str, inputs: JsonObject, context: CallContext, timeout_s: float) -> WorkflowRun:
        assert self._workflows is not None  # noqa: S101  found before it is run
        return self._workflows.run(slug, inputs, context, timeout_s)


workflow_functions = RegisteredWorkflows()
