"""A workflow that is exported, imported and exported again is the same file, byte for byte."""

import json
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from tests.factories.documents import node
from tests.factories.random_documents import JsonObject, random_document
from tests.runtime import ROOT
from tests.workflow_editor.api.problem_asserts import assert_problem
from workflow_editor.selectors.graphs.exports import workflow_export
from workflow_editor.services.starters import FOLDER
from workflow_editor.services.workflows import workflow_create

TEMPLATES = sorted(path.stem for path in FOLDER.glob("*.yaml"))
FIXTURES = sorted((ROOT / "tests/fixtures/workflows").glob("*.json"))


def export(api: APIClient, workflow: str) -> bytes:
    answer = api.get(f"/api/workflows/{workflow}/export/")
    assert answer.status_code == 200
    return bytes(answer.content)


def import_file(api: APIClient, file: JsonObject) -> str:
    answer = api.post("/api/workflows/import/", file)
    assert answer.status_code == 201, answer.content
    workflow: str = answer.json()["id"]
    return workflow


def assert_survives(api: APIClient, first: bytes) -> None:
    assert export(api, import_file(api, json.loads(first))) == first


@pytest.mark.parametrize("language", ["en", "zh-hans"])
@pytest.mark.parametrize("template", TEMPLATES)
@pytest.mark.everyday_rows(6)
def test_a_template_survives(alice_api: APIClient, template: str, language: str) -> None:
    body = {"name": "From a template", "template": template}
    card = alice_api.post("/api/workflows/", body, headers={"Accept-Language": language}).json()
    assert_survives(alice_api, export(alice_api, card["id"]))


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.stem)
def test_a_fixture_survives(alice_api: APIClient, path: Path) -> None:
    document = json.loads(path.read_text())["document"]
    file = {"format": "flowloom", "name": path.stem, "description": "结果", "tags": ["结果"], "document": document}
    first = export(alice_api, import_file(alice_api, file))
    assert json.loads(first) == file
    assert_survives(alice_api, first)


def test_a_node_of_an_unknown_type_survives_and_keeps_the_workflow_from_running(alice_api: APIClient) -> None:
    document = random_document(1)
    document["nodes"].append(node("x", "wizard", {"wand": {"length": 12}}, type_version=3))
    workflow = import_file(alice_api, {"format": "flowloom", "name": "From tomorrow", "document": document})
    assert_survives(alice_api, export(alice_api, workflow))
    refused = alice_api.post(f"/api/workflows/{workflow}/runs/", {})
    problems = assert_problem(refused, 422, "graph_invalid")["problems"]
    assert ("unknown_type", "x") in {(problem["code"], problem["node_key"]) for problem in problems}


@pytest.mark.parametrize("seeds", [range(25), pytest.param(range(25, 500), marks=pytest.mark.exhaustive)])
def test_random_graphs_survive(alice: User, seeds: range) -> None:
    """Without HTTP, which would take most of the time."""
    for seed in seeds:
        file: JsonObject = {"name": f"Random {seed}", "description": "", "tags": [], "document": random_document(seed)}
        first = workflow_export(workflow_create(alice, **file))
        assert first == {"format": "flowloom", **file}, seed
        text = json.dumps(first)
        del first["format"]
        assert json.dumps(workflow_export(workflow_create(alice, **json.loads(json.dumps(first))))) == text, seed
