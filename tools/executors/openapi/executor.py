"""Operations of an API as functions of one tool. Pure."""

import base64
import binascii
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Any, ClassVar

from tools.core.definitions import CallContext, EffectClass, JsonObject, OperationType
from tools.core.envelope import Nothing, ToolResult, empty, operation_success, query_success
from tools.core.errors import ToolArgumentsError, ToolTimeoutError, ToolUpstreamError
from tools.core.field_errors import FieldError
from tools.core.formats.dotted_path import value_at
from tools.core.registered.files import StoredFile
from tools.core.text import Text
from tools.executors.accounts import SERVICES
from tools.executors.contract.executor import Executor, Invocation, Rehearsal, Runtime, ToolFunction, UiTool, lacking
from tools.executors.contract.schema_parameters import SchemaParameters, object_schema, parameters_for
from tools.executors.http_request.file_bodies import received_file
from tools.executors.http_request.paging import Page, combined, followed
from tools.executors.http_request.settings import READS
from tools.executors.mail.executor import readable, stored_attachments
from tools.executors.openapi.answers import ReceivedAnswer, refusal
from tools.executors.openapi.operation import Operation
from tools.executors.openapi.request import request_of
from tools.executors.openapi.settings import OpenApiConfig, OpenApiFunctionConfig
from tools.executors.shared.media import not_fetched
from tools.executors.signing.security import Security
from tools.executors.signing.signed_sending import send_signed
from tools.outbound.answer_headers import shown_headers
from tools.outbound.client import MAX_BYTES, OutboundRequest, OutboundResponse
from tools.outbound.oauth.missing_permissions import refuse_unpermitted
from tools.outbound.origins import fixed_origins
from tools.secrets.places import Marks
from tools.sessions.scope import SessionScope

MAX_MAIL_BYTES = 16 * 1024 * 1024
"""Answer limit: a message of about 12 MB."""
_NO_MAIL = Text("The service did not answer with a message. Check the ID of the message.")


