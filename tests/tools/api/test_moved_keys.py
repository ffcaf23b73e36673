"""A key in the settings of a request moves into a credential, with the place of it left behind."""

import pytest
from rest_framework.test import APIClient

from tests.doubles.keyed_addresses import KEYED, Keyed
from tools.models import Credential

URL = "https://api.example.com/items"
HOST = "https://api.example.com"
MOVED = {
    "query": ({"url": f"{URL}?api_key=a%2Fb"}, {"url": f"{URL}?api_key={{token}}"}, {"secret": "a/b"}),
    "row": (
        {"url": URL, "query": [{"key": "api_key", "value": "a/b"}]},
        {"query": [{"key": "api_key", "value": "{token}"}]},
        {"secret": "a/b"},
    ),
    "header": (
        {"url": URL, "headers": [{"key": "Authorization", "value": "Key a/b"}, {"key": "X-Api-Key", "value": "c"}]},
        {"headers": [{"key": "Authorization", "value": "Key {token}"}, {"key": "X-Api-Key", "value": "c"}]},
        {"secret": "a/b"},
    ),
    "JSON": (
        {"url": URL, "bodyType": "json", "body": '{"password": "a\\"b", "text": "a"}'},
        {"body": '{"password": "{token}", "text": "a"}'},
        {"secret": 'a"b'},
    ),
    "form": (
        {"url": URL, "bodyType": "form", "body": "q=1&password=a+b"},
        {"body": "q=1&password={token}"},
        {"secret": "a b"},
    ),
    "fields": (
        {"url": URL, "bodyType": "multipart", "form": [{"key": "token", "value": "a b"}]},
        {"form": [{"key": "token", "value": "{token}"}]},
        {"secret": "a b"},
    ),
    "user": (
        {"url": "https://ada:pass%20word@api.example.com/items"},
        {"url": URL, "authType": "basic"},
        {"username": "ada", "secret": "pass word"},
    ),
}


@pytest.mark.parametrize(("config", "changed", "values"), MOVED.values(), ids=MOVED)
def test_a_key_moves(
    alice_api: APIClient, config: dict[str, object], changed: dict[str, object], values: dict[str, str]
) -> None:
    answer = alice_api.post("/api/credentials/from-request/", {"config": config}, format="json")
    assert answer.status_code == 201, answer.content
    made = Credential.objects.get()
    assert made.values() == values
    assert (made.name, made.origins) == ("api.example.com", [HOST])
    assert answer.json()["config"] == {**config, "authType": "path", "credential": str(made.pk), **changed}


@pytest.mark.parametrize("keyed", [pytest.param(keyed, id=keyed.service) for keyed in KEYED])
def test_a_key_of_every_service_moves(alice_api: APIClient, keyed: Keyed) -> None:
    answer = alice_api.post("/api/credentials/from-request/", {"config": {"url": keyed.address}}, format="json")
    assert answer.status_code == 201, answer.content
    assert keyed.key not in answer.content.decode()


@pytest.mark.parametrize("kind", ["mcp-server", "openapi"])
def test_a_key_of_a_tool_in_a_node_moves(alice_api: APIClient, kind: str) -> None:
    sent = {"config": {"url": f"{URL}?api_key=a"}, "type": kind}
    answer = alice_api.post("/api/credentials/from-request/", sent, format="json")
    assert answer.status_code == 201, answer.content
    made = Credential.objects.get()
    assert (made.values(), made.origins) == ({"secret": "a"}, [HOST])
    assert answer.json()["config"] == {"url": f"{URL}?api_key={{token}}", "credential": str(made.pk)}
    signed = {"config": {**answer.json()["config"], "url": f"{URL}?api_key=b"}, "type": kind}
    answer = alice_api.post("/api/credentials/from-request/", signed, format="json")
    assert [error["pointer"] for error in answer.json()["errors"]] == ["/config/credential"]


REFUSED = {
    "without": ({"url": URL}, "/config"),
    "reference": ({"url": f"{URL}?api_key={{{{ env.KEY }}}}"}, "/config"),
    "place": ({"url": f"{URL}?api_key={{token}}"}, "/config"),
    "signed": ({"url": f"{URL}?api_key=a", "authType": "bearer"}, "/config/authType"),
    "address": ({"url": "https://[::1/?api_key=a"}, "/config/url"),
}


@pytest.mark.parametrize(("config", "pointer"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_move_stays(alice_api: APIClient, config: dict[str, object], pointer: str) -> None:
    answer = alice_api.post("/api/credentials/from-request/", {"config": config}, format="json")
    assert answer.status_code == 400
    assert [error["pointer"] for error in answer.json()["errors"]] == [pointer]
    assert not Credential.objects.exists()
