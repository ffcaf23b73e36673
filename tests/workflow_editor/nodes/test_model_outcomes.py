"""A node with a model that gives no answer, with thoughts, and with thinking options."""

from typing import Any

import pytest

from agents.core.messages import FinishReason, Usage
from agents.providers.thoughts_apart import ThoughtsApart
from tests.doubles.node_harness import NodeHarness
from tests.doubles.scripted_model import ScriptedModel, ScriptedReply
from tests.workflow_editor.nodes.test_effect_nodes import failure, run
from workflow_editor.nodes.meanings import FIRST, NEWEST

JsonObject = dict[str, Any]
ASK = {"userPrompt": "Why?"}
OUTCOMES = {
    "refused": ScriptedReply("I cannot help.", finish=FinishReason.REFUSAL),
    "cut": ScriptedReply("Because of", finish=FinishReason.LENGTH),
    "thoughts_only": ScriptedReply("", thoughts="Hm"),
    "empty": ScriptedReply(""),
}
WORDS = {
    "refused": "refused to answer",
    "cut": "token limit",
    "thoughts_only": "only thoughts",
    "empty": "is empty",
}


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_no_usable_answer_fails_the_node_by_its_name(outcome: str) -> None:
    error = failure("process", ASK, NodeHarness(model=ScriptedModel([OUTCOMES[outcome]])))
    assert (error.code, error.details) == ("no_answer", {"outcome": outcome})
    assert WORDS[outcome] in error.text.en


@pytest.mark.parametrize("outcome", OUTCOMES)
@pytest.mark.parametrize(("version", "config"), [(NEWEST, {"onNoAnswer": "continue"}), (FIRST, {})])
def test_the_node_continues_where_it_may_or_did_before(version: int, config: JsonObject, outcome: str) -> None:
    harness = NodeHarness(model=ScriptedModel([OUTCOMES[outcome]]), version=version)
    output = run("process", {**ASK, **config}, harness).output
    assert output["outcome"] == outcome
    assert output["result"] == OUTCOMES[outcome].text


def test_an_old_node_fails_where_its_author_wants_it() -> None:
    harness = NodeHarness(model=ScriptedModel([OUTCOMES["empty"]]), version=FIRST)
    assert failure("process", {**ASK, "onNoAnswer": "fail"}, harness).code == "no_answer"


def test_an_answer_has_no_outcome() -> None:
    output = run("process", ASK, NodeHarness(model=ScriptedModel([ScriptedReply("So.")]))).output
    assert "outcome" not in output


QUESTIONS: dict[str, JsonObject] = {
    "parameter_extractor": {"input": "x", "fields": [{"name": "city"}]},
    "judge": {"input": "x", "criteria": "Good"},
}


@pytest.mark.parametrize("type_id", QUESTIONS)
def test_questions_name_the_outcome_too(type_id: str) -> None:
    model = ScriptedModel([OUTCOMES["refused"], OUTCOMES["refused"]])
    assert failure(type_id, QUESTIONS[type_id], NodeHarness(model=model)).code == "no_answer"


def test_thoughts_are_in_the_event_and_not_in_the_answer() -> None:
    script = ScriptedModel([ScriptedReply(["<thi", "nk>secret plan</think>", "\n\nHel", "lo"])])
    harness = NodeHarness(model=ThoughtsApart(script))
    assert run("process", ASK, harness).output["result"] == "Hello"
    [finished] = harness.sink.payloads("model_call_finished")
    assert finished["thoughts"] == "secret plan"
    assert "".join(text for _, _, text in harness.sink.pieces) == "Hello"


RIGHT = {"name": "Right"}
FENCED = '<think>```json\n{"name": "Wrong"}\n```</think>\n```json\n{"name": "Right"}\n```'
DRAFT = '```json\n{"name": "Wrong"}\n```\nor better\n```json\n{"name": "Right"}\n```'


@pytest.mark.parametrize("text", [FENCED, DRAFT, 'plan</think>{"name": "Right"}', 'Here: {"name": "Right"}'])
def test_json_is_found_beside_thoughts_and_words(text: str) -> None:
    harness = NodeHarness(model=ThoughtsApart(ScriptedModel([ScriptedReply(text)])))
    assert run("process", {**ASK, "outputType": "json"}, harness).output["result"] == RIGHT


def test_an_old_node_reads_the_first_of_two_fences() -> None:
    harness = NodeHarness(model=ScriptedModel([ScriptedReply(DRAFT)]), version=FIRST)
    assert run("process", {**ASK, "outputType": "json"}, harness).output["result"] == {"name": "Wrong"}


def test_example_messages_come_before_the_prompt() -> None:
    examples = [{"role": "user", "text": "{{ inputs.q }}"}, {"role": "assistant", "text": "4"}]
    with ScriptedModel([ScriptedReply("6")]) as model:
        run("process", {**ASK, "examples": examples}, NodeHarness(model=model, inputs={"q": "2 + 2?"}))
    sent = [(message.role, message.text) for message in model.requests[0].messages]
    assert sent == [("user", "2 + 2?"), ("assistant", "4"), ("user", "Why?")]


def test_thinking_and_further_fields_reach_the_request() -> None:
    with ScriptedModel([ScriptedReply("ok")]) as model:
        run("process", {**ASK, "effort": "low", "extraBody": {"top_k": 20}}, NodeHarness(model=model))
    assert (model.requests[0].effort, model.requests[0].extra) == ("low", {"top_k": 20})


def test_usage_that_nobody_reports_is_estimated_and_marked() -> None:
    harness = NodeHarness(model=ScriptedModel([ScriptedReply("four words of answer", usage=Usage())]))
    usage = run("process", ASK, harness).output["usage"]
    assert usage["estimated"] is True
    assert usage["output_tokens"] > 0
