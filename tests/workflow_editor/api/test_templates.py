"""The ready-made workflows: complete in both languages, and free of problems once made."""

import json
import os
from typing import Any

import pytest
import yaml
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from agents.knowledge.models import KnowledgeBase
from agents.knowledge.selectors import document_list
from tests.doubles.task_queue import TaskQueue
from tests.runtime import ROOT
from tests.workflow_editor.api.problem_asserts import assert_problem, pointers
from tools.selectors.data_tables import TABLES
from tools.selectors.tool_configs import TOOLS
from workflow_editor.models import ProcessNode, Run, Status, Wait, Workflow
from workflow_editor.services.runs.waits.answer import wait_answer
from workflow_editor.services.starters import FOLDER

UPDATES = "UPDATE_STARTER_TESTS" in os.environ
"""True if the tests of the templates are recorded."""
IDS = sorted(path.stem for path in FOLDER.glob("*.yaml"))
COUNTS = {"chat-that-remembers"}
"""Their answer depends on the runs before."""
LINE = {"en": 38, "zh": 20}
"""Longest description that fits one line of a card of the gallery, in characters."""
ANSWERS = {"approval": ("approve", {}), "form": ("submit", {"price": 900, "delivery": "a week"})}
"""Answers of a person to the workflows that ask, by the kind of the question."""


def create(api: APIClient, template: str, language: str = "en") -> dict[str, Any]:
    body = {"name": "From a template", "template": template}
    card: dict[str, Any] = api.post("/api/workflows/", body, headers={"Accept-Language": language}).json()
    return card


def test_the_gallery_is_complete_in_both_languages(alice_api: APIClient) -> None:
    templates = alice_api.get("/api/workflow-templates/").json()
    assert sorted(template["id"] for template in templates) == IDS
    assert len(IDS) >= 20
    screens = ROOT / "frontend/src/i18n"
    named = [
        json.loads((screens / code / "workflows.json").read_text())["gallery"]["category"] for code in ("en", "zh")
    ]
    for template in templates:
        assert all(template["category"] in names for names in named)
        assert all(template[text][language] for text in ("name", "description", "note") for language in ("en", "zh"))
        assert all(len(template["description"][code]) <= longest for code, longest in LINE.items()), template["id"]
        places = {(node["parent"], node["x"], node["y"]) for node in template["picture"]["nodes"]}
        assert len(places) == len(template["picture"]["nodes"]) >= 3


def test_a_template_names_the_services_that_it_talks_to(alice_api: APIClient) -> None:
    services = {one["id"]: one["services"] for one in alice_api.get("/api/workflow-templates/").json()}
    assert services["approve-before-sending"] == ["feishu"]
    assert services["answer-in-chat"] == ["telegram"]
    assert services["summarise-text"] == []


@pytest.mark.parametrize("language", ["en", "zh-hans"])
@pytest.mark.parametrize("template", IDS)
@pytest.mark.everyday_rows(30)
def test_a_workflow_from_a_template_has_no_problem(alice_api: APIClient, template: str, language: str) -> None:
    card = create(alice_api, template, language)
    graph = alice_api.get(f"/api/workflows/{card['id']}/graph/").json()
    assert graph["problems"] == []
    assert card["description"]


def test_names_and_prompts_come_in_the_readers_language(alice_api: APIClient) -> None:
    create(alice_api, "research-and-notify", "zh-hans")
    assert ProcessNode.objects.get(key="research").name == "调研"


def test_tools_are_made_for_the_person_and_used_again(alice_api: APIClient, bob_api: APIClient, alice: User) -> None:
    create(alice_api, "research-and-notify")
    create(bob_api, "research-and-notify")
    create(alice_api, "research-and-notify")
    assert [tool.name for tool in TOOLS.may("list", alice)] == ["Feishu group", "Research questions"]
    [tool] = ProcessNode.objects.filter(key="research").order_by("id")[0].config["tools"]
    assert tool["toolConfig"] == str(TOOLS.may("list", alice).get(type="custom").pk)


def test_an_unknown_template_is_refused(alice_api: APIClient) -> None:
    response = alice_api.post("/api/workflows/", {"name": "x", "template": "nope"})
    assert pointers(assert_problem(response, 400, "invalid_input")) == ["/template"]
    assert not Workflow.objects.exists()


def test_a_template_and_a_document_together_are_refused(alice_api: APIClient) -> None:
    body = {"name": "x", "template": IDS[0], "document": {"nodes": [], "edges": []}}
    assert pointers(assert_problem(alice_api.post("/api/workflows/", body), 400, "invalid_input")) == ["/document"]


