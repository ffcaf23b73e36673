"""Converts interfaces of ComfyTavern workflows to unconnected start and end nodes. Pure.

Source: Seed 004, 2.3 and 2.3.1. `description` is `customDescription` in that program's own files; both are read.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, JsonValue, StrictBool, StrictFloat, StrictInt
from pydantic.alias_generators import to_camel

from tools.core.definitions import JsonObject
from workflow_editor.nodes.builtin.start import FieldType, StartField
from workflow_editor.nodes.meanings import NEWEST

_TYPES: Mapping[str, FieldType] = {
    "STRING": "text",
    "INTEGER": "integer",
    "FLOAT": "number",
    "BOOLEAN": "boolean",
    "OBJECT": "object",
    "ARRAY": "array",
    "BINARY": "binary",
}
"""WILDCARD, CONVERTIBLE_ANY and unknown types accept any value."""
_CLOSED_LIST = "ComboOption"
_Limit = StrictInt | StrictFloat | None
_Name = Annotated[str, Field(min_length=1, max_length=120)]


class _Part(BaseModel):
    """Other fields concern that program's screen."""

    model_config = ConfigDict(alias_generator=to_camel, extra="ignore")


class _SlotConfig(_Part):
    default: JsonValue = None
    suggestions: list[JsonValue] = Field(default_factory=list)
    min: _Limit = None
    max: _Limit = None


class _Slot(_Part):
    display_name: str | None = None
    description: str | None = None
    custom_description: str | None = None
    data_flow_type: str = ""
    match_categories: list[str] = Field(default_factory=list)
    required: StrictBool | None = None
    min: _Limit = None
    max: _Limit = None
    config: _SlotConfig = Field(default_factory=_SlotConfig)

    @property
    def words(self) -> str:
        return self.description or self.custom_description or ""

    def field(self, name: str) -> StartField:
        options = self._options()
        kind = _TYPES.get(self.data_flow_type, "json")
        return StartField(
            name=name,
            type="select" if options and kind == "text" else kind,
            title=self.display_name or "",
            required=self.required is True,
            default=self.config.default,
            description=self.words,
            options=options,
            minimum=self.config.min if self.min is None else self.min,
            maximum=self.config.max if self.max is None else self.max,
        )

    def _options(self) -> list[str]:
        """Return the values of a closed list; suggestions of an open one are hints only."""
        if _CLOSED_LIST not in self.match_categories:
            return []
        values = [one.get("value") if isinstance(one, dict) else one for one in self.config.suggestions]
        return [str(value) for value in values if value is not None]


class ComfyTavernInterface(_Part):
    interface_inputs: dict[_Name, _Slot] = Field(default_factory=dict)
    interface_outputs: dict[_Name, _Slot] = Field(default_factory=dict)

    @classmethod
    def read(cls, inputs: JsonObject, outputs: JsonObject) -> Self:
        """Parse both halves of an interface.

        Raises ValidationError if a slot is malformed; locations begin with `interfaceInputs` or `interfaceOutputs`.
        """
        return cls.model_validate({"interfaceInputs": inputs, "interfaceOutputs": outputs})

    def start_fields(self) -> list[StartField]:
        return [slot.field(name) for name, slot in self.interface_inputs.items()]

    def document(self, start_name: str, end_name: str, note_name: str) -> JsonObject:
        """Return a graph with these inputs and empty outputs; a note, if any, holds the output descriptions."""
        fields = [field.model_dump(mode="json", by_alias=True, exclude_defaults=True) for field in self.start_fields()]
        outputs = [{"name": name, "value": ""} for name in self.interface_outputs]
        nodes = [
            _node("start", start_name, "start", 80, {"fields": fields}),
            _node("end", end_name, "end", 720, {"outputs": outputs}),
        ]
        described = [f"- {name}: {slot.words}" for name, slot in self.interface_outputs.items() if slot.words]
        if described:
            nodes.append(_node("note", note_name, "note", 400, {"text": "\n".join(described)}))
        return {"nodes": nodes, "edges": [{"id": "start-end", "source": "start", "target": "end"}]}


def _node(key: str, name: str, type_: str, x: int, config: JsonObject) -> dict[str, Any]:
    position = {"x": x, "y": 160 if type_ != "note" else 400}
    return {"key": key, "name": name, "type": type_, "type_version": NEWEST, "config": config, "position": position}
