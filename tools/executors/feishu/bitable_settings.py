"""What a person and a model fill in for a Bitable. Pure."""

import re
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, field_validator

from tools.core.definitions import JsonObject, Text
from tools.core.field_errors import refused_value
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
    "read": Text("Read", "读取"),
    "search": Text("Search", "搜索"),
    "create": Text("Create", "新增"),
    "update": Text("Update", "更新"),
    "delete": Text("Delete", "删除"),
    "batch_create": Text("Create several", "批量新增"),
    "batch_update": Text("Update several", "批量更新"),
    "batch_delete": Text("Delete several", "批量删除"),
    "list_fields": Text("List the fields", "列出字段"),
    "list_tables": Text("List the tables", "列出数据表"),
}
_ADDRESS = re.compile(r"https://[^/\s]+/base/(?P<token>[A-Za-z0-9]+)")
_NO_BASE_ADDRESS = Text(
    "Enter the app token, or an address with /base/ in it; in a wiki, open the base itself first.",
    "请填写 App Token 或含 /base/ 的多维表格地址。知识库页面的地址中没有该值，请打开多维表格本身。",
)


class BitableField(ToolModel):
    """One field of a record."""

    name: str = Field(default="", json_schema_extra=ui("Field", "字段"))
    value: Any = Field(default="", json_schema_extra=ui("Value", "值"))


class FeishuBitableConfig(ToolModel):
    """Which app, which table, and what to do with it."""

    region: Region = Field(
        default="feishu",
        json_schema_extra=ui(
            "Service",
            "服务",
            enum_labels={"feishu": Text("Feishu", "飞书"), "lark": Text("Lark", "Lark")},
            destination=True,
        ),
    )
    app_id: str = Field(
        default="",
        json_schema_extra=ui(
            "App id", "App ID", "From the developer console; starts with cli_.", "在开发者后台获取，以 cli_ 开头。"
        ),
    )
    app_secret: str = Field(default="", json_schema_extra=ui("App secret", "App Secret", widget="secret"))
    app_token: str = Field(
        default="",
        json_schema_extra=ui(
            "App token",
            "应用 Token",
            "The base's address, or the part after /base/. Empty: the model fills it in.",
            "多维表格地址，或地址中 /base/ 之后的部分。留空则由模型填写。",
        ),
    )
    table_id: str = Field(
        default="",
        json_schema_extra=ui(
            "Table id",
            "数据表 ID",
            "The part after table= in the address. Empty: the model fills it in.",
            "地址中 table= 之后的部分。留空则由模型填写。",
        ),
    )
    operation: Operation | None = Field(
        default="read",
        json_schema_extra=choice_ui(Text("Operation", "操作"), _OPERATION_LABELS),
    )
    fields: list[BitableField] | str = Field(
        default_factory=list,
        json_schema_extra=ui(
            "Fields",
            "字段",
            "A JSON list of name and value: what is written, or what a search must find. Empty: the model fills it in.",
            "由名称和值组成的 JSON 列表：要写入的内容，或搜索要匹配的内容。留空则由模型填写。",
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
    """One condition of a search."""

    model_config = ConfigDict(extra="forbid")

    field_name: str = Field(json_schema_extra=ui("Field", "字段"))
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
    ] = Field(default="is", json_schema_extra=ui("Operator", "运算符"))
    value: list[str | int | float | bool] = Field(
        default_factory=list,
        max_length=10,
        json_schema_extra=ui(
            "Values",
            "值",
            'Dates as ["ExactDate", "<milliseconds>"] or ["Today"]; empty for isEmpty and isNotEmpty.',
            '日期写作 ["ExactDate", "<毫秒数>"] 或 ["Today"]；isEmpty 和 isNotEmpty 留空。',
        ),
    )


class Filter(BaseModel):
    """Conditions that all or some must hold."""

    model_config = ConfigDict(extra="forbid")

    conjunction: Literal["and", "or"] = Field(default="and", json_schema_extra=ui("Join by", "组合方式"))
    conditions: list[Condition] = Field(max_length=50, json_schema_extra=ui("Conditions", "条件"))


class Sort(BaseModel):
    """One key of the order."""

    model_config = ConfigDict(extra="forbid")

    field_name: str = Field(json_schema_extra=ui("Field", "字段"))
    desc: bool = Field(default=False, json_schema_extra=ui("Descending", "降序"))


class RecordInput(BaseModel):
    """One record of a batch."""

    model_config = ConfigDict(extra="forbid")

    record_id: str | None = Field(
        default=None, json_schema_extra=ui("Record id", "记录 ID", "For batch_update.", "用于批量更新。")
    )
    fields: dict[str, Any] = Field(json_schema_extra=ui("Fields", "字段"))


class FeishuBitableParameters(ToolParameters):
    """What the model fills in."""

    operation: Operation = Field(json_schema_extra=ui("Operation", "操作"))
    app_token: str = Field(json_schema_extra=ui("App token", "应用 Token"))
    table_id: str | None = Field(default=None, json_schema_extra=ui("Table id", "数据表 ID"))
    record_id: str | None = Field(
        default=None,
        json_schema_extra=ui("Record id", "记录 ID", "For read, update and delete.", "用于读取、更新和删除。"),
    )
    record_ids: list[str] | None = Field(
        default=None,
        min_length=1,
        max_length=MOST_RECORDS,
        json_schema_extra=ui(
            "Record ids",
            "记录 ID 列表",
            "For batch_delete, and to read certain records (at most 100).",
            "用于批量删除，或读取指定记录（最多 100 条）。",
        ),
    )
    fields: dict[str, Any] | None = Field(
        default=None,
        json_schema_extra=ui(
            "Fields",
            "字段",
            "Values by field name: what create and update write, what search must find.",
            "按字段名填写的值：新增和更新时写入，搜索时用于匹配。",
        ),
    )
    records: list[RecordInput] | None = Field(
        default=None,
        min_length=1,
        max_length=MOST_RECORDS,
        json_schema_extra=ui("Records", "记录列表", "For batch_create and batch_update.", "用于批量新增和批量更新。"),
    )
    filter: Filter | None = Field(default=None, json_schema_extra=ui("Filter", "筛选条件", "For search.", "用于搜索。"))
    sort: list[Sort] | None = Field(
        default=None, max_length=100, json_schema_extra=ui("Sort", "排序", "For search.", "用于搜索。")
    )
    field_names: list[str] | None = Field(
        default=None,
        max_length=200,
        json_schema_extra=ui(
            "Field names", "字段名列表", "Which fields to return; all by default.", "要返回的字段，默认全部返回。"
        ),
    )
    view_id: str | None = Field(default=None, json_schema_extra=ui("View id", "视图 ID"))
    page_size: int = Field(default=20, ge=1, le=500, json_schema_extra=ui("Page size", "每页数量"))
    page_token: str | None = Field(
        default=None,
        json_schema_extra=ui("Page token", "分页标记", "From the page before.", "由上一页返回。"),
    )
