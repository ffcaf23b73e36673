"""Note: words beside the nodes."""

from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.nodes.base import Example, NodeConfig
from workflow_editor.nodes.canvas import CanvasColor, CanvasNode, color_field, length_field


class NoteConfig(NodeConfig):
    text: str = form_field("Text", "Markdown.", default="", max_length=20_000, widget="long-text")
    color: CanvasColor = color_field()
    width: float | None = length_field(Text("Width"))
    height: float | None = length_field(Text("Height"))


class NoteNode(CanvasNode[NoteConfig]):
    """A comment on the graph; it never runs."""

    id = "note"
    category = "data"
    icon = "note"
    title = Text("Note")
    help = Text("Text on the canvas.")
    keywords = Text("comment, sticky, annotation, markdown")
    example = Example(
        Text("A reminder on the canvas."),
        config={"text": "Ask **Ada** before changing the prompt.", "color": "yellow"},
        output={},
    )
