"""Calls that a tool makes itself while it is called: through the same gateway, on behalf of the same caller. Pure."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import count
from typing import Any, Protocol

from tools.core.definitions import CallContext, CancelToken, JsonObject, OfferedTool, SkippedTool, ToolCall, ToolRef
from tools.core.envelope import ToolResult, extract_data, get_message, is_success, message_text
from tools.core.text import Text, listed
from tools.core.tool_id import ToolId

MAX_DEPTH = 3
"""Maximum nesting of tools that call tools; stops recursion."""
TOO_DEEP = Text("Tool calls are nested more than {most} levels deep. Does this tool call itself?", most=MAX_DEPTH)
logger = logging.getLogger(__name__)
_INTERNAL_ERROR = "The call failed because of an internal error."
_TIME_IS_OVER = "The time of the whole call is over."
_MOST_NAMED = 50

InnerFunction = Callable[..., Any]
"""Takes the tool's parameters by name or in the order of its schema and returns the envelope's data."""


class InnerCallError(RuntimeError):
    """A call failed; the text is the envelope's, which holds no secret."""


class InnerToolbox(Protocol):
    """Subset of `tools.calls.toolbox.GatewayToolbox` used here."""

    def tools(self) -> Sequence[OfferedTool]:
        """Return what may be called."""
        ...

    def skipped(self) -> Sequence[SkippedTool]:
        """Return what may not, and why."""
        ...

    def call(self, call: ToolCall, *, timeout_s: float, cancel: CancelToken) -> ToolResult: ...


class InnerEnd(StrEnum):
    DONE = "done"
    FAILED = "failed"
    UNKNOWN = "unknown"


@dataclass(slots=True)
class InnerCall:
    """One call that code has begun."""

    function: str
    end: InnerEnd = InnerEnd.UNKNOWN
    """Unknown, too, while it is open."""


_ENDS = {
    InnerEnd.DONE: Text("done"),
    InnerEnd.FAILED: Text("failed"),
    InnerEnd.UNKNOWN: Text("outcome unknown"),
}


@dataclass(slots=True)
class InnerCalls:
    """Calls that a call may make itself, sharing its deadline, caller and sessions."""

    offer: Callable[[Sequence[ToolRef], CallContext], InnerToolbox]
    outer: ToolCall
    context: CallContext
    tool_id: ToolId
    cancel: CancelToken
    made: list["InnerCall"] = field(default_factory=list, init=False)
    """All that were begun, in order, those of earlier attempts included."""
    untrusted: bool = field(default=False, init=False)
    """Text from outside has come in by one of the calls."""

    def functions(self, granted: Mapping[str, ToolRef], left_s: Callable[[], float]) -> dict[str, InnerFunction]:
        """Return one function per granted tool; for an unusable tool, one that raises the reason.

        `left_s` returns the seconds left of the outer call.
        """
        context = replace(self.context, origin="tool", within=(*self.context.within, self.tool_id))
        toolbox = self.offer(list(granted.values()), context)
        # Another attempt of the outer call counts from one again, so that its calls carry the same idempotency keys.
        numbers = count(1)
        return {name: self._function(name, ref, toolbox, numbers, left_s) for name, ref in granted.items()}

    def _function(
        self, name: str, ref: ToolRef, toolbox: InnerToolbox, numbers: "count[int]", left_s: Callable[[], float]
    ) -> InnerFunction:
        tool = next((tool for tool in toolbox.tools() if tool.tool_id == ref.tool_id), None)
        if tool is None:
            return _refused(name, toolbox.skipped(), ref)
        function = tool.function
        parameters = list(function.parameters.get("properties", {}))

        def call(*positional: Any, **named: Any) -> Any:
            arguments = _arguments(name, parameters, positional, named)
            if (timeout_s := left_s()) <= 0:
                raise InnerCallError(_TIME_IS_OVER)
            request = ToolCall(
                f"{self.outer.id}.{next(numbers)}", function.name, arguments, self.outer.untrusted or self.untrusted
            )
            made = InnerCall(name)
            self.made.append(made)
            result = self._made(toolbox, request, timeout_s)
            made.end = _end_of(result)
            self.untrusted = self.untrusted or result.facts.untrusted
            if result.nothing is not None:
                return result.nothing.value
            if not is_success(result):
                raise InnerCallError(f"{name}: {get_message(result)} (code {result.code})")
            return extract_data(result)

        return call

    def _made(self, toolbox: InnerToolbox, request: ToolCall, timeout_s: float) -> ToolResult:
        try:
            return toolbox.call(request, timeout_s=timeout_s, cancel=self.cancel)
        except Exception as error:
            # Such as an audit log that cannot be written. Code must not read its text.
            logger.error("a call of %s within %s failed with %s", request.name, self.tool_id, type(error).__name__)
            raise InnerCallError(_INTERNAL_ERROR) from error


def _refused(name: str, skipped: Sequence[SkippedTool], ref: ToolRef) -> InnerFunction:
    reason = next(
        (entry.text.en for entry in skipped if entry.tool_id == ref.tool_id),
        "The tool has several functions; grant one of them by its id, such as mcp:<id>:<function>.",
    )

    def refuse(*positional: Any, **named: Any) -> Any:
        raise InnerCallError(f"{name}: {reason}")

    return refuse


def _arguments(name: str, parameters: list[str], positional: Sequence[Any], named: Mapping[str, Any]) -> JsonObject:
    if len(positional) > len(parameters):
        raise TypeError(f"{name}() takes {len(parameters)} arguments but {len(positional)} were given")
    arguments = dict(zip(parameters, positional, strict=False))
    if twice := sorted(set(arguments) & set(named)):
        raise TypeError(f"{name}() got several values for {', '.join(twice)}")
    return {**arguments, **named}


def _end_of(result: ToolResult) -> InnerEnd:
    if is_success(result):
        return InnerEnd.DONE
    return InnerEnd.UNKNOWN if result.facts.outcome_unknown else InnerEnd.FAILED


def with_inner_calls(result: ToolResult, made: Sequence[InnerCall]) -> ToolResult:
    """Return the failure of code after its calls; it states which of them were sent."""
    if result.success or not made:
        return result
    text = Text("{message} Calls that it had made: {calls}.", message=message_text(result), calls=named_calls(made))
    calls = [{"function": one.function, "end": one.end.value} for one in made[:_MOST_NAMED]]
    return result.with_message(text).with_metadata(inner_calls=calls)


def named_calls(made: Sequence[InnerCall]) -> Text:
    """Return the calls with their ends as a list in a sentence, at most 50."""
    return listed(Text("{function} ({end})", function=one.function, end=_ENDS[one.end]) for one in made[:_MOST_NAMED])
