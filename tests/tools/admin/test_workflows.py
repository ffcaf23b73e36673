"""Workflows and runs in the panel: shown in words, deleted with all that hangs on them, never while they run."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.factories.runs import node_run_create, run_create, run_event_create
from tests.factories.workflows import workflow_create
from workflow_editor.engine.events import RunStarted
from workflow_editor.models import Run, Status, Workflow

LIST = "/admin/workflow_editor/workflow/"


@pytest.fixture
def workflow(alice: User) -> Workflow:
    return workflow_create(alice, name="Morning news")


@pytest.mark.parametrize("by", ["page", "action"])
def test_a_workflow_goes_with_its_runs(panel: Client, workflow: Workflow, by: str) -> None:
    run = run_create(workflow)
    node_run_create(run, "ask")
    run_event_create(run, RunStarted())
    page = panel.get(f"{LIST}{workflow.pk}/delete/").content.decode()
    assert "doesn't have permission" not in page
    assert "run_started" not in page
    if by == "page":
        panel.post(f"{LIST}{workflow.pk}/delete/", {"post": "yes"})
    else:
        panel.post(LIST, {"action": "delete_selected", "_selected_action": [str(workflow.pk)], "post": "yes"})
    assert not Workflow.objects.exists()
    assert not Run.objects.exists()


def test_a_workflow_that_runs_stays(panel: Client, workflow: Workflow) -> None:
    run = run_create(workflow, status=Status.RUNNING)
    page = panel.post(f"{LIST}{workflow.pk}/delete/", {"post": "yes"}).content.decode()
    assert str(run.pk) in page
    assert Workflow.objects.filter(pk=workflow.pk).exists()


@pytest.mark.parametrize(("language", "position"), [("en", 0), ("zh-hans", 1)])
@pytest.mark.parametrize(
    ("status", "words"),
    [("queued", ("Queued", "排队中")), ("running", ("Running", "运行中")), ("waiting", ("Waiting", "等待中")),
     ("succeeded", ("Succeeded", "成功")), ("failed", ("Failed", "失败")), ("cancelled", ("Cancelled", "已取消")),
     ("skipped", ("Skipped", "已跳过"))],
)  # fmt: skip
def test_every_status_is_a_word(
    panel: Client, workflow: Workflow, language: str, position: int, status: str, words: tuple[str, str]
) -> None:
    run_create(workflow, status=status)
    page = panel.get("/admin/workflow_editor/run/", headers={"Accept-Language": language}).content.decode()
    row = page[page.index('id="result_list"') :]
    assert words[position] in row
    assert f">{status}<" not in "".join(row.split())
