"""A workflow's inputs and outputs, read from its start and end nodes: as a tool's schema, and compared. Pure.

Defaults are not in the schema (as in the seed's example): the engine fills them in, and such a field is never required.
Source: Seed 004, 2.3: types, description, enum, required.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.core.tool_id import ToolId
from workflow_editor.graph.document import Document, NodeDoc
from workflow_editor.nodes.builtin.end import EndConfig
from workflow_editor.nodes.builtin.start import CHOSEN_TYPES, FILE_TYPES, FieldType, StartConfig, StartField
from workflow_editor.nodes.meanings import RESULTS_ARE_READ
from workflow_editor.nodes.registry import read_graph
from workflow_editor.nodes.triggers import TriggerConfig, TriggerNode

_JSON_TYPES: Mapping[FieldType, str] = {
    "text": "string",
    "paragraph": "string",
    "number": "number",
    "integer": "integer",
    "boolean": "boolean",
    "select": "string",
    "choices": "array",
    "date": "string",
    "email": "string",
    "rating": "integer",
    "object": "object",
    "array": "array",
    "files": "array",
    "binary": "string",
}
"""`json` takes any value, so it has no type; neither has `file`, which takes an object or a text."""
_WRITTEN_FORMS = frozenset({"binary", "date", "email"})
"""Texts that not every text is."""
_WORDS: Mapping[FieldType, str] = {
    "binary": "(base64)",
    "date": "(a date such as 2026-03-14)",
    "email": "(an e-mail address)",
    "file": "(a file: its value, its id or its address)",
    "files": "(files: their values, ids or addresses)",
}
"""Descriptions that the type alone does not give."""


@dataclass(frozen=True, slots=True)
class Interface:
    """Inputs by name, and the names of the outputs; None where the end passes on what arrives."""

    inputs: Mapping[str, StartField]
    outputs: Sequence[str] | None
    has_end: bool
    output_decides: bool = False
    """The output decides whether a tool call of the workflow succeeded; see `RESULTS_ARE_READ`."""

    @property
    def only_output(self) -> str | None:
        """The name of the one output, None when there are several or nobody knows."""
        return self.outputs[0] if self.outputs is not None and len(self.outputs) == 1 else None


def interface_of(document: Document) -> Interface:
    """Return what the graph takes and gives; nodes inside of containers do not count."""
    top = [node for node in document.nodes if node.parent is None and not node.bypass]
    starts = [StartConfig.model_validate(node.config) for node in top if node.type == "start"]
    ends = [node for node in top if node.type == "end"]
    fields = starts[0].fields if starts else []
    output_decides = bool(ends) and all(end.type_version >= RESULTS_ARE_READ for end in ends)
    return Interface({field.name: field for field in fields}, _outputs(ends), bool(ends), output_decides)


def parameters_schema(inputs: Mapping[str, StartField]) -> JsonObject:
    schema: JsonObject = {"type": "object", "properties": {name: _schema(field) for name, field in inputs.items()}}
    required = [name for name, field in inputs.items() if _is_required(field)]
    return schema | ({"required": required} if required else {})


def tool_schema(tool_id: ToolId, description: str, interface: Interface) -> JsonObject:
    """Return the tool as seed 004 prints it: {name, description, parameters}."""
    return {"name": tool_id, "description": description, "parameters": parameters_schema(interface.inputs)}


def newly_required(before: Interface, after: Interface) -> list[str]:
    """Return the names of the inputs without which calls were taken and are refused now."""
    known = before.inputs
    return [
        name
        for name, field in after.inputs.items()
        if _is_required(field) and (name not in known or not _is_required(known[name]))
    ]


def newly_narrow(before: Interface, after: Interface) -> list[str]:
    """Return the names of the inputs that no longer take all the values that they took."""
    known = before.inputs
    return [name for name, field in after.inputs.items() if name in known and not _takes_all(known[name], field)]


def breaking_changes(before: Interface, after: Interface) -> list[Text]:
    found = [Text("The input “{name}” was removed.", name=name) for name in before.inputs if name not in after.inputs]
    found += [Text("The input “{name}” is now required.", name=name) for name in newly_required(before, after)]
    found += [
        Text("The input “{name}” now accepts different values.", name=name) for name in newly_narrow(before, after)
    ]
    lost = [name for name in before.outputs or () if after.outputs is not None and name not in after.outputs]
    found += [Text("The output “{name}” was removed.", name=name) for name in lost]
    if not lost and before.only_output and before.only_output != after.only_output:
        found.append(
            Text("The single output is now part of an object."),
        )
    if before.has_end and not after.has_end:
        found.append(Text("There is no end node any more."))
    return found


def _outputs(ends: Sequence[NodeDoc]) -> Sequence[str] | None:
    names: list[str] = []
    for end in ends:
        rows = EndConfig.model_validate(end.config).outputs
        if not rows:
            return None
        names += [row.name for row in rows]
    return list(dict.fromkeys(names))


def _schema(field: StartField) -> JsonObject:
    schema: JsonObject = {"type": _JSON_TYPES[field.type]} if field.type in _JSON_TYPES else {}
    words = " ".join(part for part in (field.title, field.description, _WORDS.get(field.type)) if part)
    if words:
        schema["description"] = words
    if field.type == "select":
        schema["enum"] = list(field.options)
    if field.type == "choices":
        schema["items"] = {"type": "string", "enum": list(field.options)}
    limits = dict(zip(("minimum", "maximum"), field.limits(), strict=True))
    return schema | {name: limit for name, limit in limits.items() if limit is not None}


def _is_required(field: StartField) -> bool:
    return field.required and field.default in (None, "") and not field.show_when


def _takes_all(before: StartField, after: StartField) -> bool:
    """Say whether what fitted the one field fits the other."""
    if after.type in CHOSEN_TYPES:
        return before.type == after.type and set(before.options) <= set(after.options)
    if after.type in FILE_TYPES:
        return before.type in ("file", after.type) and _admits_files_of(before, after)
    if after.type in _WRITTEN_FORMS:
        return before.type == after.type
    if before.type in FILE_TYPES:
        return after.type == "json"
    kinds = (_JSON_TYPES.get(before.type), _JSON_TYPES.get(after.type))
    is_kind = kinds[0] == kinds[1] or kinds[1] is None or kinds == ("integer", "number")
    (least, most), (least_after, most_after) = before.limits(), after.limits()
    return is_kind and _is_no_narrower(least, least_after, max) and _is_no_narrower(most, most_after, min)


def _admits_files_of(before: StartField, after: StartField) -> bool:
    accepts_all = not after.accept or (bool(before.accept) and set(before.accept) <= set(after.accept))
    return accepts_all and _is_no_narrower(before.max_megabytes, after.max_megabytes, min)


def _is_no_narrower(before: float | None, after: float | None, stricter: Callable[[float, float], float]) -> bool:
    return after is None or (before is not None and stricter(before, after) == before)


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
