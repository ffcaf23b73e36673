"""Database: SQLite in DATA_DIR, or PostgreSQL when DATABASE_URL is set."""

from pathlib import Path
from typing import Any

from workflow_editor.settings import env
from workflow_editor.settings.folder_servers import FolderServers

# FULL keeps a committed row through a power cut; IMMEDIATE takes the write lock at BEGIN, so that a transaction
# never fails half-way with "database is locked" when it upgrades from reading to writing.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA temp_store=MEMORY;",
}


def databases(data_dir: Path, servers: FolderServers) -> dict[str, dict[str, Any]]:
    if servers.database_url:
        return {"default": env.postgres_database(servers.database_url) | {"PREPARE": servers.prepare}}
    return {
        "default": {
            "ENGINE": "workflow_editor.adapters.internals.sqlite",
            "NAME": data_dir / "flowloom.sqlite3",
            "CONN_MAX_AGE": None,
            "OPTIONS": SQLITE_OPTIONS,
            "PREPARE": servers.prepare,
        }
    }
