"""Recording of a run, and runs that are not recorded."""

import pytest

from tests.doubles.http_server import LoopbackServer
from tests.factories.documents import node, text_field
from tests.factories.run_documents import ask, chain
from tests.workflow_editor.testing.recorded import Recorder
from workflow_editor.errors import ConflictError
from workflow_editor.services.runs.fork import run_fork
from workflow_editor.services.testing.record import workflow_test_record


def test_a_fork_whose_source_is_gone_cannot_be_recorded(recorder: Recorder) -> None:
    source = recorder.run(recorder.workflow(chain(ask("first"), ask("second"))))
    forked = run_fork(source, recorder.user, from_node="second", inputs={}, configs={})
    recorder.queue.run_all()
    source.delete()
    forked.refresh_from_db()
    with pytest.raises(ConflictError, match="deleted"):
        workflow_test_record(forked, recorder.user, name="Test")


def test_secrets_stay_out_of_the_cassette(recorder: Recorder, led_to_web: LoopbackServer) -> None:
    document = chain(node("fetch", "http_request", {"url": "https://api.example.com/a?key={{ inputs.token }}"}))
    document["nodes"][0]["config"] = {"fields": [text_field("token")]}
    test = recorder.record(recorder.workflow(document), token="planted-secret-1")
    assert "planted-secret-1" not in f"{test.cassette} {test.inputs} {test.assertions}"
    assert recorder.replay(test).status == "passed"


def test_an_open_run_and_a_replay_are_not_recorded(recorder: Recorder) -> None:
    workflow = recorder.workflow(chain(node("wait", "delay", {"mode": "seconds", "seconds": 3600})))
    with pytest.raises(ConflictError, match="not finished"):
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
