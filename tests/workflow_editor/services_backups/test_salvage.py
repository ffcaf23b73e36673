"""`salvage` copies all rows but those of damaged pages, and what it makes is a database of the product."""

import sqlite3
from contextlib import closing
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from tests.doubles.installation import Installation
from workflow_editor.services.backups.salvage import NothingReadableError, salvage

FILE = "flowloom.sqlite3"
ROWS = 5_000


@pytest.mark.exhaustive
def test_an_undamaged_file_is_copied_whole(planted: Installation, tmp_path: Path) -> None:
    other = Installation(tmp_path / "other")
    planted.manage("salvage", str(other.folder / FILE))
    copytree(planted.folder / "files", other.folder / "files")
    assert other.everything()["rows"] == planted.everything()["rows"]
    assert (other.folder / FILE).stat().st_mode & 0o777 == 0o600


def damaged(path: Path, *, pages: int) -> list[int]:
    """Make a table with an index, overwrite some pages of its rows, and return those that were overwritten."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE notes (id integer PRIMARY KEY AUTOINCREMENT, text varchar NOT NULL)")
        database.execute("CREATE UNIQUE INDEX notes_text ON notes (text)")
        rows = [(number, f"{number:08} " + "x" * 200) for number in range(1, ROWS + 1)]
        database.executemany("INSERT INTO notes VALUES (?, ?)", rows)
        database.commit()
        (size,) = database.execute("PRAGMA page_size").fetchone()
        listed = database.execute("SELECT pageno FROM dbstat WHERE name = 'notes' AND pagetype = 'leaf'")
        leaves = [page for (page,) in listed]
    found = leaves[10 :: len(leaves) // pages][:pages]
    with path.open("r+b") as file:
        for page in found:
            file.seek((page - 1) * size)
            file.write(b"\xff" * size)
    return found


@pytest.mark.parametrize("pages", [1, 5])
def test_only_rows_of_damaged_pages_are_lost(tmp_path: Path, pages: int) -> None:
    broken, target = tmp_path / "broken", tmp_path / "copy"
    lost = damaged(broken, pages=pages)
    before = broken.read_bytes()
    copied = salvage(broken, target)
    assert broken.read_bytes() == before
    with closing(sqlite3.connect(target)) as database:
        (count,) = database.execute("SELECT count(*) FROM notes").fetchone()
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert [row[0] for row in database.execute("SELECT seq FROM sqlite_sequence")] == [ROWS]
        texts: Any = database.execute("SELECT id, text FROM notes")
        assert all(text.startswith(f"{number:08} ") for number, text in texts)
    assert copied == {"notes": count}
    # Some twenty rows are on a page; a jump may pass over as many again.
    assert ROWS - 60 * len(lost) <= count < ROWS


def test_a_file_that_gives_nothing_is_named(tmp_path: Path) -> None:
    (tmp_path / "broken").write_bytes(b"half of a backup" * 1000)
    with pytest.raises(NothingReadableError, match="gives nothing"):
        salvage(tmp_path / "broken", tmp_path / "copy")
    assert not (tmp_path / "copy").exists()
