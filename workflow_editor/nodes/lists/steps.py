"""The rows of a List node, one step each: which fields count depends on `operation`."""

from typing import Any, Literal

from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.nodes.base import NodeConfig
from workflow_editor.nodes.evaluation.condition_operators import OPERATORS, OperatorName

Operation = Literal[
    "filter", "sort", "unique", "limit", "pick", "group", "summarize", "join", "append", "split", "flatten"
]
Summary = Literal["count", "sum", "average", "minimum", "maximum", "first", "last", "texts"]
Joining = Literal["both", "left", "all"]


def _for(*operations: Operation) -> dict[str, Any]:
    return {"operation": list(operations)}


class ListStep(NodeConfig):
    """One step. A field is a path into the item such as `address.city`; empty means the item itself."""

    operation: Operation = form_field(
        "Step",
        default="filter",
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
    )
    field: str = form_field(
        "Field",
        default="",
        max_length=200,
        placeholder="address.city",
        show_if=_for("filter", "sort", "unique", "group", "summarize", "join", "flatten"),
    )
    operator: OperatorName = form_field(
        "Condition",
        default="equals",
        enum_labels={name: known.title for name, known in OPERATORS.items()},
        show_if=_for("filter"),
    )
    value: str = form_field("Value", default="", widget="template-line", show_if=_for("filter"))
    descending: bool = form_field("Largest first", default=False, show_if=_for("sort"))
    count: int = form_field("How many", default=10, ge=1, le=100_000, show_if=_for("limit", "split"))
    """Number of items that are kept, or that a part has."""
    offset: int = form_field("Skip first", default=0, ge=0, le=100_000, show_if=_for("limit"))
    fields: str = form_field(
        "Fields", default="", max_length=2000, placeholder="name, address.city as city", show_if=_for("pick")
    )
    by: str = form_field("For each", default="", max_length=200, show_if=_for("summarize"))
    """The field to group by, with one summary for each value; empty: one for all."""
    summary: Summary = form_field(
        "Summary",
        default="count",
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
    )
    other: str = form_field("Other list", default="", widget="template-line", show_if=_for("join", "append"))
    other_field: str = form_field("Field of the other list", default="", max_length=200, show_if=_for("join"))
    """Empty together with `field`: the first with the first, the second with the second."""
    joining: Joining = form_field(
        "Keep",
        default="both",
        enum_labels={
            "both": Text("Only the matches"),
            "left": Text("All of this list"),
            "all": Text("All of both lists"),
        },
        show_if=_for("join"),
    )
