"""Calls any HTTP address through the guarded client. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Any, ClassVar
from urllib.parse import parse_qsl

import httpx2

from tools.core.call.summary import SummaryText
from tools.core.call.transient import facts_of, is_transient, transient_code
from tools.core.definitions import CallContext, EffectClass, JsonObject, OperationType
from tools.core.envelope import ResultCode, ToolResult, failure
from tools.core.errors import RETRY_AFTER, OutboundBlockedError, ToolArgumentsError, ToolTimeoutError
from tools.core.field_errors import FieldError
from tools.core.formats.dotted_path import value_at, with_value_at
from tools.core.formats.json_text import parse_json
from tools.core.formats.named_values import by_name, joined_headers
from tools.core.registered.files import StoredFile
from tools.core.text import Text, sentences
from tools.executors.contract.executor import Executor, Invocation, Rehearsal, UiTool, lacking
from tools.executors.http_request.bodies import CONTENT_TYPES, BodyType, encoded, fields_in, payload, without_null
from tools.executors.http_request.fields import (
    digest_of,
    marked_address,
    marked_rows,
    missing_place,
    security_of,
    unpaged,
)
from tools.executors.http_request.file_bodies import file_body, multipart_body, received_file
from tools.executors.http_request.paging import Page, combined, followed, guessed
from tools.executors.http_request.settings import (
    BODY_METHODS,
    READS,
    HttpRequestConfig,
    HttpRequestParameters,
    is_template,
)
from tools.executors.signing.signed_sending import send_signed
from tools.outbound.addresses import MALFORMED
from tools.outbound.answer_headers import shown_headers
from tools.outbound.client import OutboundRequest, OutboundResponse, StreamedBody, later
from tools.outbound.cookies import Cookies
from tools.outbound.origins import fixed_origins
from tools.secrets.places import Marks

COOKIES = "cookies"
"""Under this key a session keeps them."""
_METHOD_OVERRIDES = frozenset({"x-http-method-override", "x-http-method", "x-method-override"})
_FIXED_METHOD = Text("The method is fixed by the tool's owner and cannot be overridden by a header.")
_NO_CREDENTIAL = Text("Choose a credential.")
_NO_KEY_NAME = Text("Enter the name of the header or parameter.")
_CHANGED = Text(
    "The URL or body was changed after the secret had its place in it. Nothing was sent. Approve the call unchanged."
)
_TOO_LONG = Text("The call took too long. Check that the service is up, or raise the time limit.")
_GONE = frozenset({404, 410})
_DELETED = Text("It is not there any more; the attempt before, whose answer was lost, has deleted it.")
_PASSES_SOON = {status: transient_code(status) or ResultCode.BACKEND for status in (408, 429, 503, 504)}
"""The gateway tries these again by itself; a node that counts attempts also 500, 502 and the like."""
_ADVICE = {
    401: Text("Check the credentials in the headers or URL of this tool."),
    403: Text("Check the permissions of this tool's credentials."),
}


class HttpRequestExecutor(Executor[HttpRequestConfig, HttpRequestParameters]):
    """`http_request`: success mirrors the status 2xx; the error text holds the status."""

    name = "http_request"
    title = Text("HTTP request")
    help = Text("Call an HTTP URL and return its response.")
    keywords = Text("api, url, rest, webhook, curl, fetch")
    summary = ((SummaryText(Text.verbatim("{method} {url|host}")),),)
    icon = "world"
    category = "web"
    untrusted_text = True
    resource_type = "http"
    operation = OperationType.QUERY
    ui_tools = (UiTool("http-request", title, help, icon, HttpRequestConfig),)
    named_settings: ClassVar[Mapping[str, Any]] = {"method": None}

    def bound(self, config: HttpRequestConfig) -> JsonObject:
        """Return what the person filled in; a fixed GET or DELETE has no body to fill in either."""
        fixed: JsonObject = {}
        if config.url:
            fixed["url"] = config.url
        if config.method is not None:
            fixed["method"] = config.method
        if config.headers:
            fixed["headers"] = joined_headers((row.key, row.value) for row in config.headers if row.key.strip())
        if config.body:
            fixed["body"] = config.body
        elif config.method is not None and config.method not in BODY_METHODS:
            fixed["body"] = None
        return fixed

    def missing(self, config: HttpRequestConfig) -> Sequence[FieldError]:
        """Ask for the credential of a signed request, and the name of a key."""
        missing = []
        if config.auth_type == "apikey" and not config.auth_name.strip():
            missing.append(lacking("authName", _NO_KEY_NAME))
        if config.auth_type != "none" and not config.credential:
            missing.append(lacking("credential", _NO_CREDENTIAL))
        return [*missing, *_missing_place(config), *config.missing_of_pages()]

    def addresses(self, config: HttpRequestConfig) -> Mapping[str, str]:
        return {"/url": config.url} if config.url and not is_template(config.url) else {}

    def origins(self, config: HttpRequestConfig) -> frozenset[str]:
        """Return the origin of the fixed address, also where its path is filled in at run time."""
        return fixed_origins(config.url)

    def destinations(self, config: HttpRequestConfig, parameters: HttpRequestParameters) -> Sequence[str]:
        return [parameters.url]

    def keeps_session(self, config: HttpRequestConfig) -> bool:
        return config.keeps_cookies

    def effect(self, config: HttpRequestConfig, parameters: HttpRequestParameters, context: CallContext) -> EffectClass:
        """Return the class: reads may be repeated; other calls only if the service honours the idempotency key."""
        keyed = config.sends_idempotency_key and context.idempotency_key
        return EffectClass.REPEATABLE if parameters.method in READS or keyed else EffectClass.UNREPEATABLE

    def rehearse(
        self, config: HttpRequestConfig, parameters: HttpRequestParameters, invocation: Invocation
    ) -> Rehearsal:
        with ExitStack() as opening:
            request = _request_of(config, parameters, invocation, opening)
        invocation.runtime.outbound.check(request.url)
        details = {"url": request.url, "headers": sorted(request.headers), "bytes": request.length}
        return Rehearsal(Text("send {method}", method=request.method), details)

    def execute(
        self, config: HttpRequestConfig, parameters: HttpRequestParameters, invocation: Invocation
    ) -> ToolResult:
        """Send the request, and those of further pages, and return status, statusText, headers and data."""
        call = _Call(config, parameters, invocation)
        operation = OperationType.QUERY if parameters.method in READS else OperationType.OPERATION
        data = call.data()
        response = call.answer
        data = {
            "status": response.status,
            "statusText": response.reason,
            "headers": shown_headers(response.headers),
            "data": data,
        }
        if call.succeeded(response):
            answered = Text("{method} answered {status}.", method=parameters.method, status=response.status)
            result = ToolResult(success=True, operationType=operation, data=data)
            return result.with_message(_DELETED if response.status in _GONE else answered)
        code = _PASSES_SOON.get(response.status, ResultCode.BACKEND)
        wait_s = response.wait_s() if is_transient(response.status) else None
        about = {**data, RETRY_AFTER: wait_s} if wait_s else data
        facts = facts_of(response.status)
        return failure(operation, _refusal(response), code=code, data=about, facts=facts)


class _Call:
    """The requests of one call, within its time."""

    answer: OutboundResponse
    """The first, or the one that is a failure."""

    def __init__(self, config: HttpRequestConfig, parameters: HttpRequestParameters, invocation: Invocation) -> None:
        self._invocation, marks = invocation, Marks()
        if config.auth_type == "path":
            config, parameters = _marked(config, parameters, marks)
        self._config, self._parameters = config, parameters
        self._security = security_of(config.auth_type, config.auth_name, config.auth_place, marks)
        self._fields = _fields_of(config, parameters)
        self._pages = 0
        self._end = invocation.runtime.clock.monotonic() + min(config.timeout / 1000, invocation.timeout_s)

    def data(self) -> Any:
        """Send the request and return its data, or that of all pages."""
        config = self._config
        try:
            if not self._is_paged():
                return self._page({}, "").data
            given = {**(self._fields or {}), **self._query()}
            paging = config.paging(guessed(given.keys()))
            if paging.argument and (start := value_at(given, paging.argument)) is not None:
                given[paging.argument] = start
            return combined(paging, given, self._page, max_pages=config.max_pages, max_items=config.max_items)
        except _RefusedError as refused:
            return refused.data

    def _is_paged(self) -> bool:
        config, method = self._config, self._parameters.method
        if method == "POST" and not config.pages_by_post:
            return False
        return config.follows_pages and not unpaged(True, method, config.response_type)

    def succeeded(self, answer: OutboundResponse) -> bool:
        is_gone = self._parameters.method == "DELETE" and self._invocation.answer_was_lost and answer.status in _GONE
        return is_gone or 200 <= answer.status < 300

    def _query(self) -> JsonObject:
        return {**_parsed(self._parameters.url).params, **self._parameters.query_params}

    def _page(self, more: JsonObject, url: str) -> Page:
        config, invocation, files = self._config, self._invocation, list[StoredFile]()
        self._pages += 1

        def keep(response: OutboundResponse, pieces: Iterator[bytes]) -> None:
            files.append(received_file(self._parameters.url, response, pieces, invocation))

        left_s = self._end - invocation.runtime.clock.monotonic()
        if left_s <= 0:
            raise ToolTimeoutError(_TOO_LONG)
        with ExitStack() as opening:
            in_body, in_query = self._placed(more)
            parameters = self._parameters.model_copy(update=in_body)
            request = _request_of(config, parameters, invocation, opening, self._pages)
            request = replace(request, url=_with_fixed(request.url, in_query))
            request = followed(request, url) if url else request
            answer = send_signed(
                request,
                self._security,
                invocation,
                timeout_s=left_s,
                cookies=_cookies(config, invocation),
                sink=keep if config.response_type == "file" else None,
            )
        if not self.succeeded(answer):
            self.answer = answer
            raise _RefusedError(payload(answer))
        if not (more or url):
            self.answer = answer
        data = files[0].to_json() if files else payload(answer, config.response_type)
        return Page(data, answer.headers.get("link", ""), request.url, len(answer.content))

    def _placed(self, more: JsonObject) -> tuple[JsonObject, dict[str, str]]:
        """Return the body and the query of a page: what selects it goes into the body, unless the query has it."""
        if not more or self._fields is None or more.keys() <= self._query().keys():
            return {}, {name: str(value) for name, value in more.items()}
        fields = self._fields
        for path, value in more.items():
            is_text = isinstance(value_at(fields, path), str)
            fields = with_value_at(fields, path, str(value) if is_text else value)
        return {"body": fields}, {}


class _RefusedError(Exception):
    def __init__(self, data: Any) -> None:
        super().__init__()
        self.data = data


def _missing_place(config: HttpRequestConfig) -> Sequence[FieldError]:
    rows = (row.value for row in (*config.headers, *config.query))
    # A node writes its address and body into the arguments.
    return [] if config.placed_arguments else missing_place(config.auth_type, config.url, [config.body, *rows])


def _marked(
    config: HttpRequestConfig, parameters: HttpRequestParameters, marks: Marks
) -> tuple[HttpRequestConfig, HttpRequestParameters]:
    """Return both with marks for the placeholders that the author wrote; a model's text has none."""
    by_node = config.placed_arguments
    if by_node and by_node != digest_of(parameters.url, parameters.body):
        raise ToolArgumentsError(_CHANGED)
    changed: JsonObject = {}
    if config.url or by_node:
        changed["url"] = marked_address(parameters.url, marks)
    if config.body or by_node:
        changed["body"] = marks.put(parameters.body)
    if config.headers:
        changed["headers"] = marks.put(parameters.headers)
    return config.model_copy(update={"query": marked_rows(config.query, marks)}), parameters.model_copy(update=changed)


