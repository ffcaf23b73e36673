"""List: filters, sorts, groups, joins and transforms items, step by step."""

from collections.abc import Iterable, Sequence

from tools.core.call.summary import field_line
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.nodes.base import ConfigProblem, EffectNode, Example, NodeConfig, NodeOutcome, OutputField
from workflow_editor.nodes.evaluation.condition_operators import OPERATORS
from workflow_editor.nodes.lists.run import PICKED_TWICE, as_list, picked_fields, repeated_field, run_steps
from workflow_editor.nodes.lists.steps import ListStep
from workflow_editor.nodes.ports import NodeContext, Variables

_NO_OTHER = Text("Choose the other list.")
_NO_FIELDS = Text("Enter the fields to keep.")


class ListConfig(NodeConfig):
    items: str = form_field(
        "List", "A variable with a list, or a list as JSON.", default="", widget="template-line", autofocus=True
    )
    steps: list[ListStep] = form_field(
        "Steps",
        "Carried out in this order. A field is a path such as address.city; without one, the step uses the whole item.",
        default_factory=list,
        max_length=20,
        widget="rows",
    )


class ListNode(EffectNode[ListConfig]):
    """Works on a list of at most 100,000 items, which takes up to some seconds: too long for a step."""

    id = "list"
    category = "data"
    icon = "filter"
    title = Text("List")
    help = Text("Filters, sorts, groups, summarizes and joins lists.")
    keywords = Text("filter, sort, unique, limit, group by, aggregate, merge, join, split, chunk, array, items")
    summary = (field_line("items", Text("No list yet")),)
    needs = (ConfigProblem("list_missing", "/items", Text("Choose the list.")),)
    has_known_fields = True
    output_fields = (
        OutputField("items", "array", Text("Items")),
        OutputField("count", "number", Text("Number of items")),
        OutputField("first", "any", Text.in_context("list", "First item")),
    )
    example = Example(
        Text("Keeps the two cheapest fruits."),
        config={
            "items": "{{ inputs.fruits }}",
            "steps": [{"operation": "sort", "field": "price"}, {"operation": "limit", "count": 2}],
        },
        inputs={"fruits": [{"name": "fig", "price": 3}, {"name": "apple", "price": 1}, {"name": "pear", "price": 2}]},
        output={
            "items": [{"name": "apple", "price": 1}, {"name": "pear", "price": 2}],
            "count": 2,
            "first": {"name": "apple", "price": 1},
        },
    )

    def problems(self, config: ListConfig) -> Sequence[ConfigProblem]:
        found = [*super().problems(config)]
        for at, step in enumerate(config.steps):
            if step.operation in ("join", "append") and not step.other.strip():
                found.append(ConfigProblem("list_missing", f"/steps/{at}/other", _NO_OTHER))
            if step.operation == "pick" and not picked_fields(step.fields):
                found.append(ConfigProblem("fields_missing", f"/steps/{at}/fields", _NO_FIELDS))
            if step.operation == "pick" and (twice := repeated_field(picked_fields(step.fields))):
                text = PICKED_TWICE.filled(name=twice)
                found.append(ConfigProblem("name_repeated", f"/steps/{at}/fields", text, "warning"))
        return found

    def templates(self, config: ListConfig) -> Iterable[str]:
        yield config.items
        for step in config.steps:
            if step.operation in ("join", "append"):
                yield step.other
            if step.operation == "filter" and OPERATORS[step.operator].takes_value:
                yield step.value

    def run(self, config: ListConfig, context: NodeContext) -> NodeOutcome:
        return self.preview(config, context.variables)

    def preview(self, config: ListConfig, variables: Variables) -> NodeOutcome:
        before = as_list(variables.value(config.items))
        items = run_steps(before, config.steps, variables)
        output = {"items": items, "count": len(items), "first": items[0] if items else None}
        return NodeOutcome(output, inputs={"items": before})
