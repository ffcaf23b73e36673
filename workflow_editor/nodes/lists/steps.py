"""The rows of a List node, one step each: which fields count depends on `operation`."""

from typing import Any, Literal

from pydantic import Field

from tools.core.text import Text
from tools.executors.contract.schema import ui
from workflow_editor.nodes.base import NodeConfig
from workflow_editor.nodes.condition_operators import OPERATORS, OperatorName

Operation = Literal[
    "filter", "sort", "unique", "limit", "pick", "group", "summarize", "join", "append", "split", "flatten"
]
Summary = Literal["count", "sum", "average", "minimum", "maximum", "first", "last", "texts"]
Joining = Literal["both", "left", "all"]


def _for(*operations: Operation) -> dict[str, Any]:
    return {"operation": list(operations)}


class ListStep(NodeConfig):
    """One step. A field is a path into the item such as `address.city`; empty means the item itself."""

    operation: Operation = Field(
        default="filter",
        json_schema_extra=ui(
            "Step",
            enum_labels={
                "filter": Text("Keep matching items"),
                "sort": Text("Sort"),
                "unique": Text("Remove duplicates"),
                "limit": Text("Limit"),
                "pick": Text("Pick fields"),
                "group": Text("Group"),
                "summarize": Text("Summarize"),
                "join": Text("Join with another list"),
                "append": Text("Append another list"),
                "split": Text("Split into parts"),
                "flatten": Text("Flatten"),
            },
        ),
    )
    field: str = Field(
        default="",
        max_length=200,
        json_schema_extra=ui(
            "Field",
            placeholder="address.city",
            show_if=_for("filter", "sort", "unique", "group", "summarize", "join", "flatten"),
        ),
    )
    operator: OperatorName = Field(
        default="equals",
        json_schema_extra=ui(
            "Condition", enum_labels={name: known.title for name, known in OPERATORS.items()}, show_if=_for("filter")
        ),
    )
    value: str = Field(default="", json_schema_extra=ui("Value", widget="template-line", show_if=_for("filter")))
    descending: bool = Field(default=False, json_schema_extra=ui("Largest first", show_if=_for("sort")))
    count: int = Field(default=10, ge=1, le=100_000, json_schema_extra=ui("How many", show_if=_for("limit", "split")))
    """Number of items kept, or size of a part."""
    offset: int = Field(default=0, ge=0, le=100_000, json_schema_extra=ui("Skip first", show_if=_for("limit")))
    fields: str = Field(
        default="",
        max_length=2000,
        json_schema_extra=ui("Fields", placeholder="name, address.city as city", show_if=_for("pick")),
    )
    by: str = Field(default="", max_length=200, json_schema_extra=ui("For each", show_if=_for("summarize")))
    """Field to group the summary by; empty for one over all."""
    summary: Summary = Field(
        default="count",
        json_schema_extra=ui(
            "Summary",
            enum_labels={
                "count": Text("Count"),
                "sum": Text("Sum"),
                "average": Text("Average"),
                "minimum": Text("Minimum"),
                "maximum": Text("Maximum"),
                "first": Text("First"),
                "last": Text("Last"),
                "texts": Text("Joined text"),
            },
            show_if=_for("summarize"),
        ),
    )
    other: str = Field(
        default="", json_schema_extra=ui("Other list", widget="template-line", show_if=_for("join", "append"))
    )
    other_field: str = Field(
        default="",
        max_length=200,
        json_schema_extra=ui("Field of the other list", show_if=_for("join")),
    )
    """Empty together with `field`: joins by position."""
    joining: Joining = Field(
        default="both",
        json_schema_extra=ui(
            "Keep",
            enum_labels={
                "both": Text("Only matches"),
                "left": Text("All of this list"),
                "all": Text("All of both lists"),
            },
            show_if=_for("join"),
        ),
    )
