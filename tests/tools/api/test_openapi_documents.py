"""Reading an OpenAPI document for the form of a tool."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from tests.doubles.http_server import Received, Reply, serving
from tests.doubles.pet_shop import DOCUMENT


def read(api: APIClient, **given: Any) -> Any:
    return api.post("/api/tools/openapi/", given, format="multipart")


def upload(content: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("api.json", content)


def test_chosen_operations_can_be_taken_up(alice_api: APIClient) -> None:
    answer = read(alice_api, file=upload(json.dumps(DOCUMENT).encode()), chosen="list_pets\nadd_pet")
    assert answer.status_code == 200
    assert [one["id"] for one in answer.json()["operations"]] == ["list_pets", "add_pet", "get_pet", "delete_pet"]
    tool = {"type": "openapi", "name": "Pets", "config": {"api": answer.json()["api"]}}
    stored = alice_api.post("/api/tools/configs/", tool)
    assert stored.status_code == 201
    listed = alice_api.post(f"/api/tools/configs/{stored.json()['id']}/mcp-tools/").json()
    assert [one["name"] for one in listed] == ["list_pets", "add_pet"]


def test_a_document_is_fetched_from_its_address(alice_api: APIClient, settings: Any) -> None:
    settings.OUTBOUND_ALLOW = ["127.0.0.1"]
    document = {**DOCUMENT, "servers": [{"url": "/v2"}]}

    def answer(request: Received) -> Reply:
        return Reply.of_json(document) if request.path == "/api.json" else Reply(404)

    with serving(answer) as server:
        found = read(alice_api, address=f"{server.url}/api.json").json()
        assert found["api"]["server"] == f"{server.url}/v2"
        missing = read(alice_api, address=f"{server.url}/other.json")
    assert (missing.status_code, missing.json()["errors"][0]["pointer"]) == (400, "/address")


@pytest.mark.parametrize(
    ("given", "pointer"),
    [
        ({}, "/file"),
        ({"file": upload(b"<html>")}, "/file"),
        ({"address": "http://10.0.0.1/api.json"}, "/address"),
        ({"address": "file:///etc/passwd"}, "/address"),
    ],
)
def test_what_is_no_document_is_refused(alice_api: APIClient, given: Any, pointer: str) -> None:
    answer = read(alice_api, **given)
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, pointer)
