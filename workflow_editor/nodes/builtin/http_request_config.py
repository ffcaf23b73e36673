"""What an HTTP request node can be told; its form is drawn from this."""

from typing import Any, Literal

from pydantic import ConfigDict, Field

from tools.core.definitions import Text
from tools.executors.contract.schema import groups, ui
from tools.executors.http_request.bodies import ResponseType
from tools.executors.http_request.fields import idempotency_field, response_type_field, timeout_field, url_field
from tools.executors.http_request.settings import BODY_METHODS, Method
from workflow_editor.nodes.base import NodeConfig

MAX_ROWS = 100
_SIGNED = ["basic", "bearer", "apikey"]
_SECRET_HELP = Text(
    "A variable such as {{ inputs.token }}. Secrets themselves are not stored in a workflow.",
    "引用变量，例如 {{ inputs.token }}。工作流中不保存密钥本身。",
)


class Row(NodeConfig):
    """A name and a value; the value is a template."""

    key: str = Field(default="", max_length=200, json_schema_extra=ui("Name", "名称"))
    value: str = Field(default="", json_schema_extra=ui("Value", "值", widget="template-line"))


def _rows_field(title_en: str, title_zh: str, **x: Any) -> Any:
    return Field(
        default_factory=list,
        max_length=MAX_ROWS,
        json_schema_extra=ui(title_en, title_zh, widget="key-values", **x),
    )


class HttpRequestNodeConfig(NodeConfig):
    """The request, how it is signed, and how its answer is read."""

    model_config = ConfigDict(
        json_schema_extra=groups(
            ("request", Text("Request", "请求"), False),
            ("body", Text("Body", "请求体"), False),
            ("auth", Text("Authentication", "身份验证"), True),
            ("answer", Text("Answer", "响应"), True),
        )
    )

    method: Method = Field(default="GET", json_schema_extra=ui("Method", "请求方法", group="request"))
    url: str = url_field(
        Text("http or https; may hold variables.", "http 或 https 地址，可以包含变量。"), group="request"
    )
    query: list[Row] = _rows_field("Query parameters", "查询参数", group="request")
    headers: list[Row] = _rows_field("Headers", "请求头", group="request")
    body_type: Literal["none", "json", "form", "raw"] = Field(
        default="none",
        json_schema_extra=ui(
            "Body type",
            "请求体类型",
            group="body",
            show_if={"method": BODY_METHODS},
            enum_labels={
                "none": Text("None", "无"),
                "json": Text("JSON", "JSON"),
                "form": Text("Form", "表单"),
                "raw": Text("Text", "纯文本"),
            },
        ),
    )
    body: str = Field(
        default="",
        json_schema_extra=ui(
            "Body",
            "请求体",
            "For JSON, one single reference keeps its form; inside of JSON use {{ value | json }}.",
            "格式为 JSON 时，只包含一个引用会保留原来的结构；嵌入 JSON 时请用 {{ 变量 | json }}。",
            widget="template",
            group="body",
            show_if={"method": BODY_METHODS, "bodyType": ["json", "raw"]},
        ),
    )
    form: list[Row] = _rows_field(
        "Form fields", "表单字段", group="body", show_if={"method": BODY_METHODS, "bodyType": ["form"]}
    )
    auth_type: Literal["none", "basic", "bearer", "apikey"] = Field(
        default="none",
        json_schema_extra=ui(
            "Kind",
            "方式",
            group="auth",
            enum_labels={
                "none": Text("None", "无"),
                "basic": Text("User name and password", "用户名和密码"),
                "bearer": Text("Bearer token", "Bearer 令牌"),
                "apikey": Text("API key", "API 密钥"),
            },
        ),
    )
    credential: str = Field(
        default="",
        max_length=64,
        json_schema_extra=ui(
            "Credential",
            "凭据",
            "One of your stored credentials. The workflow only keeps which one, and only your own runs can use it.",
            "选择您已保存的凭据。工作流只记录选择了哪个凭据，且只有您自己的运行可以使用它。",
            widget="credential",
            group="auth",
            show_if={"authType": _SIGNED},
        ),
    )
    auth_username: str = Field(
        default="",
        json_schema_extra=ui(
            "User name",
            "用户名",
            widget="template-line",
            group="auth",
            show_if={"authType": ["basic"], "credential": [""]},
        ),
    )
    auth_name: str = Field(
        default="X-API-Key",
        max_length=200,
        json_schema_extra=ui("Name of the key", "密钥名称", group="auth", show_if={"authType": ["apikey"]}),
    )
    auth_place: Literal["header", "query"] = Field(
        default="header",
        json_schema_extra=ui(
            "Sent as",
            "发送位置",
            group="auth",
            show_if={"authType": ["apikey"]},
            enum_labels={"header": Text("Header", "请求头"), "query": Text("Query parameter", "查询参数")},
        ),
    )
    auth_secret: str = Field(
        default="",
        json_schema_extra=ui(
            "Password, token or key",
            "密码、令牌或密钥",
            _SECRET_HELP.en,
            _SECRET_HELP.zh,
            widget="template-line",
            group="auth",
            show_if={"authType": _SIGNED, "credential": [""]},
        ),
    )
    response_type: ResponseType = response_type_field(group="answer")
    on_error_status: Literal["fail", "continue"] = Field(
        default="fail",
        json_schema_extra=ui(
            "When the status is not 2xx",
            "状态码不是 2xx 时",
            group="answer",
            enum_labels={
                "fail": Text("Fail", "失败"),
                "continue": Text("Continue with the response", "继续并输出响应"),
            },
        ),
    )
    timeout: int = timeout_field(group="answer")
    sends_idempotency_key: bool = idempotency_field(group="answer")
