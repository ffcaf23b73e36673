"""The classifier node: what the model is asked, and where its answer leads."""

import json
from typing import Any

import pytest

from agents.core.errors import ProviderRateLimitError
from agents.providers.offline import OfflineClient
from tests.doubles.node_harness import NodeHarness
from tests.doubles.scripted_model import ScriptedModel, ScriptedReply
from workflow_editor.errors import NodeError
from workflow_editor.nodes.base import NodeOutcome
from workflow_editor.nodes.builtin.classifier import ClassifierConfig, ClassifierNode
from workflow_editor.nodes.registry import builtin_registry

JsonObject = dict[str, Any]
CLASSES = [
    {"id": "c1", "label": "Bug", "description": "Something in {{ inputs.product }} broke"},
    {"id": "c2", "label": "Wish", "description": ""},
    {"id": "praise", "label": ""},
]
CONFIG = {"input": "{{ inputs.mail }}", "classes": CLASSES}


def harness(answer: str | Exception, mail: str = "It crashed.") -> NodeHarness:
    model = ScriptedModel([answer if isinstance(answer, Exception) else ScriptedReply(answer)])
    return NodeHarness(inputs={"mail": mail, "product": "Loom"}, model=model)


def run(surroundings: NodeHarness, **config: Any) -> NodeOutcome:
    settings = ClassifierConfig.model_validate({**CONFIG, **config})
    return ClassifierNode().run(settings, surroundings.context())


ANSWERS: list[tuple[str, str, str | None]] = [
    ('{"class": "Bug"}', "c1", "Bug"),
    ('```json\n{"class": "Wish"}\n```', "c2", "Wish"),
    ('{"class": "praise"}', "praise", "praise"),
    ('{"class": "wish "}', "c2", "Wish"),
    ('{"class": "c1"}', "c1", "Bug"),
    ('"Bug"', "c1", "Bug"),
    ("Bug.", "c1", "Bug"),
    ('{"class": null}', "other", None),
]


@pytest.mark.parametrize(("answer", "branch", "class_"), ANSWERS)
def test_the_answer_is_the_way_out(answer: str, branch: str, class_: str | None) -> None:
    surroundings = harness(answer)
    outcome = run(surroundings)
    assert outcome.ports == (branch,)
    assert outcome.output == {"class": class_, "branch": branch, "model": "default-model"}
    assert outcome.usage == {"input_tokens": 10, "output_tokens": 5}
    assert ClassifierNode().ports_of(outcome.output) == outcome.ports
    assert "node_log" not in surroundings.sink.types()


@pytest.mark.parametrize("answer", ["", "It is either a Bug or a Wish.", '{"class": "Ghost"}', '{"class": 7}', "[1]"])
def test_an_answer_that_names_no_class_goes_to_other_with_a_warning(answer: str) -> None:
    surroundings = harness(answer)
    outcome = run(surroundings)
    assert (outcome.ports, outcome.output["class"]) == (("other",), None)
    (warning,) = surroundings.sink.payloads("node_log")
    assert warning["level"] == "warning"
    assert answer in warning["message"]


def test_the_model_is_given_the_classes_and_asked_for_one_of_them() -> None:
    surroundings = harness('{"class": "Bug"}')
    run(surroundings, instruction="In doubt: {{ inputs.product }}.", model="m1")
    assert isinstance(surroundings.model, ScriptedModel)
    (request,) = surroundings.model.requests
    system, user = request.messages
    assert "- Bug: Something in Loom broke\n- Wish\n- praise" in system.text
    assert "In doubt: Loom." in system.text
    assert user.text == "It crashed."
    assert (request.model, request.temperature, request.functions) == ("m1", 0, ())
    assert request.json_schema is not None
    choices = request.json_schema["properties"]["class"]["anyOf"]
    assert choices == [{"type": "string", "enum": ["Bug", "Wish", "praise"]}, {"type": "null"}]


def test_a_chinese_text_is_sorted_in_chinese() -> None:
    surroundings = harness("猫", mail="程序崩溃了")
    run(surroundings)
    assert isinstance(surroundings.model, ScriptedModel)
    assert "请判断用户的消息属于以下哪一个类别" in surroundings.model.requests[0].messages[0].text
    assert surroundings.sink.payloads("node_log")[0]["message"] == "模型没有给出已知的类别：猫"


def test_a_failing_model_fails_the_node() -> None:
    with pytest.raises(NodeError) as caught:
        run(harness(ProviderRateLimitError("Too many requests.")))
    assert (caught.value.code, caught.value.retryable) == ("provider_rate_limited", True)


def test_nothing_to_sort_fails_before_the_model_is_asked() -> None:
    with pytest.raises(NodeError) as caught:
        run(NodeHarness(inputs={"mail": " "}))
    assert caught.value.code == "input_missing"


def test_a_crash_does_not_ask_again() -> None:
    surroundings = harness('{"class": "Bug"}')
    assert run(surroundings) == run(surroundings)


def test_the_offline_model_chooses_the_class_that_the_text_names() -> None:
    surroundings = NodeHarness(inputs={"mail": "I have a wish.", "product": ""}, model=OfflineClient(word_delay_s=0))
    assert run(surroundings).ports == ("c2",)


def test_a_script_of_the_offline_model_is_followed() -> None:
    surroundings = NodeHarness(inputs={"mail": "I have a wish.", "product": ""}, model=OfflineClient(word_delay_s=0))
    script = [{"text": json.dumps({"class": "Bug"})}]
    assert run(surroundings, offlineScript=script).ports == ("c1",)


def test_ports_are_the_classes_and_then_other() -> None:
    ports = ClassifierNode().ports_out(ClassifierConfig.model_validate(CONFIG))
    assert [port.id for port in ports] == ["c1", "c2", "praise", "other"]


def test_what_is_missing_or_repeated_is_reported() -> None:
    node_type = ClassifierNode()
    assert [problem.field for problem in node_type.problems(ClassifierConfig())] == ["/input", "/classes"]
    kind = builtin_registry().kind("classifier", 1)
    assert kind is not None
    errors = kind.read({"classes": [{"id": "other"}, {"id": "a"}, {"id": "a"}]}).errors()
    assert [error.pointer for error in errors] == ["/classes/0/id", "/classes/2/id"]
