"""Limits, results and failures of a sandbox run. No framework."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from tools.core.errors import ToolError, ToolUnavailableError
from tools.core.formats.json_text import holds_nul, json_refusal, write_json
from tools.core.text import Text, byte_size
from tools.sandbox.code_findings import on_line
from tools.sandbox.limits import MAX_CALLS, MAX_KEPT_BYTES, MAX_LOG_BYTES, MAX_MEMORY_BYTES, MAX_RESULT_BYTES

Language = Literal["python", "javascript"]
TIME_IS_UP = Text("The code did not finish in time. Raise the time limit, or do less in it.")
BROKE_OFF = Text("The sandbox crashed. The code may have needed too much memory.")
TOO_MUCH_OUTPUT = Text("The code printed more than {size}. Print less.", size=byte_size(MAX_LOG_BYTES))
TOO_MUCH_MEMORY = Text(
    "The code needed more than {max_mb} MB of memory. Work on less at a time.", max_mb=MAX_MEMORY_BYTES // 1024**2
)
TOO_MUCH_KEPT = Text(
    "The code's variables need more than {max_kb} kB, the limit of a session. Keep less in them.",
    max_kb=MAX_KEPT_BYTES // 1024,
)
TOO_MANY_CALLS = Text("The code made more than {max_calls} calls. Make fewer.", max_calls=MAX_CALLS)
NOT_FINITE = Text("The result is not JSON: a number is infinite or not a number; return it as text.")
BIG_INTEGER = Text("The result is not JSON: an integer has more than {bits} bits; return it as text.", bits=0)
NO_JSON = Text("The result is not JSON: it holds a value of type {value}.", value="")
KEYS_ALIKE = Text("The result is not JSON: two keys of a dictionary read alike as text. Write the keys as texts.")
NULL_CHARACTER = Text("The result holds a NUL character, which cannot be stored. Remove it, or encode the text.")
TOO_LARGE = Text("The result is larger than {size}. Return less.", size=byte_size(MAX_RESULT_BYTES))
BUSY = Text("All sandbox workers are busy. Try again later.")

FailureKind = Literal["syntax", "exception", "time", "memory", "output", "calls", "result", "crashed"]
SandboxFunction = Callable[..., Any]


class SandboxError(ToolError):
    """The code failed or passed a limit; `details` holds `kind` and `line` (None when no line is to blame)."""

    code = "code_failed"
    tool_code = 2001
    http_status = 422

    def __init__(self, kind: FailureKind, message: str | Text, line: int | None = None) -> None:
        text = message if isinstance(message, Text) else Text.verbatim(message)
        if line is not None:
            text = on_line(line, text)
        super().__init__(text, details={"kind": kind, "line": line})
        self.kind = kind
        self.line = line


class SandboxBusyError(ToolUnavailableError):
    """All workers were busy for too long (retryable)."""

    code = "sandbox_busy"


@dataclass(frozen=True, slots=True)
class SandboxResult:
    """The code's JSON result and printed lines."""

    value: Any
    logs: str


def checked_result(value: Any) -> Any:
    """Return a JSON value within the limits. Raises SandboxError for others."""
    refusal = json_refusal(value)
    if refusal is not None:
        raise SandboxError("result", refusal)
    text = write_json(value)
    if len(text) > MAX_RESULT_BYTES:
        raise SandboxError("result", TOO_LARGE)
    if b"\\u0000" in text and holds_nul(value):
        raise SandboxError("result", NULL_CHARACTER)
    return value
