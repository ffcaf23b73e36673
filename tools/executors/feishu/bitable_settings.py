"""Settings and parameters for a Bitable. Pure."""

import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError, field_validator

from tools.core.definitions import JsonObject
from tools.core.field_errors import refused_value
from tools.core.text import Text
from tools.executors.contract.executor import ToolModel, ToolParameters
from tools.executors.contract.operations import choice_field
from tools.executors.contract.schema import form_field
from tools.executors.feishu.account import Region

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
    name: str = form_field("Field", default="")
    value: Any = form_field("Value", default="")


class FeishuBitableConfig(ToolModel):
    region: Region = form_field(
        "Service",
        default="feishu",
        enum_labels={"feishu": Text("Feishu"), "lark": Text.verbatim("Lark")},
        destination=True,
    )
    app_id: str = form_field("App ID", "In the developer console. Starts with cli_.", default="")
    app_secret: str = form_field("App secret", default="", widget="secret")
    app_token: str = form_field(
        "App token", "The base's URL, or the part after /base/. The model fills it in if you do not.", default=""
    )
    table_id: str = form_field(
        "Table ID", "The part after table= in the URL. The model fills it in if you do not.", default=""
    )
    operation: Operation | None = choice_field(Text("Operation"), _OPERATION_LABELS, "read")
    fields: list[BitableField] | str = form_field(
        "Fields",
        "A JSON list of names and values to write or search for. The model fills it in if you do not.",
        default_factory=list,
        widget="json",
        show_if={"operation": list(WITH_FIELDS)},
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

    field_name: Annotated[str, form_field("Field")]
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
    ] = form_field("Operator", default="is")
    value: list[str | int | float | bool] = form_field(
        "Values",
        'Dates as ["ExactDate", "<milliseconds>"] or ["Today"]. Not needed when checking for empty values.',
        default_factory=list,
        max_length=10,
    )


class Filter(BaseModel):
    """Conditions that all or some must hold."""

    model_config = ConfigDict(extra="forbid")

    conjunction: Literal["and", "or"] = form_field("Join by", default="and")
    conditions: Annotated[list[Condition], form_field("Conditions", max_length=50)]


class Sort(BaseModel):
    """One key of the order."""

    model_config = ConfigDict(extra="forbid")

    field_name: Annotated[str, form_field("Field")]
    desc: bool = form_field("Descending", default=False)


class RecordInput(BaseModel):
    model_config = ConfigDict(extra="forbid")

    record_id: str | None = form_field("Record ID", "For updating several records.", default=None)
    fields: Annotated[dict[str, Any], form_field("Fields")]


class FeishuBitableParameters(ToolParameters):
    operation: Annotated[Operation, form_field("Operation")]
    app_token: Annotated[str, form_field("App token")]
    table_id: str | None = form_field("Table ID", default=None)
    record_id: str | None = form_field("Record ID", "For reading, updating and deleting.", default=None)
    record_ids: list[str] | None = form_field(
        "Record IDs",
        "For deleting several records, and for reading specific ones (at most 100).",
        default=None,
        min_length=1,
        max_length=MOST_RECORDS,
    )
    fields: dict[str, Any] | None = form_field(
        "Fields", "Values by field name, to write (create, update) or to match (search).", default=None
    )
    records: list[RecordInput] | None = form_field(
        "Records", "For creating or updating several records.", default=None, min_length=1, max_length=MOST_RECORDS
    )
    filter: Filter | None = form_field("Filter", "For searching.", default=None)
    sort: list[Sort] | None = form_field("Sort", "For searching.", default=None, max_length=100)
    field_names: list[str] | None = form_field(
        "Field names", "Fields to return. Default: all.", default=None, max_length=200
    )
    view_id: str | None = form_field("View ID", default=None)
    page_size: int = form_field("Page size", default=20, ge=1, le=500)
    page_token: str | None = form_field("Page token", "Returned with the previous page.", default=None)
