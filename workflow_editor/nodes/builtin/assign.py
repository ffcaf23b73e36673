"""Variable assigner: values of the workflow or of a conversation that later runs find again."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Literal

from tools.core.call.summary import field_line
from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.errors import NodeError
from workflow_editor.nodes.base import ConfigProblem, EffectNode, Example, NodeConfig, NodeOutcome
from workflow_editor.nodes.evaluation.condition_operators import to_number
from workflow_editor.nodes.fields.named_values import NamedValue
from workflow_editor.nodes.ports import NodeContext

Operation = Literal["set", "increment", "append", "remove"]
Owner = Literal["workflow", "conversation"]

_MOST_ITEMS = 1000
_NO_NAME = Text("Enter a name for this row.")
_NO_NUMBER = Text("“{name}” cannot be incremented: both it and the value must be numbers.", name="")
_NO_LIST = Text("Nothing can be appended to “{name}”, which is not a list.", name="")
_TOO_LONG = Text("“{name}” already has {most} items. Keep longer lists in a table.", name="", most=0)


class Assignment(NamedValue):
    """One change of one variable."""

    owner: Owner = form_field(
        "Belongs to",
        default="workflow",
        enum_labels={"workflow": Text("Workflow"), "conversation": Text("Conversation")},
    )
    name: str = form_field("Variable", default="", max_length=64)
    operation: Operation = form_field(
        "Change",
        default="set",
        enum_labels={
            "set": Text.in_context("variable", "Set"),
            "increment": Text("Increment by"),
            "append": Text("Append to list"),
            "remove": Text.in_context("variable", "Remove"),
        },
    )
    value: str = form_field(
        "Value", default="", widget="template-line", show_if={"operation": ["set", "increment", "append"]}
    )


class AssignConfig(NodeConfig):
    """The changes, applied atomically in this order."""

    assignments: list[Assignment] = form_field(
        "Changes",
        "Later runs read them as {{ vars.name }}, later messages of a conversation as {{ conversation.name }}. "
        "Test and debug runs work on a copy.",
        default_factory=lambda: [Assignment()],
        max_length=50,
        widget="rows",
    )


class AssignNode(EffectNode[AssignConfig]):
    """Writes once per node run, however often it is tried."""

    id = "assign"
    category = "data"
    icon = "variable-plus"
    title = Text("Variable assigner")
    help = Text("Keeps values for later runs of this workflow, or for later messages of a conversation.")
    keywords = Text("variable, state, memory, counter, static data, remember, persist")
    summary = (field_line("assignments", Text("No variables yet")),)
    has_known_fields = True
    output_fields_from = "assignments"
    example = Example(
        Text("Counts the runs."),
        config={"assignments": [{"name": "count", "operation": "increment", "value": "1"}]},
        output={"count": 8},
    )

    def problems(self, config: AssignConfig) -> Sequence[ConfigProblem]:
        return [
            ConfigProblem("name_missing", f"/assignments/{at}/name", _NO_NAME)
            for at, row in enumerate(config.assignments)
            if not row.name.strip()
        ]

    def run(self, config: AssignConfig, context: NodeContext) -> NodeOutcome:
        # Templates are filled in before anything is locked.
        given = [
            None if row.operation == "remove" else context.variables.value(row.value) for row in config.assignments
        ]
        return NodeOutcome(context.persistent.write(partial(_change, config.assignments, given)))


def _change(
    rows: Sequence[Assignment], given: Sequence[Any], of_workflow: JsonObject, of_conversation: JsonObject
) -> JsonObject:
    """Change the values; the output is what each variable is afterwards."""
    output: JsonObject = {}
    for row, value in zip(rows, given, strict=True):
        values = of_workflow if row.owner == "workflow" else of_conversation
        before = values.pop(row.name, None)
        output[row.name] = None
        if row.operation != "remove":
            values[row.name] = output[row.name] = _CHANGES[row.operation](row.name, before, value)
    return output


def _set(name: str, before: Any, given: Any) -> Any:
    return given


def _increment(name: str, before: Any, given: Any) -> Any:
    number, step = to_number(0 if before is None else before), to_number(1 if given in (None, "") else given)
    if number is None or step is None:
        raise NodeError(_NO_NUMBER.filled(name=name), code="not_a_number")
    return number + step


def _append(name: str, before: Any, given: Any) -> Any:
    items = [] if before is None else before
    if not isinstance(items, list):
        raise NodeError(_NO_LIST.filled(name=name), code="not_a_list")
    if len(items) >= _MOST_ITEMS:
        raise NodeError(_TOO_LONG.filled(name=name, most=_MOST_ITEMS), code="list_too_long")
    return [*items, given]


_CHANGES: Mapping[str, Callable[[str, Any, Any], Any]] = {"set": _set, "increment": _increment, "append": _append}
