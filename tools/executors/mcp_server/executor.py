"""The tools of an MCP server: one configured tool gives many functions. Pure."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from tools.core.definitions import CallContext, CredentialUse, EffectClass, JsonObject, OperationType
from tools.core.envelope import Nothing, ResultCode, ToolResult, empty, failure, message_text, query_success
from tools.core.errors import ToolArgumentsError, ToolConfigurationError, ToolError
from tools.core.field_errors import FieldError
from tools.core.registered.files import StoredFile
from tools.core.text import Text, sentences
from tools.executors.contract.executor import Executor, Invocation, Rehearsal, Runtime, ToolFunction, UiTool, unfilled
from tools.executors.contract.json_schema import schema_mismatch, schema_problem, without_patterns
from tools.executors.contract.schema_parameters import SchemaParameters, object_schema, parameters_for
from tools.executors.mcp_server.media import AnswerMedia
from tools.executors.mcp_server.settings import McpFunctionConfig, McpServerConfig
from tools.executors.signing.security import Security
from tools.mcp.server import HttpServer, McpAnswer, McpTool, Server, ServerAccount, SessionEndedError, server_key
from tools.outbound.http_credential import HTTP_KIND, HttpCredential
from tools.outbound.origins import fixed_origins, origin_of
from tools.secrets.places import Marks
from tools.sessions.scope import SessionScope

_ANSWERED = Text("The tool of the MCP server answered.")
_MAX_ERROR_TEXT = 2_000
_FAILED = Text("The tool of the MCP server failed.")
_UNSTRUCTURED = Text("The server declares structured output for this tool and sent none.")
_MISFIT = Text("The result does not fit the output that the server declares: {mismatch}", mismatch="")
if TYPE_CHECKING:
    from tools.mcp.connection import McpConnection

MAX_FUNCTIONS = 128
"""More than this makes models worse, and some APIs refuse it."""
_LISTS_WITHIN_S = 20.0
_EMPTY_LISTS: tuple[object, ...] = ([], {"result": []})
"""As servers answer: FastMCP, the library of the official SDK, wraps a list as `result`."""
_OTHER_KIND = Text("An MCP server needs an account or a token. Choose another credential.")

_MARKS = Marks()
"""The same for all calls of this process: a connection outlives the call that opened it."""

T = TypeVar("T")


def result_of(answer: McpAnswer, output_schema: JsonObject | None, media: AnswerMedia) -> ToolResult:
    """Return the envelope: data is structured content, else text, else the blocks.

    Metadata keeps the last progress steps. A result that violates its output schema is kept, with a warning.
    """
    # Before the texts, so that what they repeat is known.
    others = [media.replaced(block) for block in answer.content if block.get("type") != "text"]
    structured = media.replaced(answer.structured)
    text = media.text(_text_of(answer.content))
    metadata: JsonObject = {"progress": list(answer.progress)} if answer.progress else {}
    if answer.is_error:
        words = text[:_MAX_ERROR_TEXT]
        message = Text.verbatim(words) if words else _FAILED
        return failure(OperationType.OPERATION, message, code=ResultCode.BACKEND, data=structured, **metadata)
    warning = _warning(answer.structured, output_schema)
    message = sentences([_ANSWERED, warning]) if warning else _ANSWERED
    if warning:
        metadata["warning"] = warning.en
    return query_success(_data_of(structured, text, others), message, **metadata)


def _data_of(structured: Any, text: str, others: list[Any]) -> object:
    if structured is not None:
        # The specification has servers repeat structured content as text, so the text adds nothing.
        return {"structured": structured, "content": others} if others else structured
    return {"text": text, "content": others} if others else {"text": text}


def _text_of(content: Sequence[JsonObject]) -> str:
    return "\n".join(str(block.get("text", "")) for block in content if block.get("type") == "text")


def _warning(structured: Any, output_schema: JsonObject | None) -> Text | None:
    schema = _judging(output_schema) if output_schema else None
    if schema is None:
        return None
    if structured is None:
        return _UNSTRUCTURED
    found = schema_mismatch(structured, schema)
    return _MISFIT.filled(mismatch=found.sentence) if found else None


def _judging(declared: JsonObject) -> JsonObject | None:
    """Return the schema as far as it can judge; None for one that is none."""
    schema: JsonObject = without_patterns(declared)
    return None if schema_problem(schema) else schema


class McpServerExecutor(Executor[McpServerConfig, SchemaParameters]):
    """`mcp_server`: the server's definitions and answers are marked as untrusted text."""

    name = "mcp_server"
    title = Text("MCP server")
    help = Text("Offer the tools of an MCP server.")
    keywords = Text("model context protocol, plugin, tools, integration")
    icon = "logo-mcp"
    category = "web"
    untrusted_text = True
    resource_type = "mcp"
    operation = OperationType.OPERATION
    nothing = Nothing([], goes_on=True)
    gives_functions = True
    ui_tools = (UiTool("mcp-server", title, help, icon, McpServerConfig),)

    def missing(self, config: McpServerConfig) -> Sequence[FieldError]:
        return unfilled(config, "url" if config.transport == "http" else "program")

    def addresses(self, config: McpServerConfig) -> Mapping[str, str]:
        return {"/url": config.url} if config.transport == "http" and config.url else {}

    def origins(self, config: McpServerConfig) -> frozenset[str]:
        """Return the server's origin, or the program's name as one."""
        if config.transport == "http":
            return fixed_origins(config.url)
        return frozenset({program_origin(config.program)} if config.program else ())

    def keeps_session(self, config: McpServerConfig) -> bool:
        """Let the calls of one conversation share a connection."""
        return True

    def chosen_functions(self, config: McpServerConfig) -> Sequence[str]:
        return config.tools

    def with_all_functions(self, config: McpServerConfig) -> McpServerConfig:
        return config.model_copy(update={"tools": []})

    def functions(
        self, config: McpServerConfig, session: SessionScope, runtime: Runtime, *, as_known: bool
    ) -> Sequence[ToolFunction[McpServerConfig]]:
        """List the server's functions, from a recent listing if there is one."""
        server = server_of(config, runtime)
        found = runtime.mcp.listing(
            server,
            lambda: _in_session(server, session, runtime, lambda connection: connection.tools(_LISTS_WITHIN_S)),
            as_known=as_known,
        )
        chosen = [tool for tool in found if tool.name in config.tools] if config.tools else found
        return [_function(tool, config) for tool in chosen[:MAX_FUNCTIONS]]

    def parameters(self, config: McpServerConfig) -> type[SchemaParameters]:
        return parameters_for(config.input_schema) if isinstance(config, McpFunctionConfig) else SchemaParameters

    def parameters_schema(self, config: McpServerConfig) -> JsonObject:
        return object_schema(config.input_schema if isinstance(config, McpFunctionConfig) else {})

    def effect(self, config: McpServerConfig, parameters: SchemaParameters, context: CallContext) -> EffectClass:
        """Anything may have happened, unless the person believes the server's hints."""
        only_reads = isinstance(config, McpFunctionConfig) and config.read_only and config.trusts_hints
        return EffectClass.REPEATABLE if only_reads else EffectClass.UNREPEATABLE

    def rehearse(self, config: McpServerConfig, parameters: SchemaParameters, invocation: Invocation) -> Rehearsal:
        if config.transport == "http":
            invocation.runtime.mcp.check(config.url)
        function = _function_of(config)
        would = Text("call {function} on the MCP server", function=function.function)
        return Rehearsal(would, {"arguments": parameters.arguments()})

    def execute(self, config: McpServerConfig, parameters: SchemaParameters, invocation: Invocation) -> ToolResult:
        """Call the function over the conversation's connection."""
        function = _function_of(config)
        server = server_of(config, invocation.runtime)
        timeout_s = min(config.timeout / 1000, invocation.timeout_s)

        def call(connection: "McpConnection") -> McpAnswer:
            try:
                return connection.call(
                    function.function, parameters.arguments(), timeout_s, invocation.cancel, invocation.report_progress
                )
            finally:
                # The connection may have renewed the token after it was opened for an earlier call.
                invocation.secrets.update(connection.sent_tokens)

        answer = _in_session(server, invocation.session, invocation.runtime, call)
        media = AnswerMedia(partial(_saved, invocation), function.function)
        return _found(result_of(answer, function.output_schema, media))


