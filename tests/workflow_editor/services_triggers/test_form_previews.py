"""A public form as its draft is: shown to who may change the workflow, and tried out without starting anything live."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import greeting_document, node
from tests.factories.workflows import member_create, workflow_create
from tests.workflow_editor.services_triggers.test_forms import KEY, OTHER_KEY, two_steps
from workflow_editor.models import Run, Trigger, TriggerDelivery
from workflow_editor.services.triggers.publish import trigger_prepare
from workflow_editor.services.versions import version_publish


@pytest.fixture
def form(queue: TaskQueue, alice: User) -> Trigger:
    """Return a form of alice's that was never published."""
    document = greeting_document()
    document["nodes"].append(
        node("when", "form_trigger", {"title": "Ask", "showResult": True, "access": "password", "thanks": "Soon."})
    )
    return trigger_prepare(workflow_create(alice, document=document), "when")


def address(trigger: Trigger, rest: str = "", *, draft: bool = True) -> str:
    return f"/api/forms/{trigger.token}/{rest}{'?draft=true' if draft else ''}"


def send(api: APIClient, trigger: Trigger, key: str = KEY, **values: Any) -> Any:
    return api.post(address(trigger, "submissions/"), {"key": key, "values": values or {"topic": "looms"}})


def test_the_draft_is_shown_and_runs(form: Trigger, alice: User, alice_api: APIClient, queue: TaskQueue) -> None:
    shown = alice_api.get(address(form)).json()
    assert (shown["title"], [field["name"] for field in shown["fields"]]) == ("Ask", ["topic"])
    assert send(alice_api, form).json()["state"] == "running"
    assert send(alice_api, form).status_code == 201
    queue.run_all()
    sent = APIClient().get(address(form, f"submissions/{KEY}/", draft=False)).json()
    assert (sent["state"], sent["output"], sent["thanks"]) == ("done", {"greeting": "Hello looms"}, "Soon.")
    run = Run.objects.get()
    assert (run.created_by, run.delivery) == (alice, TriggerDelivery.objects.get(status="example"))


def test_what_is_published_stays_while_the_draft_changes(
    form: Trigger, alice: User, alice_api: APIClient, queue: TaskQueue
) -> None:
    form.workflow.nodes.filter(key="when").update(config={"title": "Ask"})
    version_publish(form.workflow, alice)
    form.workflow.nodes.filter(key="when").update(config={"title": "Ask more", "showResult": False})
    titles = [APIClient().get(address(form, draft=draft)).status_code for draft in (False, True)]
    assert titles == [200, 404]
    assert alice_api.get(address(form, draft=False)).json()["title"] == "Ask"
    assert alice_api.get(address(form)).json()["title"] == "Ask more"
    send(alice_api, form)
    queue.run_all()
    assert alice_api.get(address(form, f"submissions/{KEY}/")).json()["output"] is None


def test_steps_in_the_middle_are_shown_too(alice: User, alice_api: APIClient, queue: TaskQueue) -> None:
    document = two_steps()
    document["nodes"].append(node("when", "form_trigger", {"showResult": True}))
    trigger = trigger_prepare(workflow_create(alice, document=document), "when")
    send(alice_api, trigger)
    queue.run_all()
    path = address(trigger, f"submissions/{KEY}/")
    step = alice_api.get(path).json()["step"]
    assert step["title"] == "Price of looms"
    assert alice_api.post(path, {"step": step["id"], "values": {"price": 7}}).status_code == 200
    queue.run_all()
    assert alice_api.get(path).json()["output"] == {"cost": 7}


def test_files_reach_the_draft(alice: User, alice_api: APIClient, queue: TaskQueue) -> None:
    document = greeting_document()
    document["nodes"][0]["config"]["fields"].append({"name": "plan", "type": "file"})
    document["nodes"].append(node("when", "form_trigger", {"showResult": True}))
    trigger = trigger_prepare(workflow_create(alice, document=document), "when")
    body = {
        "json": json.dumps({"key": KEY, "values": {"topic": "looms"}}),
        "plan": SimpleUploadedFile("plan.txt", b"warp", content_type="text/plain"),
    }
    answer = alice_api.post(address(trigger, "submissions/"), body, format="multipart")
    assert answer.status_code == 201, answer.json()
    assert Run.objects.get().inputs["plan"]["name"] == "plan.txt"


def test_nobody_else_sees_the_draft(form: Trigger, bob: User, bob_api: APIClient) -> None:
    member_create(form.workflow, bob, "viewer")
    for api in (APIClient(), bob_api):
        assert api.get(address(form)).json()["code"] == "form_gone"
        assert send(api, form, OTHER_KEY).status_code == 404
    assert not Run.objects.exists()


def test_a_node_that_is_gone_has_no_draft(form: Trigger, alice_api: APIClient) -> None:
    form.workflow.nodes.filter(key="when").delete()
    assert alice_api.get(address(form)).json()["code"] == "form_gone"


def test_what_was_tried_out_does_not_count_as_visits(form: Trigger, alice_api: APIClient) -> None:
    form.workflow.nodes.filter(key="when").update(config={"perHour": 1})
    assert [send(alice_api, form, key).status_code for key in (KEY, OTHER_KEY)] == [201, 201]
