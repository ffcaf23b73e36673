"""Credentials of the kinds that sign requests whole: their forms, and what is refused."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.doubles.certificates import issued

CLIENT = issued("client", issued("Authority"))
VALID: dict[str, dict[str, Any]] = {
    "headers": {"headers": [{"key": "X-App", "value": "planted"}]},
    "digest": {"username": "me", "password": "planted"},
    "aws_v4": {"accessKeyId": "AKIDEXAMPLE", "secretAccessKey": "planted", "service": "sqs"},
    "hmac": {"secret": "planted"},
    "jwt": {"algorithm": "HS256", "key": "planted" * 5},
    "client_certificate": {"certificate": CLIENT.pem, "key": CLIENT.key_pem()},
}


def test_each_kind_has_a_form(alice_api: APIClient) -> None:
    kinds = alice_api.get("/api/credentials/kinds/").json()
    assert [kind["id"] for kind in kinds] == list(VALID)
    assert all(kind["title"]["zh"] and kind["help"]["zh"] for kind in kinds)
    assert {name for kind in kinds for name in kind["values_schema"]["properties"]} >= {"headers", "password", "region"}


@pytest.mark.parametrize("kind", VALID)
def test_what_is_needed_is_asked_for(alice_api: APIClient, kind: str) -> None:
    draft = {"name": "Mine", "kind": kind, "values": VALID[kind]}
    made = alice_api.post("/api/credentials/", draft)
    assert made.status_code == 201
    assert not any(word in made.content.decode() for word in ("planted", "PRIVATE KEY"))
    missing = alice_api.post("/api/credentials/", {**draft, "values": {}})
    assert missing.status_code == 400
    assert missing.json()["errors"][0]["pointer"].startswith("/values/")
    unknown = alice_api.patch(f"/api/credentials/{made.json()['id']}/", {"values": {**VALID[kind], "other": 1}})
    assert unknown.status_code == 400


@pytest.mark.parametrize(
    ("kind", "wrong", "field"),
    [
        ("hmac", {"recipe": "custom", "keyEncoding": "hex", "secret": "planted"}, "secret"),
        ("jwt", {"algorithm": "RS256", "key": "planted"}, "key"),
        ("jwt", {"claims": "planted"}, "claims"),
        ("client_certificate", {"certificate": "planted"}, "certificate"),
        ("client_certificate", {"key": issued("another").key_pem()}, "certificate"),
        ("client_certificate", {"authority": "planted"}, "authority"),
    ],
)
def test_what_cannot_sign_is_refused_where_it_is_typed(
    alice_api: APIClient, kind: str, wrong: dict[str, Any], field: str
) -> None:
    draft = {"name": "Mine", "kind": kind, "values": {**VALID[kind], **wrong}}
    drafts = {**draft, "values": VALID[kind], "test_values": draft["values"]}
    for body, pointer in [(draft, f"/values/{field}"), (drafts, f"/test_values/{field}")]:
        refused = alice_api.post("/api/credentials/", body, format="json")
        assert refused.status_code == 400
        assert [error["pointer"] for error in refused.json()["errors"]] == [pointer]
        assert "planted" not in refused.content.decode()
