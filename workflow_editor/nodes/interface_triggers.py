"""Finds triggers of a new version that its changed inputs would break. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass

from tools.core.text import Text
from workflow_editor.graph.document import Document
from workflow_editor.nodes.interface import Interface, newly_narrow, newly_required
from workflow_editor.nodes.registry import read_graph
from workflow_editor.nodes.triggers import TriggerConfig, TriggerNode


@dataclass(frozen=True, slots=True)
class BrokenTrigger:
    """The name of its node, and what is wrong with what it gives."""

    name: str
    changes: list[Text]


def broken_triggers(draft: Document, before: Interface, after: Interface) -> Iterator[BrokenTrigger]:
    """Yield the triggers of the draft that are on and do not fit the inputs that changed."""
    required, narrow = newly_required(before, after), newly_narrow(before, after)
    names = {node.key: node.name for node in draft.nodes}
    for key, reading in read_graph(draft).readings.items():
        if reading is None or not isinstance(reading.node_type, TriggerNode):
            continue
        node_type, config, trigger = reading.node_type, reading.config(), names[key]
        if not isinstance(config, TriggerConfig) or not config.enabled:
            continue
        fills = {name: node_type.fills(config, name) for name in (*required, *narrow)}
        unfilled = [(_UNFILLED[fills[name]], name) for name in required if fills[name] in _UNFILLED]
        filled = [(_CHANGED, name) for name in narrow if fills[name] in ("always", "sometimes")]
        if found := [*unfilled, *filled]:
            yield BrokenTrigger(trigger, [text.filled(trigger=trigger, name=name) for text, name in found])


_UNFILLED = {
    "never": Text("“{trigger}” gives no value for the input “{name}”.", trigger="", name=""),
    "sometimes": Text(
        "“{trigger}” gives a value for the input “{name}” only when one arrives under that name.", trigger="", name=""
    ),
}
_CHANGED = Text("“{trigger}” fills the input “{name}”, which now accepts different values.", trigger="", name="")