def _fields_of(config: HttpRequestConfig, parameters: HttpRequestParameters) -> JsonObject | None:
    """Return the fields of a body that may select a page; None where it has none."""
    body: Any = parameters.body
    if parameters.method != "POST" or config.body_type not in ("json", "form"):
        return None
    if isinstance(body, str) and config.body_type == "form":
        body = by_name(parse_qsl(body, keep_blank_values=True))
    elif isinstance(body, str):
        try:
            body = parse_json(body)
        except ValueError:
            return None
    return body if isinstance(body, dict) else None


def _request_of(
    config: HttpRequestConfig,
    parameters: HttpRequestParameters,
    invocation: Invocation,
    opening: ExitStack,
    page: int = 1,
) -> OutboundRequest:
    headers = dict(parameters.headers)
    named = {name.lower() for name in headers}
    if config.method is not None and named & _METHOD_OVERRIDES and not config.headers:
        raise ToolArgumentsError(_FIXED_METHOD)
    content: bytes | StreamedBody | None = None
    if parameters.body not in (None, ""):
        content, kind = _content(config, parameters.body, invocation, opening)
        if "content-type" not in named or config.body_type == "multipart":
            headers = {name: value for name, value in headers.items() if name.lower() != "content-type"}
            headers["Content-Type"] = kind
    key = invocation.context.idempotency_key
    if parameters.method not in READS and key and "idempotency-key" not in named:
        # Requests for further pages are others.
        headers["Idempotency-Key"] = key if page == 1 else f"{key}-{page}"
    url = _with_query(parameters.url, parameters.query_params, url_is_bound=bool(config.url))
    fixed = by_name((row.key.strip(), row.value) for row in config.query if row.key.strip())
    return OutboundRequest(parameters.method, _with_fixed(url, fixed), headers, content, frozenset(fixed))


