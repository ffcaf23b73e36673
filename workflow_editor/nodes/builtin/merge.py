"""Merge: brings branches together."""

from typing import ClassVar, Literal

from pydantic import Field

from tools.definitions import Text
from tools.schema import ui
from workflow_editor.nodes.base import Category, JoinStrategy, NodeConfig, NodeOutcome, PureNode
from workflow_editor.nodes.ports import Variables


class MergeConfig(NodeConfig):
    """How long to wait."""

    strategy: Literal["all", "any", "first"] = Field(
        default="all",
        json_schema_extra=ui(
            "Wait for",
            "等待方式",
            "Branches that were skipped are not waited for.",
            "被跳过的分支不会等待。",
            enum_labels={
                "all": Text("All branches", "所有分支"),
                "any": Text("Any branch that succeeds", "任一成功的分支"),
                "first": Text("The first branch that arrives", "最先到达的分支"),
            },
        ),
    )


class MergeNode(PureNode[MergeConfig]):
    """Gives on what its branches brought: by node key when it waits for all, else the first output alone.

    Example:
        `{"strategy": "all"}` behind the nodes `a` and `b` gives `{"a": {…}, "b": {…}}`.
    """

    id = "merge"
    category: ClassVar[Category] = "logic"
    icon = "arrows-join"
    title = Text("Merge", "合并")
    help = Text("Brings branches together again.", "把多个分支合并到一起。")
    config_model = MergeConfig

    def join(self, config: MergeConfig) -> JoinStrategy:
        return config.strategy

    def evaluate(self, config: MergeConfig, variables: Variables) -> NodeOutcome:
        arrived = variables.upstream()
        if config.strategy == "all":
            return NodeOutcome(dict(arrived))
        return NodeOutcome(dict(arrived[0][1]) if arrived else {})
