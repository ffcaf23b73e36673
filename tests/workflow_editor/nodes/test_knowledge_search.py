"""The knowledge search node: what it asks for, and what it makes of the passages."""

from typing import Any

import pytest

from tests.doubles.node_harness import FakeKnowledge, NodeHarness
from tests.workflow_editor.nodes.test_ai_knowledge import passage
from tests.workflow_editor.nodes.test_effect_nodes import failure, run
from workflow_editor.errors import NodeError
from workflow_editor.nodes.builtin.knowledge_search import KnowledgeSearchConfig, KnowledgeSearchNode

CONFIG: dict[str, Any] = {"knowledgeBaseId": "handbook", "question": "What  steers\n{{ inputs.what }}?", "topK": 2}


def harness(knowledge: FakeKnowledge, what: str = "looms") -> NodeHarness:
    return NodeHarness(inputs={"what": what}, knowledge=knowledge)


def test_passages_are_values_with_their_place() -> None:
    knowledge = FakeKnowledge([passage("Cards do."), passage("Levers do.")])
    outcome = run("knowledge_search", CONFIG, harness(knowledge))
    assert knowledge.asked == [("handbook", "What steers looms?", 2, 0.7)]
    assert (outcome.output["count"], outcome.output["text"]) == (2, "Cards do.\n\nLevers do.")
    first = outcome.output["passages"][0]
    assert (first["number"], first["document"], first["page"], first["score"]) == (1, "looms.pdf", 3, 0.9)


def test_nothing_found_is_an_empty_list() -> None:
    output = run("knowledge_search", CONFIG, harness(FakeKnowledge())).output
    assert output == {"passages": [], "text": "", "count": 0}


@pytest.mark.parametrize(
    ("config", "knowledge", "code"),
    [
        ({"question": "{{ inputs.gone }}"}, FakeKnowledge(), "question_missing"),
        ({}, FakeKnowledge(NodeError("gone", code="knowledge_base_missing")), "knowledge_base_missing"),
    ],
)
def test_a_search_that_cannot_be_made_fails(config: dict[str, Any], knowledge: FakeKnowledge, code: str) -> None:
    assert failure("knowledge_search", {**CONFIG, **config}, harness(knowledge)).code == code


def test_it_needs_a_base_and_a_question() -> None:
    problems = KnowledgeSearchNode().problems(KnowledgeSearchConfig())
    assert [problem.code for problem in problems] == ["question_missing", "knowledge_base_missing"]


def test_nothing_found_stops_or_goes_on() -> None:
    assert failure("knowledge_search", {**CONFIG, "onEmpty": "stop"}, harness(FakeKnowledge())).code == "nothing_found"
    found = run("knowledge_search", {**CONFIG, "onEmpty": "continue"}, harness(FakeKnowledge())).output
    assert found == {"passages": [], "text": "", "count": 0, "found": False}
    knowledge = FakeKnowledge([passage("Cards do.")])
    assert run("knowledge_search", {**CONFIG, "onEmpty": "stop"}, harness(knowledge)).output["found"] is True
