"""Settings and parameters for a Bitable. Pure."""

import re
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, field_validator

from tools.core.definitions import JsonObject
from tools.core.field_errors import refused_value
from tools.core.text import Text
from tools.executors.contract.executor import ToolModel, ToolParameters
from tools.executors.contract.operations import choice_ui
from tools.executors.contract.schema import ui
from tools.executors.feishu.open_api import Region

Operation = Literal[
    "read",
    "search",
    "create",
    "update",
    "delete",
    "batch_create",
    "batch_update",
    "batch_delete",
    "list_fields",
    "list_tables",
]
WITH_FIELDS: tuple[Operation, ...] = ("create", "update", "search")
MOST_RECORDS = 500
_OPERATION_LABELS = {
    "read": Text("Read"),
    "search": Text("Search"),
    "create": Text("Create"),
    "update": Text("Update"),
    "delete": Text("Delete"),
    "batch_create": Text("Create several"),
    "batch_update": Text("Update several"),
    "batch_delete": Text("Delete several"),
    "list_fields": Text("List the fields"),
    "list_tables": Text("List the tables"),
}
_ADDRESS = re.compile(r"https://[^/\s]+/base/(?P<token>[A-Za-z0-9]+)")
_NO_BASE_ADDRESS = Text("Enter the app token, or a URL that contains /base/. In a wiki, open the base itself first.")


class BitableField(ToolModel):
    name: str = Field(default="", json_schema_extra=ui("Field"))
    value: Any = Field(default="", json_schema_extra=ui("Value"))


class FeishuBitableConfig(ToolModel):
    """App, table and operation."""

    region: Region = Field(
        default="feishu",
        json_schema_extra=ui(
            "Service",
            enum_labels={"feishu": Text("Feishu"), "lark": Text.verbatim("Lark")},
            destination=True,
        ),
    )
    app_id: str = Field(
        default="",
        json_schema_extra=ui("App ID", "In the developer console. Starts with cli_."),
    )
    app_secret: str = Field(default="", json_schema_extra=ui("App secret", widget="secret"))
    app_token: str = Field(
        default="",
        json_schema_extra=ui(
            "App token",
            "The base's URL, or the part after /base/. Empty: the model fills it in.",
        ),
    )
    table_id: str = Field(
        default="",
        json_schema_extra=ui(
            "Table ID",
            "The part after table= in the URL. Empty: the model fills it in.",
        ),
    )
    operation: Operation | None = Field(
        default="read",
        json_schema_extra=choice_ui(Text("Operation"), _OPERATION_LABELS),
    )
    fields: list[BitableField] | str = Field(
        default_factory=list,
        json_schema_extra=ui(
            "Fields",
            "A JSON list of names and values to write or search for. Empty: the model fills it in.",
            widget="json",
            show_if={"operation": list(WITH_FIELDS)},
        ),
    )

    @field_validator("app_token")
    @classmethod
    def _token_of(cls, value: str) -> str:
        value = value.strip()
        if not value.startswith(("http://", "https://")):
            return value
        found = _ADDRESS.match(value)
        if found is None:
            raise refused_value("app_token", _NO_BASE_ADDRESS)
        return found["token"]

    def fixed_fields(self) -> JsonObject | None:
        """Return the fields by name; None while their text is not finished."""
        try:
            rows = _ROWS.validate_json(self.fields or "[]") if isinstance(self.fields, str) else self.fields
        except ValidationError:
            return None
        return {row.name: row.value for row in rows if row.name}


_ROWS = TypeAdapter(list[BitableField])


class Condition(BaseModel):
    model_config = ConfigDict(extra="forbid")

    field_name: str = Field(json_schema_extra=ui("Field"))
    operator: Literal[
        "is",
        "isNot",
        "contains",
        "doesNotContain",
        "isEmpty",
        "isNotEmpty",
        "isGreater",
        "isGreaterEqual",
        "isLess",
        "isLessEqual",
    ] = Field(default="is", json_schema_extra=ui("Operator"))
    value: list[str | int | float | bool] = Field(
        default_factory=list,
        max_length=10,
        json_schema_extra=ui(
            "Values",
            'Dates as ["ExactDate", "<milliseconds>"] or ["Today"]. Empty for isEmpty and isNotEmpty.',
        ),
    )


class Filter(BaseModel):
    """Conditions that all or some must hold."""

    model_config = ConfigDict(extra="forbid")

    conjunction: Literal["and", "or"] = Field(default="and", json_schema_extra=ui("Join by"))
    conditions: list[Condition] = Field(max_length=50, json_schema_extra=ui("Conditions"))


class Sort(BaseModel):
    """One key of the order."""

    model_config = ConfigDict(extra="forbid")

    field_name: str = Field(json_schema_extra=ui("Field"))
    desc: bool = Field(default=False, json_schema_extra=ui("Descending"))


class RecordInput(BaseModel):
    model_config = ConfigDict(extra="forbid")

    record_id: str | None = Field(default=None, json_schema_extra=ui("Record ID", "For batch_update."))
    fields: dict[str, Any] = Field(json_schema_extra=ui("Fields"))


class FeishuBitableParameters(ToolParameters):
    operation: Operation = Field(json_schema_extra=ui("Operation"))
    app_token: str = Field(json_schema_extra=ui("App token"))
    table_id: str | None = Field(default=None, json_schema_extra=ui("Table ID"))
    record_id: str | None = Field(
        default=None,
        json_schema_extra=ui("Record ID", "For read, update and delete."),
    )
    record_ids: list[str] | None = Field(
        default=None,
        min_length=1,
        max_length=MOST_RECORDS,
        json_schema_extra=ui(
            "Record IDs",
            "For batch_delete, and to read specific records (at most 100).",
        ),
    )
    fields: dict[str, Any] | None = Field(
        default=None,
        json_schema_extra=ui(
            "Fields",
            "Values by field name, to write (create, update) or to match (search).",
        ),
    )
    records: list[RecordInput] | None = Field(
        default=None,
        min_length=1,
        max_length=MOST_RECORDS,
        json_schema_extra=ui("Records", "For batch_create and batch_update."),
    )
    filter: Filter | None = Field(default=None, json_schema_extra=ui("Filter", "For search."))
    sort: list[Sort] | None = Field(default=None, max_length=100, json_schema_extra=ui("Sort", "For search."))
    field_names: list[str] | None = Field(
        default=None,
        max_length=200,
        json_schema_extra=ui("Field names", "Fields to return. Default: all."),
    )
    view_id: str | None = Field(default=None, json_schema_extra=ui("View ID"))
    page_size: int = Field(default=20, ge=1, le=500, json_schema_extra=ui("Page size"))
    page_token: str | None = Field(
        default=None,
        json_schema_extra=ui("Page token", "Returned with the previous page."),
    )
