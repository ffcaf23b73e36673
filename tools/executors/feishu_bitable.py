"""Feishu Bitable records: declared, not implemented yet. Pure."""

from typing import Any, Literal

from pydantic import Field

from tools.definitions import JsonObject, Text
from tools.executors.base import ToolModel, ToolParameters, UiTool
from tools.executors.declared import DeclaredExecutor
from tools.schema import ui

Operation = Literal["read", "create", "update", "delete", "search"]
_OPERATION_LABELS = {
    "read": Text("Read", "读取"),
    "create": Text("Create", "新增"),
    "update": Text("Update", "更新"),
    "delete": Text("Delete", "删除"),
    "search": Text("Search", "搜索"),
}


class BitableField(ToolModel):
    """One field of a record."""

    name: str = Field(default="", json_schema_extra=ui("Field", "字段"))
    value: Any = Field(default="", json_schema_extra=ui("Value", "值"))


class FeishuBitableConfig(ToolModel):
    """Which table, and what to do with it."""

    app_token: str = Field(
        default="", json_schema_extra=ui("App token", "应用 Token", "From the table's address.", "在多维表格地址中。")
    )
    table_id: str = Field(default="", json_schema_extra=ui("Table id", "数据表 ID"))
    operation: Operation = Field(
        default="read", json_schema_extra=ui("Operation", "操作", enum_labels=_OPERATION_LABELS)
    )
    fields: list[BitableField] | str = Field(
        default_factory=list,
        json_schema_extra=ui(
            "Fields",
            "字段",
            "A JSON list of name and value; kept as text while it is not finished.",
            "由名称和值组成的 JSON 列表；未写完时按文本保存。",
            widget="json",
            show_if={"operation": ["create", "update", "search"]},
        ),
    )


class FeishuBitableParameters(ToolParameters):
    """What the model fills in."""

    operation: Operation = Field(json_schema_extra=ui("Operation", "操作"))
    app_token: str = Field(json_schema_extra=ui("App token", "应用 Token"))
    table_id: str = Field(json_schema_extra=ui("Table id", "数据表 ID"))
    record_id: str | None = Field(
        default=None, json_schema_extra=ui("Record id", "记录 ID", "For update and delete.", "用于更新和删除。")
    )
    fields: dict[str, Any] | None = Field(
        default=None, json_schema_extra=ui("Fields", "字段", "For create and update.", "用于新增和更新。")
    )
    page_size: int = Field(default=20, ge=1, le=500, json_schema_extra=ui("Page size", "每页数量"))
    page_token: str | None = Field(default=None, json_schema_extra=ui("Page token", "分页标记"))
    view_id: str | None = Field(default=None, json_schema_extra=ui("View id", "视图 ID"))
    filter: str | None = Field(default=None, json_schema_extra=ui("Filter", "筛选条件", "For search.", "用于搜索。"))


class FeishuBitableExecutor(DeclaredExecutor[FeishuBitableConfig, FeishuBitableParameters]):
    """`feishu_bitable`."""

    name = "feishu_bitable"
    title = Text("Feishu Bitable", "飞书多维表格")
    help = Text("Read and write records of a Feishu Bitable.", "读写飞书多维表格中的记录。")
    icon = "table"
    category = "data"
    resource_type = "document"
    parameters_model = FeishuBitableParameters
    ui_tools = (UiTool("feishu-bitable", title, help, "table", FeishuBitableConfig),)

    def bound(self, config: FeishuBitableConfig) -> JsonObject:
        """Return what the person filled in; the operation always is."""
        filled = {"app_token": config.app_token, "table_id": config.table_id, "operation": config.operation}
        return {name: value for name, value in filled.items() if value}
