"""Anything not as `backup` wrote it is refused, and nothing is changed."""

import gzip
import json
import random
import tarfile
from collections.abc import Callable
from dataclasses import asdict
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest

from tests.doubles.installation import Installation
from workflow_editor.services.backups.archive import (
    ArchiveWriter,
    BadArchiveError,
    Manifest,
    archive_entries,
    new_archive,
    read_manifest,
)
from workflow_editor.services.backups.restore import backup_verify
from workflow_editor.services.backups.sealed_keys import SealedKeys, WrongPassphraseError, new_salt

CHANGES = 300


def test_a_byte_that_changed_is_found_or_means_nothing(archive: Path, tmp_path: Path) -> None:
    whole, copy = archive.read_bytes(), tmp_path / "changed.backup"
    manifest, contents = asdict(read_manifest(archive)), entries(archive)
    places, found = random.Random(1), 0  # noqa: S311  the same places each time
    for _ in range(CHANGES):
        place = places.randrange(len(whole))
        copy.write_bytes(whole[:place] + bytes([whole[place] ^ (1 << places.randrange(8))]) + whole[place + 1 :])
        try:
            assert asdict(read_manifest(copy)) == manifest, place
            assert entries(copy) == contents, place
        except BadArchiveError:
            found += 1
    # Most bytes are contents; zeros that fill blocks mean nothing.
    assert found > CHANGES * 0.8


def test_a_part_of_a_backup_is_none(archive: Path, tmp_path: Path) -> None:
    whole, copy = archive.read_bytes(), tmp_path / "cut.backup"
    with tarfile.open(archive) as tar:
        last = tar.getmembers()[-1]
    end = last.offset_data + last.size
    lengths = random.Random(2).sample(range(end), 50)  # noqa: S311  the same lengths each time
    for length in [0, 100, 512, *lengths, end - 1]:
        copy.write_bytes(whole[:length])
        with pytest.raises(BadArchiveError):
            read_manifest(copy)


def entries(path: Path) -> list[tuple[str, bytes]]:
    return [(entry.path, entry.content.read()) for entry in archive_entries(path)]


def remade(
    archive: Path,
    path: Path,
    change: Callable[[Manifest, ArchiveWriter], None],
    content_of: Callable[[str, bytes], bytes] = lambda _, content: content,
) -> Path:
    """Write a backup again, with another manifest and other entries."""
    manifest = read_manifest(archive)
    with new_archive(path, manifest) as writer:
        for entry in archive_entries(archive):
            content = content_of(entry.path, entry.content.read())
            writer._add(entry.path, BytesIO(content), len(content))
        change(manifest, writer)
    return path


def with_more(manifest: Manifest, writer: ArchiveWriter) -> None:
    writer._add("rows/auth.user/000009.jsonl.gz", BytesIO(b""), 0)


def with_another_file(manifest: Manifest, writer: ArchiveWriter) -> None:
    writer._add("../secret", BytesIO(b""), 0)


def of_the_future(manifest: Manifest, writer: ArchiveWriter) -> None:
    manifest.migrations.append(("tools", "9999_future"))


def of_another_form(manifest: Manifest, writer: ArchiveWriter) -> None:
    manifest.format = 3


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (with_more, "is damaged: the content of rows/auth.user/000009.jsonl.gz"),
        (with_another_file, "is damaged: the content of ../secret"),
        (of_the_future, "has tools.9999_future, which this version does not know"),
        (of_another_form, "was made by a newer version"),
    ],
)
def test_a_backup_that_is_not_ours(
    archive: Path, tmp_path: Path, change: Callable[[Manifest, ArchiveWriter], None], sentence: str
) -> None:
    with pytest.raises(BadArchiveError, match=sentence.replace(".", r"\.")):
        backup_verify(remade(archive, tmp_path / "changed.backup", change), str)


@pytest.mark.exhaustive
def test_commands_end_with_a_sentence(archive: Path, planted: Installation, tmp_path: Path) -> None:
    cut = tmp_path / "cut.backup"
    cut.write_bytes(archive.read_bytes()[:5000])
    before = planted.everything()
    for words in (["verify-backup", str(cut)], ["restore", "--replace", str(cut)]):
        assert str(cut) in planted.refuses(*words)
    assert "exists already" in planted.refuses("backup", str(cut))
    assert "No such file" in planted.refuses("restore", "--replace", str(tmp_path / "none"))
    assert "No such file" in planted.refuses("backup", str(tmp_path / "none" / "x.backup"))
    assert planted.everything() == before


