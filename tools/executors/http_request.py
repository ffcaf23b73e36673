"""Calls any HTTP address through the guarded client. Pure."""

import re
from collections.abc import Mapping
from typing import Any, Literal

import httpx2
from pydantic import Field, field_validator

from tools.addresses import MALFORMED, AddressGuard
from tools.definitions import CallContext, EffectClass, JsonObject, OperationType, Text
from tools.envelope import ResultCode, ToolResult, failure
from tools.errors import OutboundBlockedError, ToolArgumentsError
from tools.executors.base import Executor, Invocation, ToolModel, ToolParameters, UiTool
from tools.executors.http_bodies import CONTENT_TYPES, BodyType, encoded, payload
from tools.field_errors import refused_value
from tools.outbound import OutboundRequest
from tools.schema import ui

Method = Literal["GET", "POST", "PUT", "DELETE", "PATCH"]

_BODY_METHODS: list[Method] = ["POST", "PUT", "PATCH"]
_RESERVED_HEADERS = frozenset({"host", "content-length", "transfer-encoding", "connection", "upgrade", "te", "trailer"})
_METHOD_OVERRIDES = frozenset({"x-http-method-override", "x-http-method", "x-method-override"})
_SHOWN_HEADERS = frozenset(
    {"content-type", "content-length", "date", "etag", "last-modified", "location", "retry-after"}
)
# Source: RFC 9110, 5.1 and 5.5.
_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]*")
_LINE_END = re.compile(r"[\r\n\0]")
_NAME_FORM = Text(
    "A header name holds letters, digits and hyphens, no spaces.", "请求头名称只能包含字母、数字和连字符，不能有空格。"
)
_VALUE_FORM = Text("A header value is one line of text.", "请求头的值只能是一行文本。")
_FIXED_METHOD = Text(
    "The method is fixed by the tool's owner and cannot be overridden by a header.",
    "请求方法已由工具的所有者设定，不能通过请求头更改。",
)
_TRANSIENT = {
    408: ResultCode.TIMEOUT,
    429: ResultCode.UNAVAILABLE,
    503: ResultCode.UNAVAILABLE,
    504: ResultCode.TIMEOUT,
}


class HeaderRow(ToolModel):
    """One header."""

    key: str = Field(default="", json_schema_extra=ui("Name", "名称"))
    value: str = Field(default="", json_schema_extra=ui("Value", "值"))

    @field_validator("key")
    @classmethod
    def _legal_name(cls, key: str) -> str:
        if not _HEADER_NAME.fullmatch(key.strip()):
            raise refused_value("header_name", _NAME_FORM)
        return key

    @field_validator("value")
    @classmethod
    def _one_line(cls, value: str) -> str:
        if _LINE_END.search(value):
            raise refused_value("header_value", _VALUE_FORM)
        return value


