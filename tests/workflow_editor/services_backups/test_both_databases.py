"""A backup of one database fills the other: every table, every column, every content of a file, and back again."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest

from tests.doubles.installation import Installation
from workflow_editor.scaled.private_servers import postgres


@pytest.fixture
def root() -> Iterator[Path]:
    """A folder that PostgreSQL's own user can reach."""
    with TemporaryDirectory(prefix="flowloom-backup-") as name:
        Path(name).chmod(0o711)
        yield Path(name)


@pytest.mark.exhaustive
def test_rows_and_files_survive_both_ways(root: Path) -> None:
    first = Installation(root / "first")
    first.plant()
    before = first.everything()
    assert all(len(rows) >= 3 for rows in before["rows"].values())
    assert all(digest == found for digest, found in before["contents"].items())
    there, back = str(root / "there.backup"), str(root / "back.backup")
    assert "3 contents of files" in first.manage("backup", there)
    assert "is whole" in first.manage("verify-backup", there)

    second = Installation(root / "second")
    assert "Restored" in second.manage("restore", "--into", "private", there)
    assert second.everything() == before
    assert not list(second.folder.glob("*.sqlite3*"))
    # What comes next has numbers of its own.
    added = "row.pk = None; row.key_hash = 'new'; row.save(); print(row.pk); row.delete()"
    script = f"from workflow_editor.models import SeenItem; row = SeenItem.objects.first(); {added}"
    assert second.manage("shell", "-v", "0", "-c", script) == "4\n"

    second.manage("backup", back)
    third = Installation(root / "third")
    third.manage("restore", back)
    assert third.everything() == before

    # In the same folder, from one to the other.
    second.manage("restore", "--into=sqlite", back)
    assert second.everything() == before
    assert [file.name for file in second.folder.glob("*.sqlite3")] == ["flowloom.sqlite3"]
    assert [file.name for file in third.folder.glob("*.sqlite3*") if file.stat().st_mode & 0o077] == []
    for name in ("credential_key", "secret_key"):
        keys = {(one.folder / name).read_bytes() for one in (first, second, third) if (one.folder / name).exists()}
        assert len(keys) <= 1


@pytest.mark.exhaustive
def test_a_database_that_others_use_is_left_alone(root: Path, archive: Path, planted: Installation) -> None:
    with postgres(root) as url:
        server = Installation(root / "data", DATABASE_URL=url)
        with psycopg.connect(url) as other:
            assert "stop all servers that use it" in server.refuses("restore", str(archive))
            assert other.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone() == (0,)
        server.manage("restore", str(archive))
        assert server.everything() == planted.everything()
