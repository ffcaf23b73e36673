"""Node types that are only drawn on the canvas and never run."""

from typing import Any, Literal, TypeVar

from tools.core.definitions import EffectClass
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.nodes.base import NodeConfig, NodeType

CanvasColor = Literal["gray", "blue", "green", "yellow", "red", "purple"]
_COLORS = {
    "gray": Text("Grey"),
    "blue": Text("Blue"),
    "green": Text("Green"),
    "yellow": Text("Yellow"),
    "red": Text("Red"),
    "purple": Text("Purple"),
}

C = TypeVar("C", bound=NodeConfig)


class CanvasNode(NodeType[C]):
    """Base of these types: no ports, no output."""

    effect = EffectClass.PURE
    role = "canvas"
    inputs = ()
    outputs = ()


def color_field() -> Any:
    return form_field("Colour", default="gray", enum_labels=_COLORS)


def length_field(title: Text) -> Any:
    """Return a field for a length on the canvas, in pixels at zoom 1; None: as large as the content."""
    return form_field(title, default=None, ge=40, le=10_000, widget="hidden", unit="px")
