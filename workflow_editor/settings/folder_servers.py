"""Database and Redis of a process, from the environment or the last use of DATA_DIR.

Processes without supervisor, such as `manage.py changepassword`, must find the folder's servers. The first database
connection starts them (`PREPARE` of the database's settings).
"""

import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from workflow_editor.scaled.private_access import PrivateAccess, keep_access, kept_access
from workflow_editor.serving.data_lock import noted_database
from workflow_editor.settings import env

_MAKES_DATABASE = frozenset({"", "migrate", "prepare_database", "restore"})
"""Commands and programs that may begin with an empty folder; others would only find an empty, foreign database."""

_waking = threading.Lock()
_awake: set[Path] = set()
"""Folders with a PostgreSQL that has answered this process."""


@dataclass(frozen=True, slots=True)
class FolderServers:
    """Addresses, empty for SQLite and for messages in the memory of one process."""

    database_url: str
    redis_url: str
    prepare: Callable[[], None] | None = None
    """Called before each connection to the database; raises ImproperlyConfigured with what to set."""


def folder_servers(data_dir: Path) -> FolderServers:
    database_url, redis_url = env.text("DATABASE_URL"), env.text("REDIS_URL")
    command = sys.argv[1] if len(sys.argv) > 1 else ""
    # `up` decides by its own options.
    if database_url or command == "up":
        return FolderServers(database_url, redis_url)
    if (_restored_into(command) or noted_database(data_dir)) == "private":
        access = kept_access(data_dir) or keep_access(data_dir)
        prepare = partial(_require_private, data_dir, access)
        return FolderServers(access.postgres_url(data_dir), redis_url or access.redis_url(data_dir), prepare)
    return FolderServers("", redis_url, None if command in _MAKES_DATABASE else partial(_require_sqlite, data_dir))


def _restored_into(command: str) -> str:
    """Return the database that `restore` is to fill where that is not the one that the folder used last, else ""."""
    words = [part for word in sys.argv[2:] for part in word.split("=", 1)]
    is_named = command == "restore" and "--into" in words[:-1]
    return words[words.index("--into") + 1] if is_named else ""


def _require_private(data_dir: Path, access: PrivateAccess) -> None:
    """Start the private PostgreSQL where it rests, once in this process."""
    # Imported late: only those who connect need it.
    from workflow_editor.scaled.private_servers import PrivateServerError
    from workflow_editor.scaled.resting_servers import wake

    with _waking:
        if data_dir in _awake:
            return
        try:
            wake(data_dir, access)
        except PrivateServerError as error:
            raise ImproperlyConfigured(str(error)) from error
        _awake.add(data_dir)


def _require_sqlite(data_dir: Path) -> None:
    noted = noted_database(data_dir)
    if noted == "url":
        raise ImproperlyConfigured(
            f"The server of DATA_DIR {data_dir} keeps its rows elsewhere: "
            "set DATABASE_URL (and REDIS_URL) as it has them."
        )
    file, private = data_dir / "flowloom.sqlite3", data_dir / "postgres.log"
    has_sqlite = file.exists() and file.stat().st_size > 0
    if noted is None and has_sqlite and private.exists():
        raise ImproperlyConfigured(
            f"DATA_DIR {data_dir} holds two databases, {file.name} of `up` and the PostgreSQL of `up --scaled`. "
            "Start the server once, the way you use it: commands then know which one is meant."
        )
    if not has_sqlite:
        raise ImproperlyConfigured(
            f"DATA_DIR {data_dir} holds no database. Set DATA_DIR, or DATABASE_URL, as the server has it; where there "
            "is none yet, start it with `up`."
        )