@pytest.mark.parametrize("language", ["en", "zh-hans"])
@pytest.mark.parametrize("template", IDS)
@pytest.mark.everyday_rows(8)
def test_a_template_runs_to_its_end_without_internet_and_key(
    queue: TaskQueue, alice_api: APIClient, alice: User, template: str, language: str
) -> None:
    card = create(alice_api, template, language)
    run_id = alice_api.post(f"/api/workflows/{card['id']}/runs/", {"inputs": {}}).json()["id"]
    queue.run_all()
    for wait in Wait.objects.filter(node_run__run=run_id, answered_at__isnull=True):
        decision, values = ANSWERS[wait.kind]
        wait_answer(alice, wait, decision=decision, values=values)
        queue.run_all()
    run = alice_api.get(f"/api/runs/{run_id}/").json()
    assert (run["status"], run["error"]) == ("succeeded", None)
    assert all(run["output"].values())
    kept = alice_api.post(f"/api/runs/{run_id}/test/", {"name": "As first run"}).json()
    replay = alice_api.post(f"/api/workflow-tests/{kept['id']}/results/", {}).json()
    assert (replay["status"], replay["findings"]) == ("passed", [])
    if UPDATES:
        recorded = alice_api.get(f"/api/workflow-tests/{kept['id']}/export/").json()
        store_test(recorded, template, language.partition("-")[0], alice)


def store_test(recorded: dict[str, Any], template: str, language: str, user: User) -> None:
    """Write the test that comes with a template: what differs from one recording to the next is left out."""
    name = {"en": "Example run", "zh": "示例运行"}[language]
    recorded |= {"name": name, "workflow": "", "compares_prompts": False}
    recorded["cassette"]["recorded"] = {}
    if template in COUNTS:
        recorded["assertions"] = [one for one in recorded["assertions"] if one["kind"] != "equals"]
    for node in recorded["cassette"]["nodes"]:
        for call in (*node["models"], *node["tools"]):
            call["duration_ms"] = 0
        for model in node["models"]:
            model["request"] = None
    text = json.dumps(recorded, ensure_ascii=False, indent=1) + "\n"
    starter = yaml.safe_load((FOLDER / f"{template}.yaml").read_text(encoding="utf-8"))
    rows: dict[str, Any] = {"tool": TOOLS.may("list", user), "table": TABLES.may("list", user)}
    rows["base"] = KnowledgeBase.objects.filter(owner=user)
    for kind, found in rows.items():
        keys = {one["name"][language]: key for key, one in starter.get(f"{kind}s", {}).items()}
        for row in found:
            text = text.replace(str(row.pk), f"<{kind}.{keys[row.name]}>")
    (FOLDER / "tests" / f"{template}.{language}.json").write_text(text, encoding="utf-8")


@pytest.mark.parametrize("language", ["en", "zh-hans"])
@pytest.mark.parametrize("template", IDS)
@pytest.mark.everyday_rows(8)
def test_the_test_of_a_template_passes_for_everybody(
    queue: TaskQueue, alice_api: APIClient, template: str, language: str
) -> None:
    card = create(alice_api, template, language)
    (stored,) = alice_api.get(f"/api/workflows/{card['id']}/tests/").json()
    replay = alice_api.post(f"/api/workflow-tests/{stored['id']}/results/", {}).json()
    assert (replay["status"], replay["findings"]) == ("passed", [])


@pytest.mark.parametrize("template", ["approve-invoices", "mail-to-rows", "summarise-pdf"])
def test_a_template_that_takes_a_file_runs_with_one(queue: TaskQueue, alice_api: APIClient, template: str) -> None:
    card = create(alice_api, template)
    start = ProcessNode.objects.get(workflow=card["id"], key="start")
    (field,) = (field["name"] for field in start.config["fields"] if field["type"] == "file")
    upload = SimpleUploadedFile("order.txt", b"Northwind, number 7: 2 desks")
    file = alice_api.post("/api/files/", {"file": upload}, format="multipart").json()
    run = alice_api.post(f"/api/workflows/{card['id']}/runs/", {"inputs": {field: file}})
    assert run.status_code == 201, run.json()
    queue.run_all()
    assert Run.objects.get(pk=run.json()["id"]).status in {Status.SUCCEEDED, Status.WAITING}


def test_no_template_asks_for_a_file_as_text(alice_api: APIClient) -> None:
    for template in IDS:
        create(alice_api, template)
    types = {field["type"] for start in ProcessNode.objects.filter(type="start") for field in start.config["fields"]}
    assert "file" in types
    assert "binary" not in types


def test_a_knowledge_base_is_made_for_the_person_and_used_again(
    queue: TaskQueue, alice_api: APIClient, alice: User
) -> None:
    for _ in range(2):
        card = create(alice_api, "page-to-knowledge")
        alice_api.post(f"/api/workflows/{card['id']}/runs/", {"inputs": {}})
        queue.run_all()
    [base] = KnowledgeBase.objects.filter(owner=alice)
    assert [document.name for document in document_list(base=base)] == ["https://example.com/tea.md"]


def test_accounts_are_not_needed_to_try_a_template_in_test_mode(queue: TaskQueue, alice_api: APIClient) -> None:
    card = create(alice_api, "sheet-to-slack")
    ProcessNode.objects.filter(workflow=card["id"]).update(bypass=False)
    run = alice_api.post(f"/api/workflows/{card['id']}/runs/", {"inputs": {}, "mode": "test"}).json()
    queue.run_all()
    assert alice_api.get(f"/api/runs/{run['id']}/").json()["status"] == "succeeded"
    calls = alice_api.get("/api/tools/invocations/").json()["results"]
    assert [(call["mode"], call["success"]) for call in calls] == [("test", True)] * 2
