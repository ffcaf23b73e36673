"""Interfaces of ComfyTavern's workflows as the fields of our start nodes. Pure.

Source:
    Seed 004, 2.3 and 2.3.1. `description` is `customDescription` in that program's own files; both are read.
"""

from collections.abc import Mapping
from typing import Any

from tools.core.definitions import JsonObject
from workflow_editor.nodes.builtin.start import FieldType, StartField

_TYPES: Mapping[str, FieldType] = {
    "STRING": "text",
    "INTEGER": "integer",
    "FLOAT": "number",
    "BOOLEAN": "boolean",
    "OBJECT": "object",
    "ARRAY": "array",
    "BINARY": "binary",
}
"""WILDCARD, CONVERTIBLE_ANY and whatever comes later take any value."""
_CLOSED_LIST = "ComboOption"


def start_fields(interface_inputs: Mapping[str, Any]) -> list[StartField]:
    """Return `interfaceInputs` as fields; entries that are no objects are left out."""
    return [_field(name, slot) for name, slot in interface_inputs.items() if isinstance(slot, Mapping)]


def _field(name: str, slot: Mapping[str, Any]) -> StartField:
    config = slot.get("config")
    config = config if isinstance(config, Mapping) else {}
    options = _options(slot, config)
    kind = _TYPES.get(str(slot.get("dataFlowType")), "json")
    return StartField(
        name=name,
        type="select" if options and kind == "text" else kind,
        title=str(slot.get("displayName") or ""),
        required=slot.get("required") is True,
        default=config.get("default"),
        description=str(slot.get("description") or slot.get("customDescription") or ""),
        options=options,
        minimum=_limit(slot, config, "min"),
        maximum=_limit(slot, config, "max"),
    )


def _options(slot: Mapping[str, Any], config: Mapping[str, Any]) -> list[str]:
    """Return the values of a closed list; suggestions of an open one are hints only."""
    if _CLOSED_LIST not in (slot.get("matchCategories") or ()):
        return []
    suggested: list[Any] = config.get("suggestions") or []
    values = [one.get("value") if isinstance(one, Mapping) else one for one in suggested]
    return [str(value) for value in values if value is not None]


def _limit(slot: JsonObject | Mapping[str, Any], config: Mapping[str, Any], name: str) -> float | None:
    value = slot.get(name, config.get(name))
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None
