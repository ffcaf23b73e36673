"""One server per DATA_DIR: a lock that the operating system takes back when the process dies, and what it last held."""

import fcntl
import os
from pathlib import Path
from typing import Literal, get_args

Database = Literal["sqlite", "private", "url"]
"""The database of a data folder: SQLite in it, its private PostgreSQL, or one that DATABASE_URL names."""

_LOCK = "server.lock"
_held: dict[Path, int] = {}


class DataFolderInUseError(Exception):
    """Another server works on this folder."""


def lock_data_folder(data_dir: Path) -> int:
    """Lock the folder for the life of the process and return the file descriptor.

    Raises DataFolderInUseError if another process holds it.
    """
    descriptor = os.open(data_dir / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise DataFolderInUseError(f"Another Flowloom server is already using the data folder {data_dir}.") from None
    return descriptor


def hold_data_folder(data_dir: Path) -> int:
    """Lock the folder for the life of the process unless already locked, and return the file descriptor.

    Raises DataFolderInUseError if another process holds it.
    """
    if data_dir not in _held:
        _held[data_dir] = lock_data_folder(data_dir)
    return _held[data_dir]


def note_database(descriptor: int, database: Database) -> None:
    """Write into the locked file where a server of this folder keeps its rows; commands find them there."""
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, database.encode(), 0)


def noted_database(data_dir: Path) -> Database | None:
    """Return the last server's database of this folder, None if unknown.

    Without a record it is inferred from the files, unless both databases exist.
    """
    try:
        noted = (data_dir / _LOCK).read_text()
    except OSError:
        noted = ""
    for known in get_args(Database):
        if noted == known:
            found: Database = known
            return found
    has_sqlite = _has_content(data_dir / "flowloom.sqlite3")
    has_private = (data_dir / "postgres.log").exists()
    if has_sqlite == has_private:
        return None
    return "private" if has_private else "sqlite"


def _has_content(path: Path) -> bool:
    # A command that found no database used to leave an empty file.
    return path.exists() and path.stat().st_size > 0
