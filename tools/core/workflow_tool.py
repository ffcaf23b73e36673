"""Port to workflows and agents callable as tools; their app registers itself. Pure."""

from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from tools.core.definitions import CallContext, JsonObject
from tools.core.registered.port import RegisteredPort
from tools.core.text import Text
from tools.core.tool_id import ToolId

RunEnd = Literal["succeeded", "failed", "cancelled", "open", "timed_out"]


@dataclass(frozen=True, slots=True)
class WorkflowFunction:
    """One workflow or agent as a function; `input_schema` is a JSON Schema of type object."""

    tool_id: ToolId
    title: str
    description: str
    input_schema: JsonObject = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChildRun:
    """A run that the node waits for which has called."""

    run_id: str
    title: str
    end: RunEnd
    usage: JsonObject = field(default_factory=dict)
    duration_ms: int = 0
    look_again_s: float = 0.0
    """While it is open: when the call's time is over, in seconds from now."""

    def to_json(self) -> JsonObject:
        """Return {run_id, title, end, usage, duration_ms, look_again_s}."""
        return {
            "run_id": self.run_id,
            "title": self.title,
            "end": self.end,
            "usage": self.usage,
            "duration_ms": self.duration_ms,
            "look_again_s": self.look_again_s,
        }


@dataclass(frozen=True, slots=True)
class WorkflowRun:
    """Outcome of a workflow call."""

    run_id: str
    end: RunEnd
    """`open`: it continues, or waits for a person."""
    output: Any = None
    """The one output itself where there is but one, otherwise an object of all outputs by name."""
    error: JsonObject | None = None
    """{code, message, node} of a run that failed."""
    message: Text | None = None
    """Why it failed, for people."""
    child: ChildRun | None = None
    """Set when a node has called: then the node must wait while the run is open."""
    output_decides: bool = False
    """The output is read by the table of `tools.core.call.returned_values`; otherwise it is data."""


class Workflows(Protocol):
    """Finds and runs workflows and agents within the caller's rights."""

    def find(self, tool_id: ToolId, context: CallContext) -> WorkflowFunction | None:
        """Return the function, or None if the caller may run none.

        Raises ToolConfigurationError with the reason if it exists but cannot be called.
        """
        ...

    def run(self, tool_id: ToolId, inputs: JsonObject, context: CallContext, timeout_s: float) -> WorkflowRun:
        """Start a run, or find the one started by an earlier attempt of this call.

        Nodes get an answer at once: the run is over, or the node has to wait. Other callers wait here for the end.
        Raises ToolError if the run cannot be started: invalid inputs, a circle, too deep, graph errors, or a limit.
        """
        ...


workflow_functions = RegisteredPort[Workflows]()
