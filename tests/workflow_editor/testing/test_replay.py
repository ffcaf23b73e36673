"""A stored run is recorded and replayed over the real engine; nothing outside is reached."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest

from tests.doubles.http_server import LoopbackServer, Received, Reply, StandInTransport, serving
from tests.factories.containers import around, asking, each
from tests.factories.documents import edge, node, text_field, writer_document
from tests.factories.knowledge import indexed_base
from tests.factories.run_documents import ask, chain, graph
from tests.workflow_editor.testing.recorded import Recorder, misfit
from tools import adapters
from tools.models import ToolFile
from tools.outbound import OutboundClient
from tools.ports_files import FileContent
from workflow_editor.adapters import node_ports
from workflow_editor.errors import ConflictError
from workflow_editor.models import Run, RunEvent, Wait
from workflow_editor.services.runs.fork import run_fork
from workflow_editor.services.runs.tick import tick
from workflow_editor.services.runs.waits.answer import wait_answer
from workflow_editor.services.testing.record import workflow_test_record
from workflow_editor.services.testing.results import workflow_test_run

CLOCK = "system:get_current_time"


def ticking(prompt: str = "Go", *script: dict[str, Any], **config: Any) -> dict[str, Any]:
    steps = script or ({"toolCalls": [{"tool": CLOCK}]}, {"text": "It is late."})
    return ask("writer", *steps, userPrompt=prompt, **{"enabledTools": [CLOCK], **config})


@pytest.fixture
def web() -> Iterator[LoopbackServer]:
    """Stands in for https://api.example.com/."""
    with serving(lambda request: Reply.of_json(shown(request))) as server:
        yield server


def shown(request: Received) -> dict[str, Any]:
    return {"path": request.path}


