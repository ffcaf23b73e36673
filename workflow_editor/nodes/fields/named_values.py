"""Rows of a name and a templated value, as set, code and end nodes have them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pydantic import Field

from tools.core.definitions import JsonObject
from tools.core.naming.visible_name import CODE, UnreadableNameError, visible_name
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.nodes.base import ConfigProblem, NodeConfig
from workflow_editor.nodes.ports import Variables


class NamedValue(NodeConfig):
    """A name and its value; a single reference keeps its type."""

    name: str = Field(default="", max_length=120)
    value: str = form_field("Value", default="", widget="template-line")


def named_values_field(title: Text, help: Text, *, most: int = 100, widget: str = "assignments") -> Any:
    return form_field(title, help, default_factory=list, max_length=most, widget=widget)


def named_values(rows: Sequence[NamedValue], variables: Variables) -> JsonObject:
    """Fill in the rows. Raises NodeError if a template is malformed."""
    return {row.name: variables.value(row.value) for row in rows}


def unreadable_names(names: Iterable[tuple[str, str]]) -> Iterator[ConfigProblem]:
    """Refuse unreadable names for visitors and other people; `names` maps config pointers to texts, empty ones are
    absent.
    """
    for pointer, name in names:
        try:
            visible_name(name or "-")
        except UnreadableNameError as error:
            yield ConfigProblem(CODE, pointer, error.text)


def repeated_names(names: Sequence[str], field: str) -> Iterator[ConfigProblem]:
    """Report missing and duplicate names; `field` is the config's list."""
    counts = Counter(names)
    for index, name in enumerate(names):
        pointer = f"/{field}/{index}/name"
        if not name.strip():
            yield ConfigProblem("name_missing", pointer, Text("Enter a name for this row."))
        elif counts[name] > 1 and names.index(name) != index:
            yield ConfigProblem("name_repeated", pointer, Text("The name “{name}” is used twice.", name=name))
