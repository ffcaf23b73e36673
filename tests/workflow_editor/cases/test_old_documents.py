"""Documents of before node types had a second version run as they did: what differs is listed, each with its reason.

`RECORD_OLD_DOCUMENTS=1 pytest` of this file, in a checkout of the commit before, writes what is compared.
"""

import json
import os
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from pytest_django import Settings
from rest_framework.test import APIClient

from agents.knowledge.models import KnowledgeBase
from tests.doubles.task_queue import TaskQueue
from tests.workflow_editor.acceptance.api_user import ApiUser, done
from tests.workflow_editor.cases.old_documents.options import documents
from tests.workflow_editor.cases.partner import Partner, partner
from tools.adapters import gateway_factory
from tools.selectors.tool_configs import tool_config_list
from workflow_editor.models import Wait
from workflow_editor.services.runs.waits.answer import wait_answer
from workflow_editor.services.starters import FOLDER

Json = dict[str, Any]
KEPT = Path(__file__).with_name("old_documents")
RECORDS = "RECORD_OLD_DOCUMENTS" in os.environ
STARTERS = sorted(path.stem for path in FOLDER.glob("*.yaml"))
ANSWERS: Mapping[str, tuple[str, Json]] = {"approval": ("approve", {}), "form": ("submit", {"price": 900})}
"""What a person decides where a ready-made workflow asks, by the kind of the question."""
LEFT_OUT = {
    "approval": "waits for a person; in the ready-made workflows",
    "bot_message": "needs the service of a bot",
    "break": "only inside of loops, which have it in their own tests",
    "chat_trigger": "begins runs and changes no value",
    "classifier": "asks a model; in the ready-made workflows",
    "delay": "waits",
    "edit_image": "gives bytes of another file",
    "form": "waits for a person; in the ready-made workflows",
    "form_trigger": "begins runs and changes no value",
    "group": "is never run",
    "guardrail": "asks a model; in the ready-made workflows",
    "judge": "asks a model; in the ready-made workflows",
    "knowledge_search": "asks a model; in the ready-made workflows",
    "note": "is never run",
    "parameter_extractor": "asks a model; in the ready-made workflows",
    "poll": "begins runs and changes no value",
    "process": "asks a model; in the ready-made workflows",
    "run_end": "begins runs and changes no value",
    "schedule": "begins runs and changes no value",
    "sub_workflow": "runs what the others are",
    "tool": "in the ready-made workflows",
    "webhook": "begins runs; in `test_values.py`",
}
CHANGED: Mapping[str, str] = {}
"""Documents whose runs give something else today, each with the reason why that is right."""


@pytest.fixture
def echo(settings: Settings) -> Iterator[Partner]:
    settings.OUTBOUND_ALLOW = ["127.0.0.1"]
    gateway_factory.gateway.cache_clear()
    with partner() as server:
        yield server
    gateway_factory.gateway.cache_clear()


@pytest.fixture
def user(alice_api: APIClient, admin_api: APIClient, queue: TaskQueue) -> ApiUser:
    return ApiUser(alice_api, admin_api, queue)


@cache
def kept(name: str) -> Mapping[str, Json]:
    """Return what was recorded, by its name."""
    lines = (KEPT / f"{name}.jsonl").read_text(encoding="utf-8").splitlines() if not RECORDS else []
    return {record["id"]: record for record in map(json.loads, lines)}