class HttpRequestConfig(ToolModel):
    """What a person fixes; what is left empty the model fills in."""

    method: Method | None = Field(
        default="GET",
        json_schema_extra=ui(
            "Method", "请求方法", "Empty: the model chooses the method.", "留空则由模型选择请求方法。"
        ),
    )
    url: str = Field(
        default="",
        json_schema_extra=ui(
            "Address",
            "请求地址",
            "http or https. Empty: the model fills in the address.",
            "http 或 https 地址。留空则由模型填写。",
            widget="template-line",
            placeholder=Text("https://api.example.com/items", "https://api.example.com/items"),
        ),
    )
    headers: list[HeaderRow] = Field(
        default_factory=list,
        json_schema_extra=ui(
            "Headers",
            "请求头",
            "The model sees neither names nor values. None: the model may send headers of its own.",
            "模型看不到这里的名称和值。留空则模型可自行发送请求头。",
            widget="key-values",
        ),
    )
    body: str = Field(
        default="",
        json_schema_extra=ui(
            "Body",
            "请求体",
            "Empty: the model fills in the body.",
            "留空则由模型填写请求体。",
            widget="template",
            show_if={"method": _BODY_METHODS},
        ),
    )
    body_type: BodyType = Field(
        default="json",
        json_schema_extra=ui(
            "Body type",
            "请求体类型",
            show_if={"method": _BODY_METHODS},
            enum_labels={"json": Text("JSON", "JSON"), "form": Text("Form", "表单"), "raw": Text("Text", "纯文本")},
        ),
    )
    timeout: int = Field(
        default=30_000,
        ge=1_000,
        le=60_000,
        json_schema_extra=ui("Time limit", "超时时间", "1,000 to 60,000.", "1,000 至 60,000。", unit="ms"),
    )
    sends_idempotency_key: bool = Field(
        default=False,
        json_schema_extra=ui(
            "The service honours Idempotency-Key",
            "服务支持 Idempotency-Key",
            "Then a call that changes something may be repeated safely after a failure.",
            "开启后，失败的写操作可以安全地重试。",
            show_if={"method": ["POST", "PUT", "DELETE", "PATCH"]},
        ),
    )

    @field_validator("url")
    @classmethod
    def _callable_address(cls, url: str) -> str:
        url = url.strip()
        if url and not _is_template(url):
            try:
                AddressGuard(["0.0.0.0/0", "::/0", "localhost"]).check_url(url)
            except OutboundBlockedError as error:
                raise refused_value("address", error.text) from error
        return url

    @field_validator("headers")
    @classmethod
    def _sendable_headers(cls, rows: list[HeaderRow]) -> list[HeaderRow]:
        _refuse_reserved(row.key for row in rows)
        return rows


class HttpRequestParameters(ToolParameters):
    """What the model fills in."""

    url: str = Field(
        min_length=1,
        json_schema_extra=ui(
            "Address",
            "请求地址",
            "Full http or https address, without user name or password.",
            "完整的 http 或 https 地址，不含用户名和密码。",
        ),
    )
    method: Method = Field(default="GET", json_schema_extra=ui("Method", "请求方法"))
    query_params: dict[str, str | int | float | bool] = Field(
        default_factory=dict,
        json_schema_extra=ui(
            "Query parameters", "查询参数", "Added to the address.", "附加到地址之后。", widget="json"
        ),
    )
    headers: dict[str, str] = Field(
        default_factory=dict, json_schema_extra=ui("Headers", "请求头", "By name.", "按名称填写。", widget="json")
    )
    body: dict[str, Any] | list[Any] | str | None = Field(
        default=None,
        json_schema_extra=ui(
            "Body", "请求体", "An object, a list or text; only for POST, PUT and PATCH.", "仅用于 POST、PUT 和 PATCH。"
        ),
    )

    @field_validator("headers")
    @classmethod
    def _sendable_headers(cls, headers: dict[str, str]) -> dict[str, str]:
        _refuse_reserved(headers)
        return headers