def _found(result: ToolResult) -> ToolResult:
    """Return what a server answers with an empty list as nothing found."""
    if not result.success or result.data not in _EMPTY_LISTS:
        return result
    known = result.data if isinstance(result.data, dict) else None
    return empty(result.operation_type, message_text(result), known).with_metadata(**result.metadata)


def server_of(config: McpServerConfig, runtime: Runtime) -> Server:
    """Return the configured server.

    Raises:
        OriginNotConfirmedError: the credential of the tool may not be sent there.
        ToolConfigurationError: the operator's list has no such program.
    """
    if config.transport == "http":
        runtime.outbound.check_origin(origin_of(config.url))
        account = None
        if runtime.signer is not None:
            is_placed = config.is_placed
            security = Security(kind="places", name=_MARKS.key) if is_placed else Security(kind="bearer")
            account = _account(runtime.signer, security, runtime)
            config = config.marked(_MARKS) if is_placed else config
        headers = {row.key.strip(): row.value for row in config.headers if row.key.strip()}
        if account is None and config.token:
            headers["Authorization"] = f"Bearer {config.token}"
        return HttpServer(config.url, headers, account, runtime.outbound.proxy)
    runtime.outbound.check_origin(program_origin(config.program))
    program = runtime.mcp.programs().get(config.program)
    if program is None:
        raise ToolConfigurationError(
            Text("The operator's list of programs does not contain “{program}”.", program=config.program)
        )
    return program


