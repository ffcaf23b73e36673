"""Tools with several operations: what each one needs, and what leaves the schema when a person has fixed one. Pure."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from tools.core.definitions import JsonObject
from tools.core.errors import ToolArgumentsError
from tools.core.text import Text
from tools.executors.contract.executor import ToolParameters
from tools.executors.contract.schema import ui


def choice_ui(title: Text, labels: Mapping[Any, Text]) -> JsonObject:
    """Describe the field in which a person fixes the operation, or leaves it open."""
    return ui(title, Text("Empty: the model chooses."), enum_labels=dict(labels))


def fixed_as_absent(model: type[ToolParameters], used: Collection[str]) -> JsonObject:
    """Return the defaults of all parameters that an operation does not use, so that they leave the schema."""
    fields = model.model_fields.items()
    return {name: field.get_default(call_default_factory=True) for name, field in fields if name not in used}


def requiring(schema: JsonObject, names: Iterable[str]) -> JsonObject:
    """Return a parameters schema in which those of these names that are left to fill in are required."""
    more = [name for name in names if name in schema["properties"]]
    required = list(dict.fromkeys([*schema.get("required", []), *more]))
    return {**schema, "required": required} if required else schema


def check_given(parameters: ToolParameters, operation: str, names: Iterable[str]) -> None:
    """Check that an operation has its required values. Raises ToolArgumentsError if something is empty."""
    for name in names:
        if not getattr(parameters, name):
            raise ToolArgumentsError(
                Text("{operation} needs {name}.", operation=operation, name=name), details={"argument": name}
            )
