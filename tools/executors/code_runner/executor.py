"""Runs Python in a runner outside, with libraries and the network there.

Its untrusted answer is read as a stream: sizes, JSON and files are checked. Pure.
"""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, cast, get_args

from pydantic import field_validator

from tools.core.call.transient import is_transient
from tools.core.definitions import JsonObject, OperationType
from tools.core.envelope import ToolResult
from tools.core.errors import ToolArgumentsError, ToolConfigurationError, ToolError, ToolUpstreamError
from tools.core.formats.json_text import parse_json
from tools.core.registered.files import MARK, MARKER, OpenFile, file_id_of
from tools.core.text import Text
from tools.executors.contract.code_results import READS_NO_RESULTS, reads_results_field, script_result
from tools.executors.contract.executor import Executor, Invocation, Rehearsal, ToolModel, ToolParameters, UiTool
from tools.executors.contract.operations import secret_field
from tools.executors.contract.schema import form_field
from tools.executors.shared.address_field import base_address
from tools.outbound.client import OutboundRequest, OutboundResponse, StreamedBody, busy_error
from tools.runner.frames import HEAD_BYTES, MAX_FILES, MAX_OBJECT_BYTES, frame, object_length, sizes
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
_MAX_MESSAGE = 2_000
_TITLE = Text("The code runner")
_REFUSALS: Mapping[int, tuple[type[ToolError], Text]] = {
    401: (ToolConfigurationError, Text("The code runner refused the token. Enter the one that it was started with.")),
    413: (ToolArgumentsError, Text("The files are larger than the code runner takes (its option --files-mb).")),
}
_NO_RUNNER = Text("What answers at this address is no code runner (status {status}). Check the URL.")
_TOO_MANY_FILES = Text("At most {max_files} files go to a code runner at once. Send fewer.", max_files=MAX_FILES)
_TOO_LARGE = Text(
    "The code and its inputs are larger than {max_mb} MB. Send less, or pass files.", max_mb=MAX_OBJECT_BYTES // 1024**2
)


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


class CodeRunnerConfig(ToolModel):
    earlier: ClassVar[JsonObject] = READS_NO_RESULTS

    url: str = form_field(
        "Runner URL",
        "URL of the runner, e.g. http://runner:8070. Private addresses must be allowed by the operator.",
        default="",
        destination=True,
    )
    token: str = secret_field(Text("Token"), Text("The value of RUNNER_TOKEN where the runner was started."))
    reads_results: bool = reads_results_field()

    @field_validator("url")
    @classmethod
    def _checked(cls, url: str) -> str:
        return base_address(url, allow_http=True)


class CodeRunnerParameters(ToolParameters):
    code: Annotated[
        str,
        form_field(
            "Code",
            "Python. The result is the last expression or the return value of main: main(topic, limit) gets the "
            'inputs it names, main(args) all of them. A file is read at its "path"; {"$type": "file", "path": '
            '"report.pdf"} in the result becomes a file.',
            max_length=100_000,
            widget="code",
            language="python",
        ),
    ]
    inputs: dict[str, Any] = form_field("Inputs", "Values by name.", default_factory=dict, widget="json")


class CodeRunnerExecutor(Executor[CodeRunnerConfig, CodeRunnerParameters]):
    """`code_runner`: what the code does there is not ours to see, so nobody may use it whom no rule allows to."""

    name = "code_runner"
    title = Text("Code runner")
    help = Text("Run Python with libraries and the network, outside of this server.")
    keywords = Text("python, script, pandas, library, container, sandbox")
    icon = "terminal-2"
    category = "code"
    resource_type = "code"
    operation = OperationType.OPERATION
    requires_permission = True
    untrusted_text = True
    required = ("url", "token")
    ui_tools = (UiTool("code-runner", title, help, icon, CodeRunnerConfig),)

    def addresses(self, config: CodeRunnerConfig) -> Mapping[str, str]:
        return {"/url": config.url} if config.url else {}

    def rehearse(self, config: CodeRunnerConfig, parameters: CodeRunnerParameters, invocation: Invocation) -> Rehearsal:
        invocation.runtime.outbound.check(config.url)
        would = Text("run the code in {url}", url=config.url)
        return Rehearsal(would, {"arguments": self.given(config, parameters)})

    def execute(self, config: CodeRunnerConfig, parameters: CodeRunnerParameters, invocation: Invocation) -> ToolResult:
        """Run the code; what it prints goes into the metadata as `logs`."""
        answers: list[RunnerAnswer] = []

        def take(_: OutboundResponse, pieces: Iterator[bytes]) -> None:
            answers.append(RunnerAnswer.read(pieces, invocation))

        with ExitStack() as opening:
            body = _body(parameters, invocation, opening)
            headers = {"Authorization": f"Bearer {config.token}", "Content-Type": "application/octet-stream"}
            response = invocation.runtime.outbound.send(
                OutboundRequest("POST", f"{config.url.rstrip('/')}/run", headers, body),
                timeout_s=invocation.timeout_s,
                max_redirects=0,
                sink=take,
            )
        if not answers:
            raise _refusal(response)
        answer = answers[0]
        return script_result(answer.value, answer.logs, self.operation, reads_results=config.reads_results)


def _refusal(response: OutboundResponse) -> ToolError:
    if is_transient(response.status):
        return busy_error(_TITLE, response)
    error, text = _REFUSALS.get(response.status, (ToolUpstreamError, _NO_RUNNER))
    return error(text.filled(status=response.status) if text is _NO_RUNNER else text)


def _body(parameters: CodeRunnerParameters, invocation: Invocation, opening: ExitStack) -> StreamedBody:
    """Return the call framed for `tools.runner.frames`, followed by its files.

    Raises ToolArgumentsError for too many or inaccessible files, or a call that is too large.
    """
    files: list[OpenFile] = []

    def opened(value: Any) -> Any:
        if isinstance(value, dict) and file_id_of(value) is not None:
            if len(files) == MAX_FILES:
                raise ToolArgumentsError(_TOO_MANY_FILES)
            files.append(opening.enter_context(invocation.runtime.files.open(value, invocation.context)))
            return {**files[-1].stored.to_json(), "content": len(files) - 1}
        if isinstance(value, dict):
            return {name: opened(one) for name, one in value.items()}
        return [opened(one) for one in value] if isinstance(value, list) else value

    head = frame(
        {
            "code": parameters.code,
            "inputs": opened(parameters.inputs),
            # A little less than there is, so that the runner is first to say that the time is up.
            "seconds": invocation.timeout_s * 0.9,
            "files": [{"name": file.stored.name, "size": file.stored.size} for file in files],
        }
    )
    if len(head) > MAX_OBJECT_BYTES:
        raise ToolArgumentsError(_TOO_LARGE)

    def chunks() -> Iterator[bytes]:
        yield head
        for file in files:
            yield from file.chunks()

    return StreamedBody(len(head) + sum(file.stored.size for file in files), chunks)
