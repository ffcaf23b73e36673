"""Every address of the API that keeps a secret leaves a row in the audit log: who, which, never the value."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from agents.services.providers import provider_create
from tests.factories.documents import greeting_document, node
from tests.factories.workflows import workflow_create
from tools.models import AccessEvent
from tools.secrets.names import is_secret_name
from tools.services.credentials import credential_create
from tools.services.tool_configs import tool_config_create

SECRET = "planted-secret-77c1"
HOOK = f"https://open.feishu.cn/open-apis/bot/v2/hook/{SECRET}"
SCHEMA: Any = json.loads((Path(__file__).parents[3] / "frontend/src/api/openapi.json").read_text())
JsonObject = dict[str, Any]

KEEPS: dict[str, tuple[str, str, JsonObject, str]] = {
    "trigger_prepare": ("put", "workflows/{workflow}/triggers/{node}/", {"secrets": {"password": SECRET, "old": ""}},
                        "trigger.secrets_changed"),
    "credentials_create": ("post", "credentials/", {"name": "K", "kind": "http", "values": {"secret": SECRET}},
                           "credential.created"),
    "credentials_from_request": ("post", "credentials/from-request/", {"config": {"url": HOOK}}, "credential.created"),
    "credentials_update": ("patch", "credentials/{credential}/", {"values": {"secret": SECRET}}, "credential.changed"),
    "providers_create": ("post", "providers/", {"name": "Q", "preset": "openai", "api_key": SECRET},
                         "credential.created"),
    "providers_partial_update": ("patch", "providers/{provider}/", {"api_key": SECRET}, "credential.changed"),
    "tool_configs_create": ("post", "tools/configs/", {"type": "notification-feishu", "name": "B",
                            "config": {"webhookUrl": HOOK}}, "credential.created"),
    "tool_configs_update": ("patch", "tools/configs/{tool}/", {"config": {"webhookUrl": HOOK}}, "credential.changed"),
}  # fmt: skip
"""By operation: method, address, body, and the row."""

RECORDED_ELSEWHERE = {
    "accounts_create": "kept for the consent; `account.connected` is recorded (tests/tools/services)",
    "accounts_create_mcp": "as above",
    "password_change": "`password.changed` (test_recorded_changes)",
    "setup": "`user.created` (test_recorded_changes)",
}
KEEPS_NONE = {
    "account_confirm": "a password and a code that are compared",
    "form_open": "a password that is compared",
    "form_submit": "a password that is compared",
    "passkey_create": "the answer of a passkey, which holds no secret",
    "providers_try": "asks the service once",
    "tool_configs_draft": "checks the settings once",
    "tool_configs_try": "calls the tool once",
    "session_create": "a password that is compared; signing in is recorded",
    "session_second_step": "a code that is compared",
    "setup_link": "a token that is compared",
}


def secret_fields(schema: JsonObject, within: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield the fields of a body, nested ones too, that look like secrets or are never given out."""
    if reference := schema.get("$ref"):
        name = reference.rpartition("/")[2]
        if name not in within:
            yield from secret_fields(SCHEMA["components"]["schemas"][name], (*within, name))
    for name, field in schema.get("properties", {}).items():
        # A `key` names a column, a message or a node; `session_id` and `token_url` are no secrets either.
        if field.get("writeOnly") or "secret" in name or (is_secret_name(name) and name not in NO_SECRETS):
            yield name
        yield from secret_fields(field, within)
    inner = [schema.get("items"), schema.get("additionalProperties")]
    for part in [*inner, *(one for word in ("allOf", "anyOf", "oneOf") for one in schema.get(word, []))]:
        if isinstance(part, dict):
            yield from secret_fields(part, within)


NO_SECRETS = {"key", "session_id", "token_url"}


def operations_with_secrets() -> set[str]:
    return {
        operation["operationId"]
        for operations in SCHEMA["paths"].values()
        for method, operation in operations.items()
        if method in ("post", "put", "patch")
        for content in operation.get("requestBody", {}).get("content", {}).values()
        if any(secret_fields(content.get("schema", {})))
    }


def test_every_operation_that_takes_a_secret_is_known_here() -> None:
    found = operations_with_secrets()
    assert "trigger_prepare" in found, "the walk has lost the product"
    # What tools are set to is free JSON, of which the document cannot say what is secret.
    free = {"tool_configs_create", "tool_configs_update", "tool_configs_draft", "tool_configs_try"}
    assert found | free == KEEPS.keys() | RECORDED_ELSEWHERE.keys() | KEEPS_NONE.keys()


@pytest.mark.parametrize("operation", KEEPS)
def test_it_leaves_a_row_without_the_value(admin: User, admin_api: APIClient, operation: str) -> None:
    method, path, body, action = KEEPS[operation]
    document = greeting_document()
    document["nodes"].append(node("form", "form_trigger", {"access": "password"}))
    tool = tool_config_create(
        owner=admin, type="notification-feishu", name="Bot", config={"webhookUrl": HOOK.replace("planted", "first")}
    )
    at = {
        "workflow": workflow_create(admin, document=document).pk,
        "node": "form",
        "credential": credential_create(name="K1", kind="http", values={"secret": "first"}, owner=admin).pk,
        "provider": provider_create(name="P", preset="openai", base_url="", api_key="first").pk,
        "tool": tool.pk,
    }
    before = AccessEvent.objects.count()
    answer = getattr(admin_api, method)("/api/" + path.format(**at), body, format="json")
    assert answer.status_code in (200, 201), answer.content
    rows = list(AccessEvent.objects.order_by("id"))[before:]
    assert [row.username for row in rows if row.action == action] == ["admin"]
    assert SECRET not in str([(row.target, row.details) for row in rows]) + answer.content.decode()


def test_the_row_of_a_trigger_names_which_secrets(admin: User, admin_api: APIClient) -> None:
    document = greeting_document()
    document["nodes"].append(node("form", "form_trigger"))
    workflow = workflow_create(admin, document=document)
    body = {"secrets": {"password": SECRET, "old": ""}}
    admin_api.put(f"/api/workflows/{workflow.pk}/triggers/form/", body, format="json")
    row = AccessEvent.objects.get(action="trigger.secrets_changed")
    assert (row.target, row.details) == (f"{workflow.slug} form", {"stored": ["password"], "removed": ["old"]})
    assert row.address == "127.0.0.1"
