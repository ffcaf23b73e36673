"""Fields that every form of an HTTP request has: of the tool and of the workflow's node. Pure."""

from typing import Any

from pydantic import Field

from tools.core.text import Text
from tools.executors.contract.schema import ui


def url_field(help: Text, **x: Any) -> Any:
    """Return the field with the address; `x` are further x-keys of the form, as for `ui`."""
    return Field(
        default="",
        json_schema_extra=ui(
            Text("URL"),
            help,
            widget="template-line",
            autofocus=True,
            placeholder=Text.verbatim("https://api.example.com/items"),
            **x,
        ),
    )


def response_type_field(**x: Any) -> Any:
    """Return the field that says how the answer is read."""
    labels = {
        "auto": Text("Automatic"),
        "json": Text.verbatim("JSON"),
        "text": Text("Text"),
        "file": Text("File"),
        "blob": Text("File (base64)"),
    }
    return Field(default="auto", json_schema_extra=ui("Response type", **x, enum_labels=labels))


def timeout_field(**x: Any) -> Any:
    """Return the field with the time limit, in milliseconds."""
    return Field(
        default=30_000,
        ge=1_000,
        le=600_000,
        json_schema_extra=ui("Time limit", "1,000 to 600,000.", unit="ms", **x),
    )


def idempotency_field(**x: Any) -> Any:
    """Return the field that says whether a changing call may be repeated."""
    return Field(
        default=False,
        json_schema_extra=ui(
            "The service supports Idempotency-Key",
            "A call that changes something can then be retried safely after a failure.",
            **x,
            show_if={"method": ["POST", "PUT", "DELETE", "PATCH"]},
        ),
    )