def _content(
    config: HttpRequestConfig, body: Any, invocation: Invocation, opening: ExitStack
) -> tuple[bytes | StreamedBody, str]:
    body_type: BodyType = config.body_type
    if config.skips_null and body_type in ("form", "multipart") and isinstance(body, dict):
        body = without_null(body)
    match body_type:
        case "file":
            return file_body(body, invocation, opening)
        case "multipart":
            return multipart_body(fields_in(body), invocation, opening)
        case _:
            return encoded(body, body_type, names_once=config.names_once), CONTENT_TYPES[body_type]


def _refusal(response: OutboundResponse) -> Text:
    answered = f"{response.status} {response.reason}".rstrip()
    advice = later(response.wait_s()) if is_transient(response.status) else _ADVICE.get(response.status)
    text = Text("The service returned {answered}.", answered=answered)
    return sentences([text, advice]) if advice else text


def _cookies(config: HttpRequestConfig, invocation: Invocation) -> Cookies | None:
    session = invocation.session
    return session.keep(COOKIES, lambda: Cookies(session.stored(COOKIES) or ())) if config.keeps_cookies else None


def _with_query(url: str, query: Mapping[str, str | int | float | bool], *, url_is_bound: bool) -> str:
    if not query:
        return url
    parsed = _parsed(url)
    if url_is_bound and (fixed := set(query) & set(parsed.params)):
        names = ", ".join(sorted(fixed))
        raise ToolArgumentsError(Text("Set by the tool's owner and cannot be changed: {names}.", names=names))
    values = {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in query.items()}
    return str(parsed.copy_merge_params(values))


def _with_fixed(url: str, query: Mapping[str, str | list[str]]) -> str:
    """Return the address with what the person fixed, in place of what was given under these names."""
    return str(_parsed(url).copy_merge_params(query)) if query else url


def _parsed(url: str) -> httpx2.URL:
    try:
        return httpx2.URL(url)
    except (httpx2.InvalidURL, ValueError) as error:
        raise OutboundBlockedError(MALFORMED) from error
