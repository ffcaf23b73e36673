"""Fields that every form of an HTTP request has: of the tool and of the workflow's node. Pure."""

from typing import Any

from pydantic import Field

from tools.core.definitions import Text
from tools.executors.contract.schema import ui


def url_field(help: Text, **x: Any) -> Any:
    """Return the field with the address; `x` are further x-keys of the form, as for `ui`."""
    return Field(
        default="",
        json_schema_extra=ui(
            "Address",
            "请求地址",
            help.en,
            help.zh,
            widget="template-line",
            placeholder=Text("https://api.example.com/items", "https://api.example.com/items"),
            **x,
        ),
    )


def response_type_field(**x: Any) -> Any:
    """Return the field that says how the answer is read."""
    labels = {
        "auto": Text("Automatic", "自动"),
        "json": Text("JSON", "JSON"),
        "text": Text("Text", "文本"),
        "blob": Text("File (base64)", "文件（base64）"),
    }
    return Field(default="auto", json_schema_extra=ui("Response type", "响应类型", **x, enum_labels=labels))


def timeout_field(**x: Any) -> Any:
    """Return the field with the time limit, in milliseconds."""
    return Field(
        default=30_000,
        ge=1_000,
        le=60_000,
        json_schema_extra=ui("Time limit", "超时时间", "1,000 to 60,000.", "1,000 至 60,000。", unit="ms", **x),
    )


def idempotency_field(**x: Any) -> Any:
    """Return the field that says whether a changing call may be repeated."""
    return Field(
        default=False,
        json_schema_extra=ui(
            "The service honours Idempotency-Key",
            "服务支持 Idempotency-Key",
            "Then a call that changes something may be repeated safely after a failure.",
            "开启后，失败的写操作可以安全地重试。",
            **x,
            show_if={"method": ["POST", "PUT", "DELETE", "PATCH"]},
        ),
    )
