"""A stored run is recorded and replayed over the real engine; nothing outside is reached."""

from typing import Any

from tests.doubles.http_server import LoopbackServer
from tests.factories.containers import around, asking, each
from tests.factories.documents import edge, node, writer_document
from tests.factories.run_documents import ask, chain, graph
from tests.workflow_editor.testing.recorded import Recorder, ticking
from workflow_editor.models import Run, Wait
from workflow_editor.periodic.sweeper import process_due_work
from workflow_editor.services.runs.fork import run_fork
from workflow_editor.services.runs.waits.answer import wait_answer
from workflow_editor.services.testing.record import workflow_test_record
from workflow_editor.services.testing.results import workflow_test_run


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


def test_a_replay_is_under_no_cap(recorder: Recorder, settings: Any) -> None:
    test = recorder.record(recorder.workflow(chain(ticking())))
    settings.MAX_RUNS_PER_MINUTE = 1
    assert recorder.replay(test).status == "passed"


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
    process_due_work()
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


def test_a_failed_model_service_fails_again(recorder: Recorder, cut_off: Any) -> None:
    failing = ask("writer", {"fail": {"status": 401, "message": "No such key"}})
    test = recorder.record(recorder.workflow(chain(failing)))
    cut_off()
    result = recorder.replay(test)
    assert (result.status, result.findings) == ("passed", [])
    assert result.run is not None
    assert result.run.error is not None
    assert result.run.error["code"] == "provider_auth"


def test_a_version_can_be_replayed_instead_of_the_graph(recorder: Recorder) -> None:
    workflow = recorder.workflow(chain(ask("first")))
    run = recorder.run(workflow)
    test = workflow_test_record(run, recorder.user, name="Test")
    recorder.change(workflow, chain(ask("first"), ask("second")))
    assert workflow_test_run(test, recorder.user, run.version).status == "passed"


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
