"""Runs Python in a runner outside, with libraries and the network there. Pure."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import Annotated, Any, ClassVar

from pydantic import field_validator

from tools.core.call.transient import is_transient
from tools.core.definitions import EffectClass, JsonObject, OperationType
from tools.core.envelope import ToolResult
from tools.core.errors import ToolArgumentsError, ToolConfigurationError, ToolError, ToolUpstreamError
from tools.core.registered.files import OpenFile, file_id_of
from tools.core.text import Text
from tools.executors.code_runner.answer import RunnerAnswer
from tools.executors.contract.code_results import READS_NO_RESULTS, reads_results_field, script_result
from tools.executors.contract.executor import Executor, Invocation, ToolModel, ToolParameters, UiTool
from tools.executors.contract.rehearsal import Rehearsal
from tools.executors.contract.schema import form_field
from tools.executors.shared.address_field import base_address
from tools.executors.shared.post_fields import secret_field
from tools.outbound.client import OutboundRequest, OutboundResponse, StreamedBody
from tools.outbound.service_unavailable import busy_error
from tools.runner.frames import MAX_FILES, MAX_OBJECT_BYTES, frame

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
    effect_class = EffectClass.UNREPEATABLE
    requires_permission = True
    untrusted_text = True
    required = ("url", "token")
    ui_tools = (UiTool("code-runner", title, help, icon, CodeRunnerConfig),)

    def addresses(self, config: CodeRunnerConfig) -> Mapping[str, str]:
        return {"/url": config.url} if config.url else {}

    def rehearse(self, config: CodeRunnerConfig, parameters: CodeRunnerParameters, invocation: Invocation) -> Rehearsal:
        """Check where the code would be run."""
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