def _account(signer: CredentialUse, security: Security, runtime: Runtime) -> ServerAccount:
    """Return what signs each request with the account's current token.

    A connection outlives its call, so each call opens the token to know what to hide. Raises ToolConfigurationError if
    the credential has none, or the account is not connected.
    """

    def opened(refused: str) -> HttpCredential:
        credential = runtime.credentials.open(signer, refused=refused)
        if credential.kind != HTTP_KIND and not credential.renewable:
            raise ToolConfigurationError(_OTHER_KIND)
        runtime.opened.add(credential.secret)
        return credential

    opened("")
    return ServerAccount(f"{signer.credential_id}:{signer.of_draft}", opened, security.signed)


def program_origin(name: str) -> str:
    return f"program://{name}"


def _in_session(server: Server, session: SessionScope, runtime: Runtime, work: Callable[["McpConnection"], T]) -> T:
    """Run `work` on the conversation's connection, in a new session if the server forgot it. Raises ToolError, as
    `work`.
    """
    try:
        return _over_connection(server, session, runtime, work)
    except SessionEndedError:
        return _over_connection(server, session, runtime, work)


def _over_connection(
    server: Server, session: SessionScope, runtime: Runtime, work: Callable[["McpConnection"], T]
) -> T:
    key = server_key(server)
    connection = session.keep(key, lambda: runtime.mcp.connection(server))
    if connection.is_over:
        session.drop(key)
        connection = session.keep(key, lambda: runtime.mcp.connection(server))
    try:
        return work(connection)
    except ToolError as error:
        if connection.is_over or error.retryable:
            session.drop(key)
        raise


def _saved(invocation: Invocation, name: str, kind: str, content: bytes) -> StoredFile:
    return invocation.runtime.files.save(name, kind, [content], invocation.context)


def _function(tool: McpTool, config: McpServerConfig) -> ToolFunction[McpServerConfig]:
    narrow = McpFunctionConfig.model_construct(
        **dict(config),
        function=tool.name,
        description=tool.description,
        input_schema=tool.input_schema,
        output_schema=tool.output_schema,
        read_only=tool.read_only,
    )
    return ToolFunction(tool.name, tool.title, tool.description or tool.title, narrow, problem=tool.problem)


def _function_of(config: McpServerConfig) -> McpFunctionConfig:
    if isinstance(config, McpFunctionConfig):
        return config
    raise ToolArgumentsError(Text("Choose one of the server's tools."))
