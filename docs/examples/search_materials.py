"""A business lookup as a tool: `@tool` turns a typed function into one. See docs/tools/own-tools.md."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from tools.core.definitions import JsonObject, OperationType
from tools.core.envelope import ToolResult, empty, query_success
from tools.core.errors import ToolArgumentsError
from tools.core.text import Text
from tools.executors.contract.function import tool
from tools.executors.contract.schema import ui


@dataclass(frozen=True, slots=True)
class Material:
    """One row of the stock; your own model or service stands here."""

    number: str
    name: str
    in_stock: int


STOCK = (
    Material("M-1001", "Oak board 20 mm", 14),
    Material("M-1002", "Oak board 40 mm", 0),
    Material("M-2001", "Birch plywood 12 mm", 60),
)

_Words = Annotated[
    str,
    Field(
        min_length=1,
        max_length=100,
        json_schema_extra=ui(
            Text.of(en="Words", zh="关键词"), Text.of(en="Words of the material's name.", zh="物料名称中的关键词。")
        ),
    ),
]
_Limit = Annotated[
    int,
    Field(
        ge=1,
        le=50,
        json_schema_extra=ui(Text.of(en="At most", zh="最多"), Text.of(en="Number of results.", zh="返回的最大数量。")),
    ),
]


@tool(
    "materials:search",
    title=Text.of(en="Search materials", zh="查询物料"),
    help=Text.of(en="Find materials by name, with what is in stock.", zh="按名称查询物料及其库存。"),
    category="data",
    icon="packages",
    requires_permission=True,
)
def search_materials(words: _Words, limit: _Limit = 10, only_in_stock: bool = False) -> ToolResult:
    """Find materials by name, with what is in stock."""
    wanted = words.lower().split()
    if not wanted:
        raise ToolArgumentsError(Text.of(en="Enter at least one word.", zh="请至少输入一个关键词。"))
    found = [
        material
        for material in STOCK
        if all(word in material.name.lower() for word in wanted) and (material.in_stock or not only_in_stock)
    ]
    if not found:
        return empty(OperationType.QUERY, "No material has such a name.")
    return query_success([_row(material) for material in found[:limit]], f"{len(found)} materials found.")


def _row(material: Material) -> JsonObject:
    return {"number": material.number, "name": material.name, "in_stock": material.in_stock}
