"""Replay reports of a workflow that differs from its recording."""

from typing import Any

from tests.doubles.http_server import LoopbackServer
from tests.factories.documents import edge, node
from tests.factories.run_documents import ask, chain, graph
from tests.workflow_editor.testing.recorded import CLOCK, Recorder, mismatch, ticking
from workflow_editor.models import Wait


def test_another_prompt_is_reported_with_node_round_and_difference(recorder: Recorder) -> None:
    test = recorder.record(recorder.workflow(chain(ticking("Write about looms"))))
    found = mismatch(recorder.replay_changed(test, chain(ticking("Write about boats"))))
    assert (found["code"], found["node"], found["round"]) == ("prompt_changed", "writer", 1)
    assert (found["recorded"], found["found"]) == ("Write about looms", "Write about boats")
    assert "Write about boats" in found["message"]["en"]


def test_another_prompt_may_be_allowed(recorder: Recorder) -> None:
    test = recorder.record(recorder.workflow(chain(ticking("Write about looms"))))
    test.compares_prompts = False
    assert recorder.replay_changed(test, chain(ticking("Write about boats"))).status == "passed"


def test_a_tool_that_is_gone_is_reported(recorder: Recorder) -> None:
    test = recorder.record(recorder.workflow(chain(ticking())))
    test.compares_prompts = False
    found = mismatch(recorder.replay_changed(test, chain(ticking(enabledTools=["system:other"]))))
    assert (found["code"], found["node"], found["recorded"]) == ("tool_changed", "writer", "Current time")


def test_other_tools_on_offer_are_reported(recorder: Recorder) -> None:
    test = recorder.record(recorder.workflow(chain(ticking())))
    found = mismatch(recorder.replay_changed(test, chain(ticking(enabledTools=[CLOCK, "system:other"]))))
    assert (found["code"], found["round"]) == ("tools_changed", 1)


def test_other_arguments_of_a_tool_node_are_reported(recorder: Recorder, led_to_web: LoopbackServer) -> None:
    def fetch(path: str) -> dict[str, Any]:
        return chain(node("fetch", "http_request", {"url": f"https://api.example.com/{path}"}))

    test = recorder.record(recorder.workflow(fetch("tea")))
    found = mismatch(recorder.replay_changed(test, fetch("bread")))
    assert (found["code"], found["node"]) == ("arguments_changed", "fetch")
    assert "/bread" in found["message"]["en"]
    assert len(led_to_web.received) == 1


def test_a_node_that_was_not_recorded_is_reported(recorder: Recorder) -> None:
    test = recorder.record(recorder.workflow(chain(ask("first"))))
    found = mismatch(recorder.replay_changed(test, chain(ask("first"), ask("second"))))
    assert (found["code"], found["node"], found["round"]) == ("model_call_new", "second", 1)


def test_a_node_that_is_not_asked_any_more_is_reported(recorder: Recorder) -> None:
    test = recorder.record(recorder.workflow(chain(ask("first"), ask("second"))))
    found = mismatch(recorder.replay_changed(test, chain(ask("first"))))
    assert (found["code"], found["node"]) == ("recording_unused", "second")


def test_a_further_round_is_reported(recorder: Recorder) -> None:
    test = recorder.record(recorder.workflow(chain(ticking())))
    test.compares_prompts = False
    test.cassette["nodes"][0]["models"].pop()
    found = mismatch(recorder.replay(test))
    assert (found["code"], found["node"], found["round"]) == ("model_call_new", "writer", 2)


def test_a_mismatch_is_reported_even_when_the_graph_catches_the_failure(recorder: Recorder) -> None:
    caught = {**ask("second"), "policy": {"onError": "default", "defaultOutput": {"result": "instead"}}}
    test = recorder.record(recorder.workflow(chain(ask("first"))))
    found = mismatch(recorder.replay_changed(test, chain(ask("first"), caught)))
    assert found["code"] == "model_call_new"


def test_an_answer_that_was_not_recorded_is_reported(recorder: Recorder) -> None:
    test = recorder.record(recorder.workflow(chain(ask("first"))))
    asking_first = graph(
        [node("start", "start"), node("gate", "approval", {"title": "Go?"}), ask("first"), node("end", "end")],
        [edge("start", "gate"), edge("gate", "first", port="approved"), edge("first", "end")],
    )
    found = mismatch(recorder.replay_changed(test, asking_first))
    assert (found["code"], found["node"], found["found"]) == ("answer_missing", "gate", "approval")
    assert not Wait.objects.filter(answered_at__isnull=True).exists()


def test_a_changed_output_breaks_the_demand(recorder: Recorder) -> None:
    def ending(value: str) -> dict[str, Any]:
        document = chain(ask("first"))
        document["nodes"][-1]["config"] = {"outputs": [{"name": "text", "value": value}]}
        return document

    test = recorder.record(recorder.workflow(ending("{{ nodes.first.result }}")))
    result = recorder.replay_changed(test, ending("{{ nodes.first.result }}!"))
    assert result.status == "failed"
    (found,) = result.findings
    assert (found["code"], found["kind"], found["index"]) == ("assertion_failed", "equals", 1)
    assert found["found"] == {"text": "Answer of first!"}


def test_a_graph_that_cannot_run_fails_the_test(recorder: Recorder) -> None:
    test = recorder.record(recorder.workflow(chain(ask("first"))))
    result = recorder.replay_changed(test, graph([node("end", "end")], []))
    assert (result.status, result.findings[0]["code"]) == ("failed", "graph_invalid")
