"""Results of ready-made workflows that do not depend on a model, and their rows in tables."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from tests.doubles.task_queue import TaskQueue
from tests.workflow_editor.api.test_templates import create
from workflow_editor.models import Run, Wait
from workflow_editor.nodes.base import NodeOutcome
from workflow_editor.nodes.builtin.parameter_extractor import ParameterExtractorConfig, ParameterExtractorNode
from workflow_editor.nodes.ports import NodeContext
from workflow_editor.services.runs.waits.answer import wait_answer

Json = dict[str, Any]

ORDERS = [{"customer": "Cy", "price": 2, "count": 3}, {"customer": "Cy", "price": 1.5, "count": 2}]


def result(api: APIClient, queue: TaskQueue, workflow: str, inputs: Json) -> Json:
    run = api.post(f"/api/workflows/{workflow}/runs/", {"inputs": inputs}).json()["id"]
    queue.run_all()
    output: Json = api.get(f"/api/runs/{run}/").json()["output"]
    return output


@pytest.mark.parametrize(
    ("template", "inputs", "output"),
    [
        ("orders-by-customer", {"orders": ORDERS}, {"customers": [{"customer": "Cy", "sum": 9}]}),
        ("orders-by-customer", {"orders": []}, {"customers": []}),
        ("clean-contacts", {"csv": "name,email\nB,b@x\nA,a@x\nC,b@x\nD,\n"}, {"csv": "name,email\nA,a@x\nB,b@x\n"}),
        ("report-failures", {"workflow": "W", "reason": "R", "run": "7"}, {"message": "“W” failed: R (run 7)"}),
        ("leads-from-form", {"people": 99}, {"next": "newsletter"}),
        ("leads-from-form", {"people": 100}, {"next": "sales"}),
        ("summarise-long-text", {"text": "a\n\nb\nc\nd\ne", "paragraphs": 2}, {"parts": 3}),
        ("route-by-country", {"country": "Brazil"}, {"shipping": "Arrives in a week, 30 USD."}),
    ],
)
def test_a_result_follows_from_the_inputs(
    queue: TaskQueue, alice_api: APIClient, template: str, inputs: Json, output: Json
) -> None:
    made = create(alice_api, template)
    found = result(alice_api, queue, made["id"], inputs)
    assert {name: found[name] for name in output} == output


@pytest.mark.parametrize("template", ["tickets-by-webhook", "leads-from-form", "follow-a-feed", "collect-answers"])
def test_what_comes_twice_stays_one_row(queue: TaskQueue, alice_api: APIClient, template: str) -> None:
    made = create(alice_api, template)
    for _ in range(2):
        result(alice_api, queue, made["id"], {})
    (table,) = alice_api.get("/api/tables/").json()
    assert alice_api.get(f"/api/tables/{table['id']}/rows/").json()["total"] == 1


@pytest.mark.parametrize("content", [b"2 teapots", None])
def test_an_order_is_read_from_a_mail_and_its_attachment(
    queue: TaskQueue, alice_api: APIClient, monkeypatch: pytest.MonkeyPatch, content: bytes | None
) -> None:
    asked: list[str] = []

    def read(_: ParameterExtractorNode, config: ParameterExtractorConfig, context: NodeContext) -> NodeOutcome:
        asked.append(context.variables.render(config.input))
        return NodeOutcome(output={"number": "7", "customer": "Lin", "items": "teapots"})

    monkeypatch.setattr(ParameterExtractorNode, "run", read)
    made = create(alice_api, "mail-to-rows")
    inputs: Json = {"subject": "Order 7", "text": "See the file."}
    if content is not None:
        file = SimpleUploadedFile("order.txt", content)
        inputs["attachment"] = alice_api.post("/api/files/", {"file": file}, format="multipart").json()
    output = result(alice_api, queue, made["id"], inputs)
    assert asked == [f"Order 7\nSee the file.\n{(content or b'No attachment.').decode()}"]
    assert (output["row"]["number"], output["row"]["items"]) == ("7", "teapots")


@pytest.mark.parametrize(
    ("total", "decision", "state"),
    [(999.99, None, "approved"), (1000, "approve", "approved"), (1000, "reject", "rejected")],
)
def test_only_a_large_invoice_is_asked_about(
    queue: TaskQueue,
    alice_api: APIClient,
    alice: User,
    monkeypatch: pytest.MonkeyPatch,
    total: float,
    decision: str | None,
    state: str,
) -> None:
    read = {"number": "7", "supplier": "Northwind", "total": total}
    monkeypatch.setattr(ParameterExtractorNode, "run", lambda *_: NodeOutcome(output=read))
    made = create(alice_api, "approve-invoices")
    result(alice_api, queue, made["id"], {})
    asked = Wait.objects.filter(node_run__run__workflow=made["id"])
    assert [wait.payload["title"] for wait in asked] == ["Pay Northwind 1000?"] * (decision is not None)
    for wait in asked:
        wait_answer(alice, wait, decision=str(decision), values={})
        queue.run_all()
    output = Run.objects.get(workflow=made["id"]).output
    assert output is not None
    assert (output["state"], output["row"]["state"], output["row"]["total"]) == (state, state, total)