class HttpRequestExecutor(Executor[HttpRequestConfig, HttpRequestParameters]):
    """`http_request`: success mirrors the status 2xx; the error text holds the status."""

    name = "http_request"
    title = Text("HTTP request", "HTTP 请求")
    help = Text("Call an HTTP address and return its answer.", "调用 HTTP 地址并返回其响应。")
    icon = "world"
    category = "web"
    resource_type = "http"
    operation = OperationType.QUERY
    effect_class = EffectClass.UNREPEATABLE
    parameters_model = HttpRequestParameters
    ui_tools = (UiTool("http-request", title, help, "world", HttpRequestConfig),)

    def bound(self, config: HttpRequestConfig) -> JsonObject:
        """Return what the person filled in; a fixed GET or DELETE has no body to fill in either."""
        fixed: JsonObject = {}
        if config.url:
            fixed["url"] = config.url
        if config.method is not None:
            fixed["method"] = config.method
        if config.headers:
            fixed["headers"] = {row.key: row.value for row in config.headers if row.key.strip()}
        if config.body:
            fixed["body"] = config.body
        elif config.method is not None and config.method not in _BODY_METHODS:
            fixed["body"] = None
        return fixed

    def addresses(self, config: HttpRequestConfig) -> Mapping[str, str]:
        """Return the fixed address, unless it is filled in at run time."""
        return {"/url": config.url} if config.url and not _is_template(config.url) else {}

    def effect(self, config: HttpRequestConfig, parameters: HttpRequestParameters, context: CallContext) -> EffectClass:
        """A GET may be repeated; anything else only where the service honours the key that is sent along."""
        keyed = config.sends_idempotency_key and context.idempotency_key
        return EffectClass.REPEATABLE if parameters.method == "GET" or keyed else EffectClass.UNREPEATABLE

    def rehearse(
        self, config: HttpRequestConfig, parameters: HttpRequestParameters, invocation: Invocation
    ) -> JsonObject:
        """Check the address and tell what would be sent."""
        request = self._request(config, parameters, invocation)
        invocation.runtime.outbound.check(request.url)
        return {
            "would": f"send {request.method}",
            "url": request.url,
            "headers": sorted(request.headers),
            "bytes": len(request.content or b""),
        }

    def execute(
        self, config: HttpRequestConfig, parameters: HttpRequestParameters, invocation: Invocation
    ) -> ToolResult:
        """Send the request and return status, statusText, headers and data."""
        request = self._request(config, parameters, invocation)
        timeout_s = min(config.timeout / 1000, invocation.timeout_s)
        response = invocation.runtime.outbound.send(request, timeout_s=timeout_s)
        operation = OperationType.QUERY if request.method == "GET" else OperationType.OPERATION
        data = {
            "status": response.status,
            "statusText": response.reason,
            "headers": {name: value for name, value in response.headers.items() if name in _SHOWN_HEADERS},
            "data": payload(response),
        }
        if 200 <= response.status < 300:
            message = f"{request.method} answered {response.status}."
            return ToolResult(success=True, operationType=operation, data=data, message=message)
        code = _TRANSIENT.get(response.status, ResultCode.BACKEND)
        answered = f"{response.status} {response.reason}".rstrip()
        refusal = Text(f"The service answered {answered}.", f"对方服务返回 {answered}。")
        return failure(operation, refusal, code=code, data=data)

    def _request(
        self, config: HttpRequestConfig, parameters: HttpRequestParameters, invocation: Invocation
    ) -> OutboundRequest:
        headers = dict(parameters.headers)
        named = {name.lower() for name in headers}
        if config.method is not None and named & _METHOD_OVERRIDES and not config.headers:
            raise ToolArgumentsError(_FIXED_METHOD)
        content = None
        if parameters.method in _BODY_METHODS and parameters.body not in (None, ""):
            content = encoded(parameters.body, config.body_type)
            if "content-type" not in named:
                headers["Content-Type"] = CONTENT_TYPES[config.body_type]
        key = invocation.context.idempotency_key
        if parameters.method != "GET" and key and "idempotency-key" not in named:
            headers["Idempotency-Key"] = key
        url = _with_query(parameters.url, parameters.query_params, url_is_bound=bool(config.url))
        return OutboundRequest(parameters.method, url, headers, content)


def _is_template(text: str) -> bool:
    return "{{" in text or "{%" in text


def _refuse_reserved(names: Any) -> None:
    for name in names:
        if name.strip().lower() in _RESERVED_HEADERS:
            text = Text(
                f"Remove the header {name}: it is set by the client itself.",
                f"请删除请求头 {name}：它由客户端自动设置。",
            )
            raise refused_value("reserved_header", text)


def _with_query(url: str, query: Mapping[str, str | int | float | bool], *, url_is_bound: bool) -> str:
    if not query:
        return url
    try:
        parsed = httpx2.URL(url)
    except (httpx2.InvalidURL, ValueError) as error:
        raise OutboundBlockedError(MALFORMED) from error
    if url_is_bound and (fixed := set(query) & set(parsed.params)):
        names = ", ".join(sorted(fixed))
        raise ToolArgumentsError(
            Text(
                f"Fixed by the tool's owner and cannot be changed: {names}.",
                f"以下参数已由工具的所有者设定，不能更改：{names}。",
            )
        )
    values = {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in query.items()}
    return str(parsed.copy_merge_params(values))
