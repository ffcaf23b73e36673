"""Reads a runner's untrusted answer as a stream: sizes, JSON and files are checked. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast, get_args

from tools.core.errors import ToolUpstreamError
from tools.core.formats.json_text import parse_json
from tools.core.registered.files import MARK, MARKER
from tools.core.text import Text
from tools.executors.contract.executor import Invocation
from tools.runner.frames import HEAD_BYTES, MAX_OBJECT_BYTES, object_length, sizes
from tools.sandbox.limits import MAX_LOG_BYTES
from tools.sandbox.outcome import (
    BIG_INTEGER,
    BROKE_OFF,
    NO_JSON,
    NOT_FINITE,
    TIME_IS_UP,
    TOO_LARGE,
    TOO_MUCH_OUTPUT,
    FailureKind,
    SandboxError,
    checked_result,
)

_NONSENSE = Text("The code runner returned what cannot be read. Check that it is of the same version.")
_TOO_LONG = Text(
    "The answer is larger than {max_mb} MB, or not one of a code runner. Check the URL.",
    max_mb=MAX_OBJECT_BYTES // 1024**2,
)
_OF_ITSELF: dict[str, Text] = {
    "time": TIME_IS_UP,
    "output": TOO_MUCH_OUTPUT,
    "crashed": BROKE_OFF,
    "memory": Text("The code needed more memory than the code runner gives it. Work on less at a time."),
}
_NO_RESULT: dict[str, Text] = {
    "": TOO_LARGE,
    "not_finite": NOT_FINITE,
    "big_integer": BIG_INTEGER.filled(bits=64),
    "large_files": Text("The files of the result are too large together. Return fewer or smaller ones."),
}
_NO_RESULT_FOR: dict[str, Text] = {
    "no_json": NO_JSON,
    "no_file": Text("The result names the file “{value}”, which is not there. Write it to the folder first.", value=""),
}
"""Refusal message for a result name."""
_MAX_MESSAGE = 2_000


@dataclass(frozen=True, slots=True)
class RunnerAnswer:
    """The result of a call."""

    value: Any
    logs: str

    @classmethod
    def read(cls, pieces: Iterator[bytes], invocation: Invocation) -> "RunnerAnswer":
        """Read an answer and store its files.

        Raises:
            SandboxError: the code failed or passed a limit.
            ToolUpstreamError: malformed or truncated answer.
            FileTooLargeError: a file is longer than files may be.
        """
        body = _Body(pieces)
        try:
            length = object_length(body.whole(HEAD_BYTES))
        except ValueError as error:
            raise ToolUpstreamError(_TOO_LONG) from error
        try:
            report = parse_json(body.whole(length))
            named = sizes(report)
            logs = report.get("logs", "")
            if "failed" in report:
                raise _failure(report["failed"])
            if not isinstance(logs, str) or len(logs) > MAX_LOG_BYTES:
                raise ValueError
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise ToolUpstreamError(_NONSENSE) from error
        files = [
            invocation.runtime.files.save(name, "", body.pieces(size), invocation.context).to_json()
            for name, size in named
        ]
        try:
            return cls(checked_result(_with_files(report["value"], files)), logs)
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise ToolUpstreamError(_NONSENSE) from error


class _Body:
    """Pieces of any size, read in the sizes that are wanted."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces, self._rest = pieces, b""

    def pieces(self, length: int) -> Iterator[bytes]:
        """Yield `length` bytes. Raises ToolUpstreamError if there are fewer."""
        while length:
            piece = self._rest or next(self._pieces, b"")
            if not piece:
                raise ToolUpstreamError(_NONSENSE)
            piece, self._rest = piece[:length], piece[length:]
            length -= len(piece)
            yield piece

    def whole(self, length: int) -> bytes:
        return b"".join(self.pieces(length))


def _with_files(value: Any, files: list[dict[str, Any]]) -> Any:
    """Return a result with the files that the code made, each a value."""
    if isinstance(value, dict):
        if value.get(MARKER) == MARK and "index" in value:
            return files[value["index"]]
        return {name: _with_files(one, files) for name, one in value.items()}
    return [_with_files(one, files) for one in value] if isinstance(value, list) else value


def _failure(failed: dict[str, Any]) -> SandboxError:
    kind, message, line = failed["kind"], failed["message"], failed["line"]
    if kind not in get_args(FailureKind) or not isinstance(message, str) or type(line) not in (int, type(None)):
        raise ValueError(kind)
    text = _OF_ITSELF.get(kind) or Text.verbatim(message[:_MAX_MESSAGE])
    if kind == "result":
        name, _, value = message[:_MAX_MESSAGE].partition(": ")
        text = _NO_RESULT[message] if message in _NO_RESULT else _NO_RESULT_FOR[name].filled(value=value)
    return SandboxError(cast("FailureKind", kind), text, line)
