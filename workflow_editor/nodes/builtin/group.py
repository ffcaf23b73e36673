"""Group: a frame around related nodes."""

from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.nodes.base import Example, NodeConfig
from workflow_editor.nodes.canvas import CanvasColor, CanvasNode, color_field, length_field


class GroupConfig(NodeConfig):
    color: CanvasColor = color_field()
    collapsed: bool = form_field("Collapsed", "Shows the frame only, without the nodes inside.", default=False)
    width: float | None = length_field(Text("Width"))
    height: float | None = length_field(Text("Height"))


class GroupNode(CanvasNode[GroupConfig]):
    """Groups nodes on the canvas, without effect on runs."""

    id = "group"
    category = "logic"
    icon = "box-multiple"
    title = Text("Group")
    help = Text("Keeps nodes together on the canvas.")
    keywords = Text("frame, section, box")
    example = Example(
        Text("A collapsed blue frame."),
        config={"color": "blue", "collapsed": True},
        output={},
    )
