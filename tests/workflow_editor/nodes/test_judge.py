"""The judge node: what the model is asked, and where its score leads."""

from typing import Any

import pytest

from tests.doubles.node_harness import NodeHarness
from tests.doubles.scripted_model import ScriptedModel, ScriptedReply
from workflow_editor.errors import NodeError
from workflow_editor.nodes.base import NodeOutcome
from workflow_editor.nodes.builtin.judge import JudgeConfig, JudgeNode

GOOD, POOR = '{"score": 0.9, "reason": "Fits."}', '```json\n{"score": 0.2, "reason": "Invented."}\n```'


def run(*answers: str, **config: Any) -> tuple[NodeOutcome, ScriptedModel]:
    model = ScriptedModel([ScriptedReply(answer) for answer in answers])
    harness = NodeHarness(inputs={"text": "Open at nine.", "hours": "9 to 18"}, model=model)
    settings = JudgeConfig.model_validate({"input": "{{ inputs.text }}", "sources": "{{ inputs.hours }}", **config})
    return JudgeNode().run(settings, harness.context()), model


@pytest.mark.parametrize(
    ("answer", "threshold", "port"), [(GOOD, 0.7, "passed"), (POOR, 0.7, "failed"), (POOR, 0.2, "passed")]
)
def test_the_score_is_the_way_out(answer: str, threshold: float, port: str) -> None:
    outcome, _ = run(answer, threshold=threshold)
    assert outcome.ports == (port,) == JudgeNode().ports_of(outcome.output)
    assert outcome.output["passed"] is (port == "passed")
    assert outcome.output["reason"]


def test_the_model_is_given_sources_and_criteria_apart_from_the_text() -> None:
    _, model = run(GOOD, criteria="Short.")
    (request,) = model.requests
    system, user = request.messages
    assert "Criteria:\nShort." in system.text
    assert "<sources>\n9 to 18\n</sources>" in system.text
    assert user.text == "Open at nine."


def test_an_answer_that_does_not_fit_goes_back_once() -> None:
    outcome, model = run('{"score": 7, "reason": "x"}', GOOD)
    assert (outcome.output["score"], len(model.requests)) == (0.9, 2)
    with pytest.raises(NodeError) as caught:
        run("Very good!", "Very good!")
    assert caught.value.code == "output_not_json"


def test_it_needs_something_to_judge_by() -> None:
    problems = JudgeNode().problems(JudgeConfig(input="x"))
    assert [problem.code for problem in problems] == ["criteria_missing"]