def write(name: str, records: list[Json]) -> None:
    lines = [json.dumps(record, ensure_ascii=False, separators=(",", ":")) for record in records]
    (KEPT / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def outcome(user: ApiUser, document: Json, inputs: Json, owner: User) -> Json:
    """Run a document to its end; a person answers what it asks."""
    body = {"format": "flowloom", "name": "Old", "document": document}
    workflow = done(user.api.post("/api/workflows/import/", body))["id"]
    run_id = done(user.api.post(f"/api/workflows/{workflow}/runs/", {"inputs": inputs}))["id"]
    user.queue.run_all()
    for wait in Wait.objects.filter(node_run__run=run_id, answered_at__isnull=True):
        decision, values = ANSWERS[wait.kind]
        wait_answer(owner, wait, decision=decision, values=values)
        user.queue.run_all()
    run = done(user.api.get(f"/api/runs/{run_id}/"))
    if run["status"] != "succeeded":
        return {"status": run["status"], "code": (run["error"] or {}).get("code")}
    return {"status": run["status"], "output": run["output"]}


def differs(before: Json, now: Json) -> bool:
    """Whether a run gives something else; whoever had a run that failed had no flow that worked."""
    if before["status"] != "succeeded":
        return False
    return json.dumps(before, sort_keys=True) != json.dumps(now, sort_keys=True)


def kind_of(record: Json) -> str:
    return str(record["id"]).partition(" ")[0]


KINDS = sorted({kind_of(case) for case in documents()})


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.everyday_rows(4)
@pytest.mark.skipif(RECORDS, reason="recording")
def test_a_document_of_before_gives_what_it_gave(user: ApiUser, alice: User, echo: Partner, kind: str) -> None:
    found = {}
    for record in kept("options").values():
        if kind_of(record) == kind:
            text = json.dumps(record["document"]).replace("${ECHO}", echo.url)
            now = outcome(user, json.loads(text), record["inputs"], alice)
            if differs(record["outcome"], now):
                found[record["id"]] = (record["outcome"], now)
    listed = {name for name in CHANGED if name.partition(" ")[0] == kind}
    assert {name: pair for name, pair in found.items() if name not in listed} == {}
    assert listed <= found.keys(), "listed, but the same as before"


def tools_of(owner: User) -> dict[str, str]:
    """Return marks for the ids of what a ready-made workflow brings along."""
    rows = [*tool_config_list(user=owner), *KnowledgeBase.objects.filter(owner=owner)]
    return {str(row.pk): f"<{type(row).__name__}:{row.name}>" for row in rows}


def from_template(user: ApiUser, template: str) -> str:
    body = {"name": "From a template", "template": template}
    return str(done(user.api.post("/api/workflows/", body, headers={"Accept-Language": "en"}))["id"])


@pytest.mark.parametrize("template", STARTERS)
@pytest.mark.everyday_rows(4)
@pytest.mark.skipif(RECORDS, reason="recording")
def test_a_ready_made_workflow_of_before_gives_what_it_gave(user: ApiUser, alice: User, template: str) -> None:
    from_template(user, template)
    record = kept("starters")[template]
    text = json.dumps(record["document"])
    for key, mark in tools_of(alice).items():
        text = text.replace(mark, key)
    now = outcome(user, json.loads(text), {}, alice)
    assert differs(record["outcome"], now) is (template in CHANGED), (record["outcome"], now)


def test_every_type_of_node_has_documents_or_is_left_out() -> None:
    from workflow_editor.nodes.registry import builtin_registry

    held = {node["type"] for case in documents() for node in case["document"]["nodes"]}
    types = {kind.id for kind in builtin_registry().node_types()}
    assert held | LEFT_OUT.keys() == types
    assert held.isdisjoint(LEFT_OUT)


@pytest.mark.skipif(not RECORDS, reason="made once, in a checkout of 67f9fedb")
def test_record_documents(user: ApiUser, alice: User, echo: Partner) -> None:
    records = []
    for case in documents():
        text = json.dumps(case["document"]).replace("${ECHO}", echo.url)
        records.append({**case, "outcome": outcome(user, json.loads(text), case["inputs"], alice)})
    write("options", json.loads(json.dumps(records).replace(echo.url, "${ECHO}")))


@pytest.mark.skipif(not RECORDS, reason="made once, in a checkout of 67f9fedb")
@pytest.mark.parametrize("template", STARTERS)
def test_record_starters(user: ApiUser, alice: User, template: str) -> None:
    workflow = from_template(user, template)
    document = done(user.api.get(f"/api/workflows/{workflow}/export/"))["document"]
    record = {"id": template, "document": document, "outcome": outcome(user, document, {}, alice)}
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    for key, mark in tools_of(alice).items():
        text = text.replace(key, mark)
    with (KEPT / "starters.jsonl").open("a", encoding="utf-8") as file:
        file.write(text + "\n")
