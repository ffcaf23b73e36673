"""A reading of a graph: all who ask about the graph share it."""

from collections import Counter
from collections.abc import Iterable

from pydantic import model_validator

from tests.factories.documents import edge, node
from tools.core.text import Text
from workflow_editor.engine.plan import compile_plan
from workflow_editor.graph.document import Document
from workflow_editor.graph.parsed_graph import ParsedGraph
from workflow_editor.graph.subgraphs import Subgraphs
from workflow_editor.graph.validation import problems
from workflow_editor.nodes.base import NodeConfig, NodeOutcome, PureNode
from workflow_editor.nodes.builtin import BUILTIN_NODE_TYPES
from workflow_editor.nodes.ports import Variables
from workflow_editor.nodes.registry import NodeRegistry


def test_a_config_is_parsed_and_looked_into_once_for_all_who_ask() -> None:
    asked: Counter[str] = Counter()

    class ProbeConfig(NodeConfig):
        text: str = "{{ nodes.start.topic }}"

        @model_validator(mode="after")
        def count(self) -> "ProbeConfig":
            asked["parsed"] += 1
            return self

    class Probe(PureNode[ProbeConfig]):
        id = "probe"
        category = "data"
        icon = "box"
        title = Text.of(en="Probe", zh="探针")
        help = Text.of(en="Counts.", zh="计数。")
        config_model = ProbeConfig

        def templates(self, config: ProbeConfig) -> Iterable[str]:
            asked["looked into"] += 1
            return (config.text,)

        def evaluate(self, config: ProbeConfig, variables: Variables) -> NodeOutcome:
            return NodeOutcome({})

    nodes = [node("start", "start"), node("probe", "probe"), node("end", "end")]
    document = {"nodes": nodes, "edges": [edge("start", "probe"), edge("probe", "end")]}
    graph = ParsedGraph(Document.model_validate(document), NodeRegistry([*BUILTIN_NODE_TYPES, Probe()]))

    assert not any(problem.node_key == "probe" for problem in problems(graph))
    assert Subgraphs(graph).behind("probe") == {"probe", "end"}
    assert compile_plan(graph).nodes["probe"].references == {"start"}
    assert asked == {"parsed": 1, "looked into": 1}