@pytest.mark.exhaustive
def test_an_installation_with_accounts_is_replaced_only_when_asked(
    archive: Path, planted: Installation, tmp_path: Path
) -> None:
    other = Installation(tmp_path / "other")
    other.plant()
    script = "from django.contrib.auth.models import User; User.objects.update(first_name='kept')"
    other.manage("shell", "-v", "0", "-c", script)
    assert "restore --replace" in other.refuses("restore", str(archive))
    other.manage("restore", "--replace", str(archive))
    assert other.everything() == planted.everything()
    # Moved aside, not deleted.
    assert (other.folder / "flowloom.sqlite3.before-restore").exists()


@pytest.mark.exhaustive
def test_keys_are_left_out_when_asked(archive: Path, planted: Installation, tmp_path: Path) -> None:
    path = tmp_path / "without.backup"
    planted.manage("backup", "--without-keys", str(path))
    assert not any(entry.kind == "keys" for entry in archive_entries(path))
    assert sorted(entry.name for entry in archive_entries(archive) if entry.kind == "keys") == ["secret_key"]
    assert path.stat().st_mode & 0o777 == archive.stat().st_mode & 0o777 == 0o600


def test_sealed_keys_are_opened_by_their_passphrase_and_salt_alone() -> None:
    salt = new_salt()
    sealed = SealedKeys("correct", salt).seal(b"key")
    assert b"key" not in sealed
    assert SealedKeys("correct", salt).open(sealed) == b"key"
    for passphrase, other in (("incorrect", salt), ("correct", new_salt())):
        with pytest.raises(WrongPassphraseError):
            SealedKeys(passphrase, other).open(sealed)


@pytest.mark.exhaustive
def test_commands_ask_for_the_passphrase_of_the_keys(planted: Installation, tmp_path: Path) -> None:
    path, key = tmp_path / "sealed.backup", (planted.folder / "secret_key").read_bytes()
    with_passphrase = {"BACKUP_PASSPHRASE": "correct horse battery"}
    Installation(planted.folder, **with_passphrase).manage("backup", "--encrypt-keys", str(path))
    assert key.strip() not in path.read_bytes()
    knows = Installation(tmp_path / "knows", **with_passphrase)
    guesses = Installation(tmp_path / "guesses", BACKUP_PASSPHRASE="incorrect horse battery")
    assert "encrypted by a passphrase" in knows.manage("verify-backup", str(path))
    for words in (["verify-backup", str(path)], ["restore", str(path)]):
        sentence = f"CommandError: The passphrase does not open the keys in {path}. Try another one.\n"
        assert guesses.refuses(*words) == sentence
        assert "set BACKUP_PASSPHRASE, or use a terminal" in Installation(guesses.folder).refuses(*words)
    assert not (guesses.folder / "flowloom.sqlite3").exists()
    knows.manage("restore", str(path))
    assert (knows.folder / "secret_key").read_bytes() == key
    assert knows.everything() == planted.everything()
    short = Installation(planted.folder, BACKUP_PASSPHRASE="short")
    assert "Use 12 characters or more" in short.refuses("backup", "--encrypt-keys", str(tmp_path / "short.backup"))


@pytest.mark.exhaustive
def test_a_backup_of_an_older_version_is_upgraded(archive: Path, planted: Installation, tmp_path: Path) -> None:
    def before_former_settings(manifest: Manifest, writer: ArchiveWriter) -> None:
        # They change rows alone, and none of these, but for those that add a column.
        later = [name for name in manifest.migrations if name[0] == "tools" and name[1] >= "0015"]
        manifest.migrations = [name for name in manifest.migrations if name not in later]
        for table, column in added.items():
            manifest.tables[table].columns.remove(column)
            manifest.tables[table].parts = parts[table]

    def without_added(path: str, content: bytes) -> bytes:
        table = path.removeprefix("rows/").partition("/")[0]
        if table not in added:
            return content
        rows = [json.loads(line) for line in gzip.decompress(content).splitlines()]
        cut = [[*row[: at[table]], *row[at[table] + 1 :]] for row in rows]
        packed = gzip.compress(b"".join(json.dumps(row).encode() + b"\n" for row in cut))
        parts[table].append((path, sha256(packed).hexdigest()))
        return packed

    calls, rules = "tools.toolinvocation", "tools.toolpolicy"
    added = {calls: "scope", rules: "enabled"}
    tables = read_manifest(archive).tables
    at = {table: tables[table].columns.index(column) for table, column in added.items()}
    parts = {table: list[tuple[str, str]]() for table in added}
    older = remade(archive, tmp_path / "older.backup", before_former_settings, without_added)
    other = Installation(tmp_path / "other")
    other.manage("restore", str(older))
    expected = planted.everything()
    for table, default in ((calls, "''"), (rules, "True")):
        for row in expected["rows"][table]:
            row[at[table]] = default
    assert other.everything() == expected
    assert "[ ]" not in other.manage("showmigrations")
