"""Encryption at rest: keys, rotation, and nothing readable in the database file."""

import stat
from pathlib import Path

import pytest
from cryptography.fernet import Fernet
from django.contrib.auth.models import User
from pytest_django import Settings

from tools.core.errors import RecordInvalidError, ToolConfigurationError
from tools.models import Credential
from tools.secrets import encryption as secrets
from tools.services.credentials import credential_create, credential_update

PLANTED = "planted-secret-7f3a"


@pytest.fixture
def data_dir(tmp_path: Path, settings: Settings) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path


def test_the_key_file_is_made_once_and_only_its_owner_may_read_it(data_dir: Path) -> None:
    token = secrets.encrypt({"a": 1})
    key_file = data_dir / secrets.KEY_FILE_NAME
    key = key_file.read_text()
    assert stat.S_IMODE(key_file.stat().st_mode) == 0o600
    assert secrets.decrypt(token) == {"a": 1}
    secrets.encrypt({"b": 2})
    assert key_file.read_text() == key
    assert [path.name for path in data_dir.iterdir()] == [secrets.KEY_FILE_NAME]


def test_tokens_hold_no_readable_value(data_dir: Path) -> None:
    assert PLANTED not in secrets.encrypt({"key": PLANTED})


def test_after_a_rotation_old_tokens_are_read_and_new_ones_need_the_new_key(data_dir: Path) -> None:
    old_token = secrets.encrypt({"a": "旧"})
    key_file = data_dir / secrets.KEY_FILE_NAME
    new_key = Fernet.generate_key().decode()
    key_file.write_text(f"{new_key}\n{key_file.read_text()}")
    assert secrets.decrypt(old_token) == {"a": "旧"}
    moved = secrets.reencrypt(old_token)
    key_file.write_text(f"{new_key}\n")
    assert secrets.decrypt(moved) == {"a": "旧"}
    with pytest.raises(ToolConfigurationError):
        secrets.decrypt(old_token)


def test_a_damaged_key_file_is_named(data_dir: Path) -> None:
    (data_dir / secrets.KEY_FILE_NAME).write_text("not a key\n")
    with pytest.raises(ToolConfigurationError, match="credential_key"):
        secrets.encrypt({})


def test_a_credential_keeps_only_the_names_of_its_values_in_clear(alice: User) -> None:
    row = credential_create(name="Bot", kind="tool", values={"token": PLANTED}, owner=alice)
    stored = Credential.objects.values().get(pk=row.pk)
    assert stored["value_names"] == ["token"]
    assert PLANTED not in str(stored)


def test_updating_a_credential_replaces_its_values(alice: User) -> None:
    row = credential_create(name="Bot", kind="tool", values={"token": "one", "id": "1"}, owner=alice)
    credential_update(credential=row, name="Robot", values={"token": "two"})
    row.refresh_from_db()
    assert (row.name, row.values()) == ("Robot", {"token": "two"})


@pytest.mark.parametrize(("name", "kind", "pointer"), [("", "tool", "/name"), ("Bot", "not a slug", "/kind")])
def test_a_credential_needs_a_name_and_a_kind(alice: User, name: str, kind: str, pointer: str) -> None:
    with pytest.raises(RecordInvalidError) as caught:
        credential_create(name=name, kind=kind, values={}, owner=alice)
    assert [error["pointer"] for error in caught.value.details["errors"]] == [pointer]
