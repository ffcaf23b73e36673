"""`manage.py test_workflows`: exit codes and report; no server is there."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.factories.run_documents import ask, chain
from tests.workflow_editor.testing.recorded import Recorder
from workflow_editor.models import Run, Workflow
from workflow_editor.selectors.graphs.exports import workflow_export
from workflow_editor.services.testing.files import workflow_test_export


def run_command(*arguments: Any) -> str:
    out = io.StringIO()
    call_command("test_workflows", *map(str, arguments), stdout=out)
    return out.getvalue()


def exit_of(*arguments: Any) -> tuple[int, str]:
    with pytest.raises(CommandError) as caught:
        run_command(*arguments)
    return caught.value.returncode, str(caught.value)


def test_all_tests_are_replayed(recorder: Recorder) -> None:
    workflow = recorder.workflow(chain(ask("first")))
    test = recorder.record(workflow, name="Greets")
    assert run_command() == f"ok     {workflow.slug} · Greets\n1 of 1 tests passed.\n"
    assert test.results.count() == 1


def test_a_broken_test_ends_with_1_and_states_where(
    recorder: Recorder, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    workflow = recorder.workflow(chain(ask("first")))
    recorder.record(workflow)
    recorder.change(workflow, chain(ask("first"), ask("second")))
    out = io.StringIO()
    junit = tmp_path / "report.xml"
    with pytest.raises(CommandError) as caught:
        call_command("test_workflows", workflow.slug, "--junit", str(junit), stdout=out)
    assert caught.value.returncode == 1
    assert "UNFIT" in out.getvalue()
    assert "Node second calls a model in round 1, which was not recorded." in out.getvalue()
    assert 'tests="1" failures="0" errors="1"' in junit.read_text()


def test_only_the_named_workflows_are_tested(recorder: Recorder) -> None:
    recorder.record(recorder.workflow(chain(ask("first"))))
    other = recorder.workflow(chain(ask("first")), name="Other")
    assert exit_of(other.slug)[0] == 2
    assert exit_of("nowhere")[0] == 2


def test_a_file_is_replayed_over_the_workflow_that_it_names(recorder: Recorder, tmp_path: Path) -> None:
    test = recorder.record(recorder.workflow(chain(ask("first"))))
    path = tmp_path / "test.json"
    path.write_text(json.dumps(workflow_test_export(test)))
    test.delete()
    assert "1 of 1 tests passed." in run_command("--file", path)


def test_a_file_is_replayed_over_an_exported_workflow_in_an_empty_database(recorder: Recorder, tmp_path: Path) -> None:
    workflow = recorder.workflow(chain(ask("first")))
    test, graph = tmp_path / "test.json", tmp_path / "graph.json"
    test.write_text(json.dumps(workflow_test_export(recorder.record(workflow))))
    graph.write_text(json.dumps(workflow_export(workflow)))
    workflow.delete()
    assert "1 of 1 tests passed." in run_command("--file", test, "--graph", graph)
    assert not Workflow.objects.exists()
    assert not Run.objects.exists()


@pytest.mark.parametrize(
    ("content", "reported"),
    [
        (None, "cannot be read"),
        ("{", "is not JSON"),
        ("[]", "holds no JSON object"),
        ('{"format": "flowloom.test", "version": 2, "name": "T", "cassette": {}}', "/version"),
        ('{"name": "T", "workflow": "w"}', "/cassette"),
    ],
)
def test_a_file_that_is_no_test_ends_with_2(db: None, tmp_path: Path, content: str | None, reported: str) -> None:
    path = tmp_path / "test.json"
    if content is not None:
        path.write_text(content)
    code, message = exit_of("--file", path)
    assert code == 2
    assert reported in message


def test_a_malformed_cassette_ends_with_2(recorder: Recorder, tmp_path: Path) -> None:
    exported = workflow_test_export(recorder.record(recorder.workflow(chain(ask("first")))))
    exported["cassette"]["nodes"][0]["models"][0]["reply"]["finish_reason"] = "bored"
    path = tmp_path / "test.json"
    path.write_text(json.dumps(exported))
    code, message = exit_of("--file", path)
    assert code == 2
    assert "/cassette/nodes/0/models/0/reply/finish_reason" in message


def test_nothing_to_test_ends_with_2(db: None) -> None:
    assert exit_of()[0] == 2
