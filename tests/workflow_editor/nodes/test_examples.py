"""The examples of the catalogue: storable, ready to run, in both languages; and true where nothing reaches out."""

from typing import Any

import pytest

from tests.doubles.node_harness import FakeSandbox, NodeHarness
from tools.sandbox.pools import close_pools
from tools.sandbox.sandbox import Sandbox
from workflow_editor.errors import NodeError
from workflow_editor.graph.catalogue import TRIGGER_WORD
from workflow_editor.nodes.base import Example, NodeType, PureNode
from workflow_editor.nodes.builtin import BUILTIN_NODE_TYPES
from workflow_editor.nodes.builtin.code import CodeNode
from workflow_editor.nodes.builtin.stop import StopNode
from workflow_editor.nodes.registry import builtin_registry, describe

ALL = [pytest.param(node_type, id=node_type.id) for node_type in BUILTIN_NODE_TYPES]
PURE = [
    pytest.param(node_type, id=node_type.id)
    for node_type in BUILTIN_NODE_TYPES
    # A stop node always fails.
    if isinstance(node_type, PureNode) and not isinstance(node_type, StopNode)
]


def harness_of(example: Example) -> NodeHarness:
    return NodeHarness(inputs=example.inputs, outputs=example.nodes, upstream=tuple(example.nodes))


@pytest.mark.parametrize("node_type", ALL)
def test_an_example_can_be_stored_and_lacks_nothing(node_type: NodeType[Any]) -> None:
    kind = builtin_registry().kind(node_type.id, node_type.version)
    assert kind is not None
    example = node_type.example
    assert kind.read(example.config).errors() == []
    assert kind.read(example.config).inspection().findings == []


@pytest.mark.parametrize("node_type", ALL)
def test_an_example_refers_to_what_it_brings_along(node_type: NodeType[Any]) -> None:
    kind = builtin_registry().kind(node_type.id, node_type.version)
    assert kind is not None
    example = node_type.example
    # What a container holds is not part of its example.
    inside = {"greet", "add"}
    for reference in kind.read(example.config).inspection().references:
        arrived = {TRIGGER_WORD} if node_type.role == "trigger" else set()
        known = example.inputs if reference.kind == "input" else {*example.nodes, *inside, *arrived}
        assert reference.name in known, reference


@pytest.mark.parametrize("node_type", ALL)
def test_an_example_is_reported_in_both_languages(node_type: NodeType[Any]) -> None:
    text = describe(node_type)["example"]["text"]
    assert text["en"].endswith(".")
    assert text["zh"].endswith("。")


@pytest.mark.parametrize("node_type", PURE)
def test_an_example_without_effects_is_true(node_type: PureNode[Any]) -> None:
    example = node_type.example
    config = node_type.config_model.model_validate(example.config)
    assert node_type.evaluate(config, harness_of(example).variables()).output == example.output


def test_the_example_of_code_is_true() -> None:
    example = CodeNode.example
    sandbox = FakeSandbox()
    harness = harness_of(example)
    harness.sandbox = sandbox
    CodeNode().run(CodeNode().config_model.model_validate(example.config), harness.context())
    [(code, inputs, timeout_s)] = sandbox.runs
    real = Sandbox()
    try:
        assert real.run(code, inputs, timeout_s=timeout_s).value == example.output["result"]
    finally:
        close_pools()


def test_the_example_of_stop_fails_with_its_message() -> None:
    example = StopNode.example
    config = StopNode().config_model.model_validate(example.config)
    with pytest.raises(NodeError, match=r"Order A-7 has no customer\."):
        StopNode().evaluate(config, harness_of(example).variables())
