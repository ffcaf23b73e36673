"""Databases that are migrated already: made once for each state of the migrations, and copied from then on.

Usage: `python -m tests.database.migrated` prints the path of the SQLite file.
"""

import fcntl
import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from django.db import connection

from tests.runtime import LOCK, PACKAGES, PYTHON, ROOT

MADE = ROOT / "build" / "migrated"


def sqlite_file() -> Path:
    """Return a file to copy; test processes that need it at the same moment wait for the first of them."""
    MADE.mkdir(parents=True, exist_ok=True)
    file = MADE / f"{_state()}.sqlite3"
    with (MADE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not file.exists():
            with TemporaryDirectory(dir=MADE) as folder:
                _manage("prepare_database", str(file), DATA_DIR=folder, DATABASE_URL="")
    return file


def postgres_copy(name: str) -> None:
    """Recreate the database on the server of DATABASE_URL."""
    original = f"flowloom_migrated_{_state()}"
    with connection._nodb_cursor() as server:
        # Held until this connection closes.
        server.execute("SELECT pg_advisory_lock(%s)", [7])
        server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [original])
        if not server.fetchone():
            server.execute(f"DROP DATABASE IF EXISTS {original}_begun")
            server.execute(f"CREATE DATABASE {original}_begun")
            url = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{original}_begun")
            _manage("migrate", "--no-input", "--skip-checks", "--verbosity", "0", DATABASE_URL=url.geturl())
            server.execute(f"ALTER DATABASE {original}_begun RENAME TO {original}")
        server.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        server.execute(f"CREATE DATABASE {name} TEMPLATE {original}")


def _state() -> str:
    migrations = [file for package in PACKAGES for file in sorted((ROOT / package).rglob("migrations/*.py"))]
    # The name of a migration stands in the database.
    parts = [part for file in (LOCK, *migrations) for part in (str(file.relative_to(ROOT)).encode(), file.read_bytes())]
    return sha256(b"\0".join(parts)).hexdigest()[:16]


def _manage(*words: str, **environment: str) -> None:
    settings = {"DJANGO_SETTINGS_MODULE": "workflow_editor.settings.production", "REDIS_URL": ""}
    command = [PYTHON, "manage.py", *words]
    subprocess.run(command, cwd=ROOT, env=os.environ | settings | environment, check=True)


if __name__ == "__main__":
    sys.stdout.write(str(sqlite_file()))
