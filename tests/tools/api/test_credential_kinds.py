"""Credentials of the kinds that sign requests whole: their forms, and what is refused."""

from typing import Any

import pytest
from rest_framework.test import APIClient

VALID: dict[str, dict[str, Any]] = {
    "headers": {"headers": [{"key": "X-App", "value": "planted"}]},
    "digest": {"username": "me", "password": "planted"},
    "aws_v4": {"accessKeyId": "AKIDEXAMPLE", "secretAccessKey": "planted", "service": "sqs"},
    "hmac": {"secret": "planted"},
    "jwt": {"algorithm": "HS256", "key": "planted"},
    "client_certificate": {"certificate": "PEM", "key": "planted"},
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
    assert "planted" not in made.content.decode()
    missing = alice_api.post("/api/credentials/", {**draft, "values": {}})
    assert missing.status_code == 400
    assert missing.json()["errors"][0]["pointer"].startswith("/values/")
    unknown = alice_api.patch(f"/api/credentials/{made.json()['id']}/", {"values": {**VALID[kind], "other": 1}})
    assert unknown.status_code == 400