def with_mail(data: Any, place: str, invocation: Invocation) -> JsonObject:
    """Replace a raw message by headers, text and attachments. Raises ToolUpstreamError if there is none."""
    raw = data.get(place) if isinstance(data, dict) else None
    if not isinstance(raw, str) or not raw:
        raise ToolUpstreamError(_NO_MAIL)
    try:
        message = base64.b64decode(raw + "=" * (-len(raw) % 4), altchars="-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise ToolUpstreamError(_NO_MAIL) from error
    found = readable(message)
    files = stored_attachments(message, invocation) if found["attachments"] else []
    rest = {name: value for name, value in data.items() if name not in {place, "payload"}}
    return {**rest, **found, "files": files}


_NO_ADDRESS = Text("The service did not answer with a file. Check the arguments, and try again later.")


def linked_file(data: Any, place: str, invocation: Invocation, left_s: float) -> JsonObject:
    """Stream a linked file (address at `place`) into the store, without the tool's credential, within `left_s` seconds.

    Raises:
        ToolUpstreamError: there is no address.
        ToolError: as `OutboundClient.send`, or the file is not there.
    """
    address = value_at(data, place)
    if not isinstance(address, str) or not address:
        raise ToolUpstreamError(_NO_ADDRESS)
    kept: list[StoredFile] = []
    response = invocation.runtime.outbound.without_credential().send(
        OutboundRequest("GET", address),
        timeout_s=left_s,
        sink=lambda answer, pieces: kept.append(received_file(address, answer, pieces, invocation)),
    )
    if not kept:
        raise not_fetched(address, response.status)
    return kept[0].to_json()


_WITHOUT_CONTENT = frozenset({202, 204})
_NOT_JSON = Text("The service did not answer with JSON. Check its address, and whether a proxy answers in its place.")
_NO_API = Text("Choose an OpenAPI document and some of its operations.")
_NO_SERVER = Text("Enter the server URL: the document names none.")
_NO_FUNCTION = Text("Choose one of the API's operations.")


class _RefusedError(Exception):
    def __init__(self, result: ToolResult) -> None:
        super().__init__(result.message)
        self.result = result


class OpenApiExecutor(Executor[OpenApiConfig, SchemaParameters]):
    """`openapi`: GET and HEAD may be repeated; success mirrors the status 2xx."""

    name = "openapi"
    title = Text("OpenAPI document")
    help = Text("Call operations of an API that an OpenAPI document describes.")
    keywords = Text("swagger, rest, api, import, description, specification")
    icon = "api"
    category = "web"
    untrusted_text = True
    resource_type = "http"
    operation = OperationType.OPERATION
    nothing = Nothing([], goes_on=True)
    gives_functions = True
    ui_tools: ClassVar[tuple[UiTool[Any], ...]] = (UiTool("openapi", title, help, icon, OpenApiConfig),)

    def missing(self, config: OpenApiConfig) -> Sequence[FieldError]:
        if not config.described.operations:
            return [lacking("api", _NO_API)]
        no_server = [] if config.base_url else [lacking("url", _NO_SERVER)]
        return [*no_server, *config.missing_of_pages()]

    def addresses(self, config: OpenApiConfig) -> Mapping[str, str]:
        return {"/url" if config.url else "/api/server": config.base_url} if config.base_url else {}

    def origins(self, config: OpenApiConfig) -> frozenset[str]:
        return fixed_origins(config.base_url)

    def functions(
        self, config: OpenApiConfig, session: SessionScope, runtime: Runtime, *, as_known: bool
    ) -> Sequence[ToolFunction[OpenApiConfig]]:
        return [_function(operation, config) for operation in config.described.operations]

    def parameters(self, config: OpenApiConfig) -> type[SchemaParameters]:
        return (
            parameters_for(config.operation.arguments)
            if isinstance(config, OpenApiFunctionConfig)
            else SchemaParameters
        )

    def parameters_schema(self, config: OpenApiConfig) -> JsonObject:
        return object_schema(config.operation.arguments if isinstance(config, OpenApiFunctionConfig) else {})

    def effect(self, config: OpenApiConfig, parameters: SchemaParameters, context: CallContext) -> EffectClass:
        """Return the class: reads may be repeated; other calls if the service honours the idempotency key."""
        reads = isinstance(config, OpenApiFunctionConfig) and _reads(config.operation)
        keyed = config.sends_idempotency_key and context.idempotency_key
        return EffectClass.REPEATABLE if reads or keyed else EffectClass.UNREPEATABLE

    def rehearse(self, config: OpenApiConfig, parameters: SchemaParameters, invocation: Invocation) -> Rehearsal:
        """Check the address and the arguments, and return what would be sent."""
        operation = _operation_of(config)
        _refuse_unpermitted(operation, invocation)
        with ExitStack() as opening:
            request = request_of(config, operation, parameters.arguments(), invocation, opening)
        invocation.runtime.outbound.check(request.url)
        would = Text("send {method} {path}", method=operation.method, path=operation.path)
        return Rehearsal(would, {"arguments": parameters.arguments()})

    def execute(self, config: OpenApiConfig, parameters: SchemaParameters, invocation: Invocation) -> ToolResult:
        """Send the request, and the requests of further pages where the person wants all."""
        operation = _operation_of(config)
        _refuse_unpermitted(operation, invocation)
        call = _Call(config, operation, parameters.arguments(), invocation)
        reads = _reads(operation)
        try:
            if paging := config.pages_of(operation):
                most = {"max_pages": config.max_pages, "max_items": config.max_items}
                data: Any = combined(paging, parameters.arguments(), call.page, **most)
                counts = {"items": len(data["items"]), "pages": data["pages"]}
                message = Text("Items: {items}. Pages read: {pages}.", **counts)
                return query_success(data, message) if data["items"] else empty(OperationType.QUERY, message, data)
            data = call.page({}, "").data
        except _RefusedError as refused:
            return refused.result
        message = Text("{method} {path} succeeded.", method=operation.method, path=operation.path)
        if reads and _lists_nothing(operation, data):
            return empty(OperationType.QUERY, message, data if isinstance(data, dict) else None)
        return query_success(data, message) if reads else operation_success(data, message)


class _Call:
    """The requests of one call, within its time."""

    def __init__(
        self, config: OpenApiConfig, operation: Operation, arguments: JsonObject, invocation: Invocation
    ) -> None:
        marks, self._security, self._signs = Marks(), config.described.security, operation.is_signed
        if config.is_placed:
            config, self._security, self._signs = config.marked(marks), Security(kind="places", name=marks.key), True
        self._config, self._operation, self._arguments, self._invocation = config, operation, arguments, invocation
        self._end = invocation.runtime.clock.monotonic() + min(config.timeout / 1000, invocation.timeout_s)

    def page(self, more: JsonObject, url: str) -> Page:
        """Send a request.

        Raises:
            _RefusedError: the service refused it.
            ToolError: no answer came.
        """
        left_s = self._left_s()
        with ExitStack() as opening:
            arguments = {**self._arguments, **more}
            request = request_of(self._config, self._operation, arguments, self._invocation, opening)
            if url:
                request = followed(request, url)
            received = ReceivedAnswer(
                lambda answer, pieces: received_file(request.url, answer, pieces, self._invocation),
                self._operation.gives_file,
                MAX_MAIL_BYTES if self._operation.mail_at else MAX_BYTES,
            )
            sent = self._invocation
            if not self._signs:
                sent = replace(sent, runtime=replace(sent.runtime, signer=None))
            response = send_signed(request, self._security, sent, timeout_s=left_s, sink=received.take)
        data = self._data(received, response)
        return Page(data, response.headers.get("link", ""), request.url, len(received.content))

    def _data(self, received: ReceivedAnswer, response: OutboundResponse) -> Any:
        if not 200 <= response.status < 300:
            raise _RefusedError(refusal(response, self._secrets()))
        if self._operation.method in {"HEAD", "OPTIONS"}:
            headers = shown_headers(response.headers)
            return {"status": response.status, "headers": headers}
        data = received.data(response)
        described = self._config.described
        is_empty = response.status in _WITHOUT_CONTENT and not received.content
        if described.answers_json and not isinstance(data, dict | list) and not is_empty:
            raise ToolUpstreamError(_NOT_JSON)
        success = described.success
        if isinstance(data, dict) and any(value_at(data, path) != wanted for path, wanted in success.items()):
            failed = OutboundResponse(400, "", response.headers, received.content, response.encoding)
            raise _RefusedError(refusal(failed, self._secrets()))
        return self._shown(data)

    def _shown(self, data: Any) -> Any:
        operation = self._operation
        if operation.mail_at:
            return with_mail(data, operation.mail_at, self._invocation)
        if operation.file_at:
            return linked_file(data, operation.file_at, self._invocation, self._left_s())
        found = {name: value_at(data, path) for name, path in operation.answer.items()}
        return data if all(value is None for value in found.values()) else found

    def _left_s(self) -> float:
        left_s = self._end - self._invocation.runtime.clock.monotonic()
        if left_s <= 0:
            raise ToolTimeoutError(
                Text("The call took too long. Check that the service is up, or raise the time limit.")
            )
        return left_s

    def _secrets(self) -> set[str]:
        return {self._config.secret, *self._invocation.secrets} - {""}


def _function(operation: Operation, config: OpenApiConfig) -> ToolFunction[OpenApiConfig]:
    narrow = OpenApiFunctionConfig.model_construct(**{**dict(config), "api": config.described}, operation=operation)
    title = operation.title or f"{operation.method} {operation.path}"
    about = "\n".join(dict.fromkeys(words for words in (operation.title, operation.description) if words)) or title
    return ToolFunction(operation.id, title, about, narrow)


def _reads(operation: Operation) -> bool:
    return operation.reads or operation.method in READS


def _lists_nothing(operation: Operation, data: Any) -> bool:
    """Return whether the answer is an empty list, as far as its list can be identified."""
    return data == [] or (operation.paging is not None and value_at(data, operation.paging.items) == [])


def _operation_of(config: OpenApiConfig) -> Operation:
    if isinstance(config, OpenApiFunctionConfig):
        return config.operation
    raise ToolArgumentsError(_NO_FUNCTION)


def _refuse_unpermitted(operation: Operation, invocation: Invocation) -> None:
    signer = invocation.signer
    refuse_unpermitted(SERVICES.get(signer.service) if signer else None, operation.scopes, signer)