@pytest.fixture
def led_to_web(web: LoopbackServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[LoopbackServer]:
    transport = StandInTransport({"api.example.com": web.url})
    monkeypatch.setattr(adapters, "OutboundClient", lambda allow: OutboundClient(allow, transport=transport))
    adapters.gateway.cache_clear()
    yield web
    adapters.gateway.cache_clear()
    transport.close()


@pytest.fixture
def cut_off(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Cuts models and tools off; whoever asks for one fails."""

    def refuse(*args: Any, **options: Any) -> Any:
        raise AssertionError("A replay reached outside")

    def cut() -> None:
        monkeypatch.setattr(node_ports, "ProviderModels", refuse)
        monkeypatch.setattr(node_ports, "GatewayTools", refuse)
        monkeypatch.setattr(node_ports, "StoredCredentials", refuse)
        monkeypatch.setattr(node_ports, "StoredKnowledge", refuse)

    return cut


def test_model_and_tool_answer_from_the_recording(recorder: Recorder, cut_off: Any) -> None:
    test = recorder.record(recorder.workflow(chain(ticking())))
    cut_off()
    result = recorder.replay(test)
    assert (result.status, result.findings) == ("passed", [])
    assert result.run is not None
    assert (result.run.trigger, result.run.status) == (Run.REPLAY, "succeeded")
    assert result.run.output is not None
    assert result.run.output["result"] == "It is late."
    assert result.usage["output_tokens"] > 0
    assert [demand["kind"] for demand in test.assertions] == ["status", "equals", "tools"]
    assert test.assertions[-1]["value"] == ["Current time"]


def test_a_replay_calls_no_worker(recorder: Recorder) -> None:
    test = recorder.record(recorder.workflow(chain(ticking())))
    recorder.replay(test)
    assert not recorder.queue.sent


def test_http_and_tool_nodes_answer_from_the_recording(recorder: Recorder, led_to_web: LoopbackServer) -> None:
    fetch = node("fetch", "http_request", {"url": "https://api.example.com/items"})
    tool = {"id": "t1", "type": "http-request", "name": "Shop", "config": {"url": "https://api.example.com/shop"}}
    test = recorder.record(recorder.workflow(chain(fetch, node("shop", "tool", {"tool": tool}))))
    assert [request.path for request in led_to_web.received] == ["/items", "/shop"]
    result = recorder.replay(test)
    assert (result.status, result.findings) == ("passed", [])
    assert len(led_to_web.received) == 2
    assert result.run is not None
    assert result.run.output is not None
    assert result.run.output["data"]["data"] == {"path": "/shop"}


def test_classifier_extractor_and_code_are_replayed(recorder: Recorder, cut_off: Any) -> None:
    fields = [{"name": "city", "type": "string", "description": "", "required": True}]
    classes = [{"id": "bug", "label": "Bug", "description": ""}]
    document = graph(
        [
            node("start", "start"),
            node(
                "sort",
                "classifier",
                {"input": "It broke", "classes": classes, "offlineScript": [{"text": '{"class": "Bug"}'}]},
            ),
            node(
                "take",
                "parameter_extractor",
                {"input": "In Delft", "fields": fields, "offlineScript": [{"text": '{"city": "Delft"}'}]},
            ),
            node(
                "count", "code", {"inputs": [{"name": "city", "value": "{{ nodes.take.city }}"}], "code": "len(city)"}
            ),
            node("end", "end"),
        ],
        [edge("start", "sort"), edge("sort", "take", port="bug"), edge("take", "count"), edge("count", "end")],
    )
    test = recorder.record(recorder.workflow(document))
    cut_off()
    result = recorder.replay(test)
    assert (result.status, result.findings) == ("passed", [])
    assert result.run is not None
    assert result.run.output is not None
    assert result.run.output["result"] == 5


def test_passes_have_recordings_of_their_own(recorder: Recorder, cut_off: Any) -> None:
    test = recorder.record(recorder.workflow(around(each(), asking("say"))))
    cut_off()
    assert [entry["scope"] for entry in test.cassette["nodes"]] == ["/each.0", "/each.1", "/each.2"]
    assert recorder.replay(test).status == "passed"


def test_sub_workflows_are_replayed_inside(recorder: Recorder, cut_off: Any) -> None:
    inner = recorder.workflow(writer_document(), name="Inner")
    rows = [{"name": "topic", "value": "looms"}]
    outer = recorder.workflow(chain(node("sub", "sub_workflow", {"workflow": str(inner.pk), "inputs": rows})))
    run = recorder.run(outer)
    # What differs from run to run is no part of the output.
    test = workflow_test_record(run, recorder.user, name="Test")
    test.assertions = [{"kind": "contains", "path": "$.output.text", "value": "looms"}]
    cut_off()
    result = recorder.replay(test)
    assert (result.status, result.findings) == ("passed", [])
    assert result.run is not None
    child = Run.objects.get(parent_node_run__run=result.run)
    assert (child.trigger, child.status) == (Run.REPLAY, "succeeded")
    assert not recorder.queue.sent


def test_people_and_the_clock_answer_from_the_recording(recorder: Recorder) -> None:
    document = graph(
        [
            node("start", "start"),
            node("wait", "delay", {"mode": "seconds", "seconds": 3600}),
            node("ask", "approval", {"title": "Publish?", "timeoutS": 3600}),
            node("end", "end", {"outputs": [{"name": "said", "value": "{{ nodes.ask.comment }}"}]}),
        ],
        [edge("start", "wait"), edge("wait", "ask"), edge("ask", "end", port="approved")],
    )
    run = recorder.run(recorder.workflow(document))
    Wait.objects.update(due_at=run.created_at)
    tick()
    recorder.queue.run_all()
    wait_answer(recorder.user, Wait.objects.get(kind="approval"), decision="approve", comment="Fine")
    recorder.queue.run_all()
    run.refresh_from_db()
    test = workflow_test_record(run, recorder.user, name="Test")
    result = recorder.replay(test)
    assert (result.status, result.findings) == ("passed", [])
    assert result.run is not None
    assert result.run.output == {"said": "Fine"}
    assert not Wait.objects.filter(answered_at__isnull=True).exists()


def test_a_fork_hears_what_it_took_over(recorder: Recorder, cut_off: Any) -> None:
    source = recorder.run(recorder.workflow(chain(ask("first"), ask("second"))))
    forked = run_fork(source, recorder.user, from_node="second", inputs={}, configs={})
    recorder.queue.run_all()
    forked.refresh_from_db()
    test = workflow_test_record(forked, recorder.user, name="Test")
    cut_off()
    assert [entry["node"] for entry in test.cassette["nodes"]] == ["first", "second"]
    assert recorder.replay(test).status == "passed"


def test_a_fork_whose_source_is_gone_cannot_be_recorded(recorder: Recorder) -> None:
    source = recorder.run(recorder.workflow(chain(ask("first"), ask("second"))))
    forked = run_fork(source, recorder.user, from_node="second", inputs={}, configs={})
    recorder.queue.run_all()
    source.delete()
    forked.refresh_from_db()
    with pytest.raises(ConflictError, match="gone"):
        workflow_test_record(forked, recorder.user, name="Test")


def test_a_failed_model_service_fails_again(recorder: Recorder, cut_off: Any) -> None:
    failing = ask("writer", {"fail": {"status": 401, "message": "No such key"}})
    test = recorder.record(recorder.workflow(chain(failing)))
    cut_off()
    result = recorder.replay(test)
    assert (result.status, result.findings) == ("passed", [])
    assert result.run is not None
    assert result.run.error is not None
    assert result.run.error["code"] == "provider_auth"


def test_another_prompt_is_told_with_node_round_and_difference(recorder: Recorder) -> None:
    test = recorder.record(recorder.workflow(chain(ticking("Write about looms"))))
    found = misfit(recorder.replay_changed(test, chain(ticking("Write about boats"))))
    assert (found["code"], found["node"], found["round"]) == ("prompt_changed", "writer", 1)
    assert (found["recorded"], found["found"]) == ("Write about looms", "Write about boats")
    assert "Write about boats" in found["message"]["en"]


def test_another_prompt_may_be_allowed(recorder: Recorder) -> None:
    test = recorder.record(recorder.workflow(chain(ticking("Write about looms"))))
    test.compares_prompts = False
    assert recorder.replay_changed(test, chain(ticking("Write about boats"))).status == "passed"


def test_a_tool_that_is_gone_is_told(recorder: Recorder) -> None:
    test = recorder.record(recorder.workflow(chain(ticking())))
    test.compares_prompts = False
    found = misfit(recorder.replay_changed(test, chain(ticking(enabledTools=["system:other"]))))
    assert (found["code"], found["node"], found["recorded"]) == ("tool_changed", "writer", "Current time")


def test_other_tools_on_offer_are_told(recorder: Recorder) -> None:
    test = recorder.record(recorder.workflow(chain(ticking())))
    found = misfit(recorder.replay_changed(test, chain(ticking(enabledTools=[CLOCK, "system:other"]))))
    assert (found["code"], found["round"]) == ("tools_changed", 1)


def test_other_arguments_of_a_tool_node_are_told(recorder: Recorder, led_to_web: LoopbackServer) -> None:
    def fetch(path: str) -> dict[str, Any]:
        return chain(node("fetch", "http_request", {"url": f"https://api.example.com/{path}"}))

    test = recorder.record(recorder.workflow(fetch("tea")))
    found = misfit(recorder.replay_changed(test, fetch("bread")))
    assert (found["code"], found["node"]) == ("arguments_changed", "fetch")
    assert "/bread" in found["message"]["en"]
    assert len(led_to_web.received) == 1


def test_a_node_that_was_not_recorded_is_told(recorder: Recorder) -> None:
    test = recorder.record(recorder.workflow(chain(ask("first"))))
    found = misfit(recorder.replay_changed(test, chain(ask("first"), ask("second"))))
    assert (found["code"], found["node"], found["round"]) == ("model_call_new", "second", 1)


def test_a_node_that_is_not_asked_any_more_is_told(recorder: Recorder) -> None:
    test = recorder.record(recorder.workflow(chain(ask("first"), ask("second"))))
    found = misfit(recorder.replay_changed(test, chain(ask("first"))))
    assert (found["code"], found["node"]) == ("recording_unused", "second")


def test_a_further_round_is_told(recorder: Recorder) -> None:
    test = recorder.record(recorder.workflow(chain(ticking())))
    test.compares_prompts = False
    test.cassette["nodes"][0]["models"].pop()
    found = misfit(recorder.replay(test))
    assert (found["code"], found["node"], found["round"]) == ("model_call_new", "writer", 2)


def test_a_misfit_is_told_even_when_the_graph_catches_the_failure(recorder: Recorder) -> None:
    caught = {**ask("second"), "policy": {"onError": "default", "defaultOutput": {"result": "instead"}}}
    test = recorder.record(recorder.workflow(chain(ask("first"))))
    found = misfit(recorder.replay_changed(test, chain(ask("first"), caught)))
    assert found["code"] == "model_call_new"


def test_an_answer_that_was_not_recorded_is_told(recorder: Recorder) -> None:
    test = recorder.record(recorder.workflow(chain(ask("first"))))
    asking_first = graph(
        [node("start", "start"), node("gate", "approval", {"title": "Go?"}), ask("first"), node("end", "end")],
        [edge("start", "gate"), edge("gate", "first", port="approved"), edge("first", "end")],
    )
    found = misfit(recorder.replay_changed(test, asking_first))
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


def test_a_version_can_be_replayed_instead_of_the_graph(recorder: Recorder) -> None:
    workflow = recorder.workflow(chain(ask("first")))
    run = recorder.run(workflow)
    test = workflow_test_record(run, recorder.user, name="Test")
    recorder.change(workflow, chain(ask("first"), ask("second")))
    assert workflow_test_run(test, recorder.user, run.version).status == "passed"


def test_secrets_stay_out_of_the_cassette(recorder: Recorder, led_to_web: LoopbackServer) -> None:
    document = chain(node("fetch", "http_request", {"url": "https://api.example.com/a?key={{ inputs.token }}"}))
    document["nodes"][0]["config"] = {"fields": [text_field("token")]}
    test = recorder.record(recorder.workflow(document), token="planted-secret-1")
    assert "planted-secret-1" not in f"{test.cassette} {test.inputs} {test.assertions}"
    assert recorder.replay(test).status == "passed"


def test_an_open_run_and_a_replay_are_not_recorded(recorder: Recorder) -> None:
    workflow = recorder.workflow(chain(node("wait", "delay", {"mode": "seconds", "seconds": 3600})))
    with pytest.raises(ConflictError, match="not over"):
        workflow_test_record(recorder.run(workflow), recorder.user, name="Test")
    result = recorder.replay(recorder.record(recorder.workflow(chain(ask("first")))))
    assert result.run is not None
    with pytest.raises(ConflictError, match="replay"):
        workflow_test_record(result.run, recorder.user, name="Again")


def test_names_are_used_once(recorder: Recorder) -> None:
    workflow = recorder.workflow(chain(ask("first")))
    recorder.record(workflow)
    with pytest.raises(ConflictError, match="already"):
        recorder.record(workflow)


def test_a_workflow_that_a_model_called_answers_from_the_recording(recorder: Recorder, cut_off: Any) -> None:
    inner = recorder.workflow(writer_document(), name="Inner")
    call = {"toolCalls": [{"tool": "Inner", "arguments": {"topic": "looms"}}]}
    caller = ask("ai", call, {"text": "Done"}, enabledTools=[f"workflow:{inner.slug}"])
    test = recorder.record(recorder.workflow(chain(caller)))
    before = Run.objects.filter(workflow=inner).count()
    cut_off()
    result = recorder.replay(test)
    assert (result.status, result.findings) == ("passed", [])
    assert test.assertions[-1]["value"] == ["Inner"]
    assert Run.objects.filter(workflow=inner).count() == before


def looking_up(prompt: str, base: str, **config: Any) -> dict[str, Any]:
    return chain(ask("writer", {"text": "Cards [1]."}, userPrompt=prompt, knowledgeBaseId=base, **config))


def test_knowledge_answers_from_the_recording(recorder: Recorder, cut_off: Any) -> None:
    base = indexed_base(recorder.user, {"looms.txt": "Punched cards steer Jacquard looms."})
    document = looking_up("What steers looms?", base.slug, ragConfig={"threshold": 0.2})
    test = recorder.record(recorder.workflow(document))
    base.delete()
    cut_off()
    result = recorder.replay(test)
    assert (result.status, result.findings) == ("passed", [])
    (search,) = test.cassette["nodes"][0]["searches"]
    assert (search["question"], search["passages"][0]["document"]) == ("What steers looms?", "looms.txt")
    assert "Punched cards" in test.cassette["nodes"][0]["models"][0]["request"]["system"]
    found = recorder.replay_changed(test, looking_up("What steers boats?", base.slug)).findings
    assert (found[0]["code"], found[0]["found"]) == ("search_changed", "What steers boats?")
    found = recorder.replay_changed(test, chain(ask("writer", userPrompt="What steers looms?"))).findings
    assert found[0]["code"] == "prompt_changed"


def test_a_search_that_failed_fails_again(recorder: Recorder, cut_off: Any) -> None:
    test = recorder.record(recorder.workflow(looking_up("What steers looms?", "gone")))
    cut_off()
    result = recorder.replay(test)
    assert (result.status, result.findings) == ("passed", [])
    assert result.run is not None
    (told,) = RunEvent.objects.filter(run=result.run, type="knowledge_skipped")
    assert told.payload["message"] == test.cassette["nodes"][0]["searches"][0]["failure"]["message"]["en"]


def test_a_question_without_words_is_no_search(recorder: Recorder, cut_off: Any) -> None:
    test = recorder.record(recorder.workflow(looking_up("![a loom](https://a.example/loom.png)", "handbook")))
    cut_off()
    assert recorder.replay(test).status == "passed"


def test_files_need_not_be_there_any_more(recorder: Recorder) -> None:
    file = ToolFile.objects.keep(FileContent("loom.png", "image/png", b"png"), owner_id=recorder.user.pk, run_id=None)
    files = chain(ask("writer", userPrompt="Look", files="{{ inputs.files }}"))
    files["nodes"][0]["config"] = {"fields": [{**text_field("files"), "type": "array"}]}
    test = recorder.record(recorder.workflow(files), files=[{"file_id": str(file.pk)}])
    file.delete()
    result = recorder.replay(test)
    assert (result.status, result.findings) == ("passed", [])
    (entry,) = test.cassette["nodes"][0]["files"]
    assert (entry["name"], entry["media_type"]) == ("loom.png", "image/png")
    test.inputs = {"files": [{"file_id": str(uuid4())}]}
    assert misfit(recorder.replay(test))["code"] == "file_new"
