"""The merge node: failed branches and forms of output."""

from typing import Any

import pytest

from tests.doubles.node_harness import NodeHarness
from workflow_editor.errors import NodeError
from workflow_editor.nodes.builtin.merge import MergeConfig, MergeNode

JsonObject = dict[str, Any]
DOWN = {"error": {"code": "tool_execution_failed", "message": "It is down.", "translations": {"zh": "服务不可用。"}}}
COUNTS = {"total": 2, "succeeded": 1, "failed": 1}
LISTED = [{"node": "b", "code": "tool_execution_failed", "message": "It is down."}]


def merged(config: JsonObject, *upstream: str) -> JsonObject:
    outputs: dict[str, JsonObject] = {"a": {"n": 1}, "b": DOWN, "c": {"error": "only a word"}}
    harness = NodeHarness(outputs=outputs, upstream=upstream or ("a", "b"))
    return MergeNode().evaluate(MergeConfig.model_validate(config), harness.variables()).output


@pytest.mark.parametrize("config", [{}, {"outputMode": "array"}, {"strategy": "first"}, {"strategy": "count"}])
def test_a_failed_branch_fails_the_node_unless_configured_otherwise(config: JsonObject) -> None:
    with pytest.raises(NodeError, match="The branch of b failed: It is down") as caught:
        merged(config)
    assert caught.value.code == "merge_branch_failed"
    assert caught.value.text.in_language("zh") == "节点 b 的分支失败：服务不可用。"
    assert caught.value.details == {"node": "b", "code": "tool_execution_failed"}


FORMS: list[tuple[JsonObject, JsonObject]] = [
    ({"errorStrategy": "continue"}, {"a": {"n": 1}}),
    ({"errorStrategy": "continue", "strategy": "any"}, {"n": 1}),
    ({"errorStrategy": "collect"}, {"result": {"a": {"n": 1}}, "counts": COUNTS, "errors": LISTED}),
    ({"errorStrategy": "collect", "strategy": "any"}, {"result": {"n": 1}, "counts": COUNTS, "errors": LISTED}),
    ({"errorStrategy": "continue", "outputMode": "array"}, {"result": [{"n": 1}], "counts": COUNTS, "errors": []}),
    ({"strategy": "count", "count": 1}, {"a": {"n": 1}}),
    (
        {"errorStrategy": "collect", "outputMode": "first"},
        {"result": {"n": 1}, "counts": COUNTS, "errors": LISTED},
    ),
]


@pytest.mark.parametrize(("config", "output"), FORMS)
def test_a_failed_branch_is_left_out_or_listed(config: JsonObject, output: JsonObject) -> None:
    assert merged(config) == output


def test_waiting_for_all_goes_on_although_every_branch_failed() -> None:
    output = merged({"errorStrategy": "collect"}, "b")
    assert output == {"result": {}, "counts": {"total": 1, "succeeded": 0, "failed": 1}, "errors": LISTED}


@pytest.mark.parametrize("strategy", ["any", "first"])
def test_one_output_cannot_be_given_when_every_branch_failed(strategy: str) -> None:
    with pytest.raises(NodeError, match="The branch of b failed"):
        merged({"strategy": strategy, "errorStrategy": "collect"}, "b")


def test_an_output_that_merely_has_a_field_error_is_no_failure() -> None:
    assert merged({}, "c") == {"c": {"error": "only a word"}}
