"""Backups take as much memory for a large installation as for a small one."""

import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from tests.doubles.installation import Installation
from workflow_editor.services.backups.archive import archive_entries

MEASURED = """
import pathlib, runpy, sys
sys.argv = ["manage.py", *sys.argv[1:]]
runpy.run_path("manage.py", run_name="__main__")
# Not ru_maxrss, which begins with that of the process that started this one.
print("peak", pathlib.Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0])
"""
LARGE = 100_000_000
MORE_KB = 50_000
"""Lines of one part, its rows and its packed form at the same time."""


def peak_kb(installation: Installation, *words: str) -> int:
    return int(installation.run("-c", MEASURED, *words).rpartition("peak ")[2])


@pytest.mark.exhaustive
def test_the_size_of_an_installation_costs_no_memory(planted: Installation, archive: Path, tmp_path: Path) -> None:
    large, path = Installation(tmp_path / "large"), tmp_path / "large.backup"
    large.plant()
    content = b"content " * (LARGE // 8)
    digest = sha256(content).hexdigest()
    place = large.folder / "files" / digest[:2] / digest
    place.parent.mkdir(exist_ok=True)
    place.write_bytes(content)
    with closing(sqlite3.connect(large.folder / "flowloom.sqlite3")) as database, database:
        database.execute(
            "INSERT INTO tools_filebody (hash, size, used_at) VALUES (?, ?, '2026-01-01')", [digest, LARGE]
        )
        rows = ((f"large-{number}", bytes([number % 256]) * 20_000) for number in range(LARGE // 20_000))
        statement = "INSERT INTO workflow_editor_payload (hash, body, size, used_at) VALUES (?, ?, 20000, '2026-01-01')"
        database.executemany(statement, rows)
    small = {
        "backup": peak_kb(planted, "backup", str(tmp_path / "small.backup")),
        "verify": peak_kb(planted, "verify-backup", str(archive)),
        "restore": peak_kb(Installation(tmp_path / "small"), "restore", str(archive)),
    }
    found = {
        "backup": peak_kb(large, "backup", str(path)),
        "verify": peak_kb(large, "verify-backup", str(path)),
        "restore": peak_kb(Installation(tmp_path / "other"), "restore", str(path)),
    }
    assert digest in {entry.name for entry in archive_entries(path)}
    more = {name: found[name] - small[name] for name in small}
    assert max(more.values()) < MORE_KB, more
