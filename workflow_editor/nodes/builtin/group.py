"""Group: a frame around nodes that belong together."""

from typing import ClassVar

from pydantic import Field

from tools.core.definitions import Text
from tools.executors.contract.schema import ui
from workflow_editor.nodes.base import Category, Example, NodeConfig
from workflow_editor.nodes.canvas import CanvasColor, CanvasNode, color_field, length_field


class GroupConfig(NodeConfig):
    """How the frame looks."""

    color: CanvasColor = color_field()
    collapsed: bool = Field(
        default=False,
        json_schema_extra=ui(
            "Folded", "折叠", "Shows the frame only, without the nodes inside.", "只显示边框，隐藏内部节点。"
        ),
    )
    width: float | None = length_field("Width", "宽度")
    height: float | None = length_field("Height", "高度")


class GroupNode(CanvasNode[GroupConfig]):
    """Keeps nodes together on the canvas; they run as if there were no frame."""

    id = "group"
    category: ClassVar[Category] = "logic"
    icon = "box-multiple"
    title = Text("Group", "分组")
    help = Text("Keeps nodes together on the canvas.", "在画布上把节点归为一组。")
    config_model = GroupConfig
    example = Example(
        Text("A blue frame that is folded.", "一个折叠的蓝色分组。"),
        config={"color": "blue", "collapsed": True},
        output={},
    )
