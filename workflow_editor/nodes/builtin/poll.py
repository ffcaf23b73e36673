"""Poll: lists items with a tool at intervals; each new item starts a run."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

from tools.core.call.summary import SummaryText, field_line
from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.executors.contract.executor import Listing
from tools.executors.contract.schema import form_field, groups
from tools.executors.registry import registry
from workflow_editor.nodes.base import ConfigProblem, Example, OutputField
from workflow_editor.nodes.fields.tool_call_config import ToolCallConfig
from workflow_editor.nodes.triggers import Fills, TriggerConfig, TriggerNode
from workflow_editor.triggers.polling.items import Item

MOST_AT_ONCE = 1000
_DAY_MIN = 1440
_SOURCE = ("tool", "arguments", "items", "key", "mode")
"""The settings that decide what is an item, and which ones are new."""


class PollConfig(TriggerConfig, ToolCallConfig):
    model_config = {"json_schema_extra": groups(("more", Text("First check, limits, failures"), True))}

    arguments: dict[str, Any] = form_field(
        "Arguments",
        "Values by parameter name. In templates, trigger is what was found last, so {{ trigger.item.id }} is the "
        "id of the last item.",
        default_factory=dict,
        widget="arguments",
        template=True,
    )
    every_min: int = form_field("Check every", "In minutes, 1 to 1,440.", default=5, ge=1, le=_DAY_MIN, unit="min")
    items: str = form_field(
        "List",
        "Path to the list in the tool's data, such as data.orders. By default, the path that the tool "
        "names, or else the data itself.",
        default="",
        max_length=200,
    )
    key: str = form_field(
        "Key of an item",
        "The field that stays the same when an item is listed again, such as id. By default, the one "
        "that the tool names, or else the whole item.",
        default="",
        max_length=200,
    )
    mode: Literal["new", "changed"] = form_field(
        "Start a run for",
        default="new",
        enum_labels={"new": Text("New items"), "changed": Text("New and changed items")},
    )
    first: Literal["nothing", "everything"] = form_field(
        "Items found at the first check",
        "The first check follows publishing.",
        default="nothing",
        enum_labels={"nothing": Text("Counts as known"), "everything": Text("Counts as new")},
        group="more",
    )
    limit: int = form_field(
        "Runs per check",
        "Other items wait for the next check.",
        default=100,
        ge=1,
        le=MOST_AT_ONCE,
        group="more",
    )
    timeout: int = form_field("Time limit", default=60_000, ge=100, le=600_000, unit="ms", group="more")

    def listing(self) -> Listing:
        """Return where the items are: as it is set here, else as the tool declares."""
        declared = _declared(self.tool.type) if self.tool else Listing()
        if self.items or self.key:
            return Listing(self.items, self.key, self.arguments)
        arguments = {**declared.arguments, **self.arguments}
        return Listing(declared.items, declared.key, arguments, declared.version)


def _declared(type_: str) -> Listing:
    of_ui_type = registry.for_ui_type(type_)
    executor = of_ui_type[0] if of_ui_type else registry.find(type_)
    return (executor.listing if executor else None) or Listing()


class PollNode(TriggerNode[PollConfig]):
    id = "poll"
    icon = "radar"
    title = Text("New items")
    help = Text("Checks a list with a tool and starts a run for each new item.")
    keywords = Text("trigger, poll, polling, watch, rss, feed, mail, imap, rows, records, e-mails, inbox")
    summary = (
        field_line("tool", Text("No tool chosen yet")),
        (SummaryText(Text("Every {everyMin} min")),),
    )
    output_fields = (
        OutputField("item", "any", Text.in_context("poll", "Item")),
        OutputField("key", "string", Text("Key of an item")),
        OutputField("is_changed", "boolean", Text("Whether the item was listed before and has changed")),
    )
    example = Example(
        Text("Starts a run for each new release of a project."),
        config={
            "tool": {
                "id": "t1",
                "type": "http-request",
                "name": "Releases",
                "config": {"url": "https://api.example.com/releases"},
            },
            "items": "data",
            "key": "id",
            "mapping": [{"name": "title", "value": "{{ trigger.item.name }}"}],
        },
        output={},
    )

    def refusals(self, config: PollConfig) -> Sequence[ConfigProblem]:
        return config.tool_refusals()

    def problems(self, config: PollConfig) -> Sequence[ConfigProblem]:
        return [*super().problems(config), *config.tool_problems()]

    def templates(self, config: PollConfig) -> Iterable[str]:
        yield from super().templates(config)
        yield from config.tool_templates()

    def values(self, arrived: JsonObject) -> JsonObject:
        item = arrived.get("item")
        return {**arrived, **(item if isinstance(item, Mapping) else {})}

    def fills(self, config: PollConfig, name: str) -> Fills:
        always = super().fills(config, name)
        return "sometimes" if always == "never" else always

    def goes_on(self, before: JsonObject, after: JsonObject) -> bool:
        return all(before.get(name) == after.get(name) for name in _SOURCE)

    def begins(self, now: datetime) -> None:
        """Nothing is known at first."""

    def first_time(self, config: PollConfig, now: datetime, *, spread_by: str) -> datetime:
        return now

    def arrived(self, item: Item, *, is_changed: bool) -> JsonObject:
        """Return what `trigger` is in the run of an item."""
        return {"item": item.value, "key": item.key, "is_changed": is_changed}
