"""The parameter extractor: what the model is asked, one repair, and typed values."""

import json
from typing import Any

import pytest

from agents.providers.offline import OfflineClient
from tests.doubles.node_harness import NodeHarness
from tests.doubles.scripted_model import ScriptedModel, ScriptedReply
from workflow_editor.errors import NodeError
from workflow_editor.nodes.base import NodeOutcome
from workflow_editor.nodes.builtin.parameter_extractor import ParameterExtractorConfig, ParameterExtractorNode

JsonObject = dict[str, Any]
FIELDS: list[JsonObject] = [
    {"name": "city", "type": "string", "description": "Where to", "required": True},
    {"name": "nights", "type": "number"},
    {"name": "class", "type": "string", "enum": ["first", "second"]},
    {"name": "guests", "type": "array"},
    {"name": "extra", "type": "object"},
    {"name": "pets", "type": "boolean"},
]
FULL = {"city": "Delft", "nights": 2, "class": "first", "guests": ["Ann"], "extra": {"bed": 1}, "pets": False}
NOTHING = dict.fromkeys(FULL)


def run(*answers: str, fields: list[JsonObject] = FIELDS, **config: Any) -> tuple[NodeOutcome, ScriptedModel]:
    with ScriptedModel([ScriptedReply(answer) for answer in answers]) as model:
        harness = NodeHarness(inputs={"mail": "To Delft, please."}, model=model)
        settings = ParameterExtractorConfig.model_validate({"input": "{{ inputs.mail }}", "fields": fields, **config})
        return ParameterExtractorNode().run(settings, harness.context()), model


def failure(*answers: str) -> NodeError:
    with pytest.raises(NodeError) as caught:
        run(*answers)
    return caught.value


def test_each_value_is_an_output() -> None:
    outcome, _ = run(json.dumps(FULL))
    assert outcome.output == FULL
    assert outcome.usage == {"input_tokens": 10, "output_tokens": 5}


def test_what_the_text_does_not_give_is_null() -> None:
    outcome, _ = run('{"city": "Delft", "invented": 1}')
    assert outcome.output == {**NOTHING, "city": "Delft"}


def test_the_model_is_given_names_types_and_descriptions() -> None:
    _, model = run(json.dumps(FULL), instruction="Dates are in {{ inputs.mail }}")
    (request,) = model.requests
    system = request.messages[0].text
    assert "- city (string, required): Where to\n- nights (number)\n" in system
    assert "Dates are in To Delft, please." in system
    schema = request.json_schema
    assert schema is not None
    assert schema["required"] == [field["name"] for field in FIELDS]
    assert schema["additionalProperties"] is False
    assert schema["properties"]["city"] == {"type": "string", "description": "Where to"}
    assert schema["properties"]["class"] == {
        "anyOf": [{"type": "string", "enum": ["first", "second"]}, {"type": "null"}]
    }


UNFIT: list[tuple[str, str]] = [
    ("Sure!", "The model's answer is not JSON"),
    ('["Delft"]', "is not of type 'object'"),
    ('{"city": null}', "None is not of type 'string'"),
    ('{"city": ""}', "Not found in the text: city."),
    ('{"city": "Delft", "nights": "two"}', "nights"),
    ('{"city": "Delft", "class": "third"}', "class"),
]


@pytest.mark.parametrize(("unfit", "reason"), UNFIT)
def test_an_answer_that_does_not_fit_goes_back_once_with_the_reason(unfit: str, reason: str) -> None:
    outcome, model = run(unfit, json.dumps(FULL))
    assert outcome.output == FULL
    assert outcome.usage == {"input_tokens": 20, "output_tokens": 10}
    again = model.requests[1].messages
    assert [message.role for message in again] == ["system", "user", "assistant", "user"]
    assert again[2].text == unfit
    assert reason in again[3].text


@pytest.mark.parametrize(
    ("unfit", "code"),
    [("Sure!", "output_not_json"), ('{"city": 7}', "output_not_of_schema"), ('{"city": ""}', "value_missing")],
)
def test_a_second_answer_that_does_not_fit_fails_the_node(unfit: str, code: str) -> None:
    assert failure(unfit, unfit).code == code


def test_a_crash_between_the_two_answers_asks_only_for_the_second() -> None:
    first = ScriptedModel([ScriptedReply("Sure!"), RuntimeError("killed")])
    harness = NodeHarness(inputs={"mail": "To Delft."}, model=first)
    settings = ParameterExtractorConfig.model_validate({"input": "{{ inputs.mail }}", "fields": FIELDS})
    with pytest.raises(RuntimeError):
        ParameterExtractorNode().run(settings, harness.context())
    with ScriptedModel([ScriptedReply(json.dumps(FULL))]) as second:
        harness.models.client = second
        assert ParameterExtractorNode().run(settings, harness.context()).output == FULL
    assert second.requests[0].messages[2].text == "Sure!"


def test_the_offline_model_fills_in_something_of_each_type() -> None:
    harness = NodeHarness(inputs={"mail": "3 nights, second class"}, model=OfflineClient(word_delay_s=0))
    fields = [{**field, "required": True} for field in FIELDS[:3]]
    settings = ParameterExtractorConfig.model_validate({"input": "{{ inputs.mail }}", "fields": fields})
    output = ParameterExtractorNode().run(settings, harness.context()).output
    assert (output["nights"], output["class"]) == (3, "second")


def test_what_is_missing_is_reported() -> None:
    node_type = ParameterExtractorNode()
    found = node_type.problems(ParameterExtractorConfig.model_validate({"fields": [{"name": ""}]}))
    assert [(problem.code, problem.field) for problem in found] == [
        ("name_missing", "/fields/0/name"),
        ("input_missing", "/input"),
    ]
    assert [problem.code for problem in node_type.problems(ParameterExtractorConfig(input="x"))] == ["field_missing"]
