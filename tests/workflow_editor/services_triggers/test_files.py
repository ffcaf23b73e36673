"""Files that arrive at triggers and with API calls: kept, given to their run, and no others opened by it."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from rest_framework.test import APIClient

from tests.doubles.task_queue import TaskQueue
from tests.factories.documents import edge, node
from tests.factories.workflows import workflow_create
from tests.workflow_editor.api.problem_asserts import assert_problem, pointers
from tests.workflow_editor.services_triggers.conftest import PublishTrigger
from tools.adapters.file_contents import file_keep, stored_file
from tools.core.definitions import CallContext, Caller
from tools.core.errors import RecordNotFoundError
from tools.core.registered.files import StoredFile
from tools.models import ToolFile
from tools.selectors.tool_files import tool_file_for_call
from workflow_editor.models import FileUse, Run, Status, Trigger, TriggerDelivery, Wait
from workflow_editor.services.triggers.deliver import deliver_again

PDF = b"%PDF-1.7 invoice"
KEY = "k" * 22


def document(**field: Any) -> dict[str, Any]:
    """Return a graph that gives on the file of its only field, and answers a webhook with it."""
    asked = {"name": "invoice", "type": "file", "title": "Invoice", "required": True, **field}
    return {
        "schema_version": 1,
        "nodes": [
            node("start", "start", {"fields": [asked]}),
            node("answer", "respond", {"kind": "file", "body": "{{ inputs.invoice }}"}),
            node("end", "end", {"outputs": [{"name": "copy", "value": "{{ inputs.invoice }}"}]}),
        ],
        "edges": [edge("start", "answer"), edge("answer", "end")],
    }


def part(name: str = "a.pdf", content: bytes = PDF, kind: str = "application/pdf") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content, kind)


def posted(trigger: Trigger, parts: Mapping[str, Any], **headers: str) -> Any:
    return Client().post(f"/hooks/{trigger.token}/", parts, headers=headers)


def secret_of(user: User) -> StoredFile:
    return stored_file(file_keep("secret.pdf", "", [b"%PDF-1.7 secret"], owner_id=user.pk, run_id=None))


def may_open(run: Run, file_id: str, user: User) -> bool:
    context = CallContext(Caller(user.pk, user.username), run_id=str(run.pk))
    try:
        tool_file_for_call(context=context, file_id=file_id)
    except RecordNotFoundError:
        return False
    return True


@pytest.mark.parametrize("content", [PDF, PDF + bytes(3_000_000)], ids=["in memory", "on disk"])
def test_a_name_keeps_the_quotation_marks_that_browsers_escape(alice_api: APIClient, content: bytes) -> None:
    sent = alice_api.post("/api/files/", {"file": part("a %22b%22 %41.pdf", content)}, format="multipart")
    assert sent.json()["name"] == 'a "b" %41.pdf'


def test_files_of_a_multipart_request_are_values(publish_trigger: PublishTrigger, alice: User) -> None:
    trigger = publish_trigger("webhook", document=document())
    answer = posted(trigger, {"invoice": part(), "note": "paid"})
    run = Run.objects.get(pk=answer.json()["run"])
    row = ToolFile.objects.get()
    value = stored_file(row).to_json()
    assert (row.name, row.content_type, row.size, row.owner) == ("a.pdf", "application/pdf", len(PDF), alice)
    assert run.inputs["invoice"] == value
    assert run.delivery is not None
    assert run.delivery.data["files"] == [value]
    assert run.delivery.data["body"] == {"note": "paid", "invoice": value}
    again = deliver_again(run.delivery, alice)
    assert all(may_open(one, str(row.pk), alice) for one in (run, again))


@pytest.mark.parametrize("content", [PDF, b"%PDF-1.7 of another call"])
def test_what_comes_again_is_not_stored_again(publish_trigger: PublishTrigger, content: bytes) -> None:
    hook, page = publish_trigger("webhook", document=document()), publish_trigger("form_trigger", document=document())
    key = {"Idempotency-Key": "order-7"}
    first = [posted(hook, {"invoice": part()}, **key), send_form(page, {}, {"invoice": part()})]
    before = set(ToolFile.objects.values_list("pk", "body", "expires_at"))
    again = [
        posted(hook, {"invoice": part(content=content)}, **key),
        send_form(page, {}, {"invoice": part(content=content)}),
    ]
    assert [answer.json() for answer in again] == [answer.json() for answer in first]
    assert set(ToolFile.objects.values_list("pk", "body", "expires_at")) == before
    assert Run.objects.count() == 2


def test_a_whole_body_is_a_file_too(publish_trigger: PublishTrigger) -> None:
    config = {"mapping": [{"name": "invoice", "value": "{{ trigger.body }}"}]}
    trigger = publish_trigger("webhook", config, document())
    answer = Client().generic("POST", f"/hooks/{trigger.token}/", PDF, content_type="application/pdf")
    assert Run.objects.get(pk=answer.json()["run"]).inputs["invoice"]["size"] == len(PDF)


def test_an_answer_may_be_a_file(
    publish_trigger: PublishTrigger, queue: TaskQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    trigger = publish_trigger("webhook", {"respond": "when_done"}, document())
    monkeypatch.setattr("workflow_editor.api.views.webhooks.run_wait", lambda run_id, timeout_s: queue.run_all())
    answer = posted(trigger, {"invoice": part()})
    assert (answer.status_code, b"".join(answer.streaming_content)) == (200, PDF)
    assert answer["Content-Security-Policy"].startswith("sandbox")


def test_a_forged_reference_opens_nothing(publish_trigger: PublishTrigger, alice: User) -> None:
    secret = secret_of(alice)
    trigger = publish_trigger("webhook", document=document())
    forged = Client().post(f"/hooks/{trigger.token}/", {"invoice": secret.to_json()}, content_type="application/json")
    assert forged.status_code == 422
    delivery = TriggerDelivery.objects.get()
    assert delivery.error is not None
    assert (delivery.status, delivery.error["code"]) == (TriggerDelivery.Status.REJECTED, "run_inputs_invalid")
    run = Run.objects.get(pk=posted(trigger, {"invoice": part(), "note": json.dumps(secret.to_json())}).json()["run"])
    assert not may_open(run, secret.id, alice)
    assert not FileUse.objects.filter(file__pk=secret.id).exists()


@pytest.mark.parametrize(
    ("upload", "field", "code"),
    [
        (part("a.pdf", b"<!doctype html>"), {"accept": [".pdf"]}, "file_refused"),
        (part("a.xlsx", b"MZ program"), {"accept": [".xlsx"]}, "file_refused"),
        (part(content=b"%PDF-" + b"x" * 1024**2), {"maxMegabytes": 1}, "file_refused"),
    ],
)
def test_a_file_that_does_not_fit_its_field_is_refused(
    alice_api: APIClient, alice: User, upload: SimpleUploadedFile, field: dict[str, Any], code: str
) -> None:
    workflow = workflow_create(alice, document=document(**field))
    answer = alice_api.post(
        f"/api/workflows/{workflow.pk}/runs/", {"json": "{}", "invoice": upload}, format="multipart"
    )
    assert pointers(assert_problem(answer, 400, "run_inputs_invalid")) == ["/inputs/invoice"]


def test_a_run_takes_files_as_parts_and_by_reference(
    alice_api: APIClient, bob_api: APIClient, alice: User, bob: User
) -> None:
    workflow = workflow_create(alice, document=document(accept=["application/pdf"]))
    address = f"/api/workflows/{workflow.pk}/runs/"
    sent = alice_api.post(address, {"json": '{"mode": "live"}', "invoice": part()}, format="multipart")
    assert sent.status_code == 201
    assert sent.json()["inputs"]["invoice"]["name"] == "a.pdf"
    uploaded = alice_api.post("/api/files/", {"file": part("b.pdf", PDF + b"b")}, format="multipart").json()
    for reference in (uploaded, uploaded["id"], uploaded["address"], {**uploaded, "name": "x", "size": 1}):
        answer = alice_api.post(address, {"inputs": {"invoice": reference}})
        assert answer.json()["inputs"]["invoice"] == uploaded
    others = secret_of(bob).to_json()
    assert_problem(alice_api.post(address, {"inputs": {"invoice": others}}), 400, "run_inputs_invalid")


def send_form(trigger: Trigger, values: Any, files: Mapping[str, Any], key: str = KEY) -> Any:
    body = json.dumps({"key": key, "values": values})
    return APIClient().post(f"/api/forms/{trigger.token}/submissions/", {"json": body, **files}, format="multipart")


def test_a_visitor_sends_files_with_a_form(publish_trigger: PublishTrigger, alice: User) -> None:
    trigger = publish_trigger("form_trigger", {"showResult": True}, document(accept=[".pdf"]))
    assert send_form(trigger, {}, {"invoice": part(), "other": part("b.pdf", b"%PDF-b")}).status_code == 201
    row = ToolFile.objects.get()
    run = Run.objects.get()
    assert run.inputs == {"invoice": stored_file(row).to_json()}
    assert may_open(run, str(row.pk), alice)
    wrong = send_form(trigger, {}, {"invoice": part("a.pdf", b"MZ")}, key="o" * 22)
    assert pointers(assert_problem(wrong, 400, "invalid_input")) == ["/fields/invoice"]
    forged = send_form(trigger, {"invoice": secret_of(alice).to_json()}, {}, key="p" * 22)
    assert pointers(assert_problem(forged, 400, "invalid_input")) == ["/fields/invoice"]
    assert Run.objects.filter(status=Status.QUEUED).count() == 1


def asking() -> dict[str, Any]:
    """Return a graph that asks for a file in the middle of the run, and gives it on."""
    field = {"name": "photo", "type": "file", "title": "Photo", "required": True, "accept": [".pdf"]}
    return {
        "schema_version": 1,
        "nodes": [
            node("start", "start"),
            node("ask", "form", {"title": "Photo", "byVisitor": True, "fields": [field]}),
            node("end", "end", {"outputs": [{"name": "copy", "value": "{{ nodes.ask.photo }}"}]}),
        ],
        "edges": [edge("start", "ask"), edge("ask", "end", port="submitted")],
    }


def test_a_visitor_sends_files_in_the_middle_of_the_run(
    publish_trigger: PublishTrigger, queue: TaskQueue, alice: User
) -> None:
    trigger = publish_trigger("form_trigger", {"showResult": True}, asking())
    send_form(trigger, {}, {})
    queue.run_all()
    place = f"/api/forms/{trigger.token}/submissions/{KEY}/"
    step = APIClient().get(place).json()["step"]["id"]

    def answer(values: Any, files: Mapping[str, Any]) -> Any:
        return APIClient().post(
            place, {"json": json.dumps({"step": step, "values": values}), **files}, format="multipart"
        )

    forged, wrong = {"photo": secret_of(alice).to_json()}, {"photo": part("a.pdf", b"MZ")}
    for refused in (answer(forged, {}), answer({}, wrong), answer({}, {})):
        assert pointers(assert_problem(refused, 400, "invalid_input")) == ["/values/photo"]
    assert answer({}, {"photo": part(), "other": part("b.pdf")}).status_code == 200
    queue.run_all()
    run = Run.objects.get()
    copy = (run.output or {})["copy"]
    assert (run.status, copy["name"]) == (Status.SUCCEEDED, "a.pdf")
    assert may_open(run, copy["id"], alice)
    assert answer({}, {"photo": part("late.pdf", PDF + b"late")}).json()["code"] == "already_answered"
    assert not ToolFile.objects.filter(name__in=("b.pdf", "late.pdf")).exists()


def test_the_sender_opens_the_files_of_the_result_and_no_others(
    publish_trigger: PublishTrigger, queue: TaskQueue, alice: User
) -> None:
    asked = document()
    note = {"name": "note", "type": "text", "title": "Note"}
    asked["nodes"][0]["config"]["fields"].append(note)
    asked["nodes"][2]["config"]["outputs"].append({"name": "echo", "value": "{{ inputs.note | parse_json }}"})
    asked["edges"] = [edge("start", "end")]
    trigger, secret = publish_trigger("form_trigger", {"showResult": True}, asked), secret_of(alice)
    assert send_form(trigger, {"note": json.dumps(secret.to_json())}, {"invoice": part()}).status_code == 201
    mine = ToolFile.objects.exclude(pk=secret.id).get()

    def opened(file_id: Any, key: str = KEY) -> Any:
        return APIClient().get(f"/api/forms/{trigger.token}/submissions/{key}/files/{file_id}/")

    assert opened(mine.pk).status_code == 404, "the run has no result yet"
    queue.run_all()
    output = Run.objects.get().output
    assert output is not None
    assert (output["copy"]["id"], output["echo"]["id"]) == (str(mine.pk), secret.id)
    answer = opened(mine.pk)
    assert (answer.status_code, b"".join(answer.streaming_content)) == (200, PDF)
    assert [opened(secret.id).status_code, opened(mine.pk, "o" * 22).status_code] == [404, 404]


def test_a_colleague_gives_a_file_to_the_run_that_waits(
    alice_api: APIClient, bob_api: APIClient, alice: User, bob: User, queue: TaskQueue
) -> None:
    workflow = workflow_create(alice, document=asking(), editors=(bob,))
    run = Run.objects.get(pk=alice_api.post(f"/api/workflows/{workflow.pk}/runs/", {}).json()["id"])
    queue.run_all()
    uploaded = bob_api.post("/api/files/", {"file": part("b.pdf")}, format="multipart").json()
    place = f"/api/approvals/{Wait.objects.get().pk}/answer/"
    others = {"decision": "submit", "values": {"photo": secret_of(alice).to_json()}}
    assert pointers(assert_problem(bob_api.post(place, others), 400, "invalid_input")) == ["/values/photo"]
    assert bob_api.post(place, {"decision": "submit", "values": {"photo": uploaded["id"]}}).status_code == 200
    queue.run_all()
    run.refresh_from_db()
    assert run.output == {"copy": uploaded}
    assert may_open(run, uploaded["id"], alice)
