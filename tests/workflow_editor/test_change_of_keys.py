"""A change of the keys of the installation reaches all that is stored encrypted."""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.apps import apps
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from pytest_django import Settings

from tests.catalogue import sources
from tools.models import AccessEvent, Consent, Credential
from tools.models.ciphertext import CiphertextField
from tools.secrets import encryption
from tools.services.accounts import account_create
from tools.services.credentials import credential_create
from workflow_editor.models import AlertRule, Trigger, Workflow

SECRET = {"secret": "planted-secret-7f3a"}
Rotate = Callable[[], None]


@pytest.fixture
def rotate(tmp_path: Path, settings: Settings) -> Rotate:
    """Put a new key before the others; called a second time, drop all but the first."""
    settings.DATA_DIR = tmp_path
    encryption.encrypt({})
    path = tmp_path / encryption.KEY_FILE_NAME
    keys = [path.read_text().strip()]

    def change() -> None:
        keys[:] = keys[:1] if len(keys) > 1 else [Fernet.generate_key().decode(), *keys]
        path.write_text("\n".join(keys))

    return change


def stored() -> Iterator[str]:
    """Yield every token in the database."""
    for model in apps.get_models():
        for column in model._meta.concrete_fields:
            if isinstance(column, CiphertextField):
                yield from filter(None, model._base_manager.values_list(column.attname, flat=True))


def test_the_old_key_is_not_needed_any_more(
    rotate: Rotate, alice: User, workflow: Workflow, capsys: pytest.CaptureFixture[str]
) -> None:
    credential = credential_create(name="Shop", kind="http", values=SECRET, owner=alice, proxy="http://p.example:3128")
    credential.set_test_values(SECRET)
    credential.save()
    account = account_create(owner=alice, name="Code", service="github", client_id="a", client_secret="b")
    token = encryption.encrypt(SECRET)
    Consent.objects.create(
        state_hash="s", account=account, user=alice, verifier=token, session_hash="x", expires_at="2026-12-01T00:00Z"
    )
    Trigger.objects.create(workflow=workflow, node_key="hook", type="webhook", secret_values=token)
    AlertRule.objects.create(channel="webhook", secret_address=token)
    before = list(stored())
    assert len(before) == 7
    rotate()
    call_command("reencrypt")
    assert "5 rows" in capsys.readouterr().out
    rotate()
    after = list(stored())
    assert set(after).isdisjoint(before)
    assert len([encryption.decrypt(one) for one in after]) == len(before)
    assert AccessEvent.objects.filter(action="credentials.reencrypted").exists()


def test_what_no_key_can_read_stops_it_and_nothing_is_changed(rotate: Rotate, alice: User) -> None:
    credential_create(name="Shop", kind="http", values=SECRET, owner=alice)
    other = credential_create(name="Other", kind="http", values=SECRET, owner=alice)
    Credential.objects.filter(pk=other.pk).update(ciphertext="gAAAA-of-another-installation")
    before = sorted(stored())
    rotate()
    with pytest.raises(CommandError, match="cannot be decrypted"):
        call_command("reencrypt")
    assert sorted(stored()) == before


def _names_of(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Assign(targets=[ast.Attribute(attr=name) | ast.Subscript(slice=ast.Constant(value=str(name)))]):
            yield name
        case ast.keyword(arg=str(name)):
            yield name
        case ast.Dict():
            yield from (
                str(key.value)
                for key, value in zip(node.keys, node.values, strict=True)
                if isinstance(key, ast.Constant) and _is_encrypted(value)
            )


def _is_encrypted(value: Any) -> bool:
    return any(
        isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute) and one.func.attr == "encrypt"
        for one in ast.walk(value)
    )


def test_every_encrypted_column_is_known_by_its_type() -> None:
    columns = {
        column.attname
        for model in apps.get_models()
        for column in model._meta.concrete_fields
        if isinstance(column, CiphertextField)
    }
    written = {
        name
        for path in sources()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Dict) or (isinstance(node, ast.Assign | ast.keyword) and _is_encrypted(node.value))
        for name in _names_of(node)
    }
    assert {"verifier", "target", "secret_values"} <= written
    assert written - {"defaults"} == columns
