"""Settings of the test suite: throw-away data folder, fast hasher, no broker."""

import tempfile
from pathlib import Path

from workflow_editor.settings import env
from workflow_editor.settings.api import caches
from workflow_editor.settings.base import *  # noqa: F403  settings modules are one namespace by Django's design
from workflow_editor.settings.base import INSTALLED_APPS as PRODUCT_APPS
from workflow_editor.settings.blocked_imports import block_postgres_fields
from workflow_editor.settings.database import SQLITE_OPTIONS, databases
from workflow_editor.settings.files import file_storage, upload_folder
from workflow_editor.settings.folder_servers import FolderServers
from workflow_editor.settings.messaging import celery_settings, channel_layers

DATA_DIR = Path(tempfile.mkdtemp(prefix="flowloom-test-"))
SECRET_KEY = "only-for-tests"  # noqa: S105  a fixed key keeps test signatures stable
ALLOWED_HOSTS = ["*"]
INSTALLED_APPS = [*PRODUCT_APPS, "tests.database"]
STORAGES["files"] = file_storage(DATA_DIR)  # noqa: F405  of base
FILE_UPLOAD_TEMP_DIR = upload_folder(DATA_DIR)
WORKER = env.text("TEST_WORKER", "0")
DATABASES = databases(DATA_DIR, FolderServers(env.text("DATABASE_URL"), ""))
if env.text("DATABASE_URL"):
    DATABASES["default"]["NAME"] = f"flowloom_test_{WORKER}"
    # Most tests are one long transaction, which may rest while a test waits for a server.
    DATABASES["default"]["OPTIONS"].pop("options")
else:
    # As a server on SQLite does: what works here works there.
    block_postgres_fields()
    # A file, since tests with threads need writers that wait for each other, which a shared in-memory database cannot;
    # one at which nobody looks after a power cut. Rows without an order come in reverse: PostgreSQL gives them in any.
    DATABASES["default"]["OPTIONS"] = SQLITE_OPTIONS | {
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; PRAGMA temp_store=MEMORY; "
        "PRAGMA reverse_unordered_selects=ON;"
    }
# Test processes that run side by side have a Redis database each, as they have a PostgreSQL database each.
REDIS_URL = env.text("REDIS_URL").replace("/0", "/" + WORKER)
CACHES = caches(REDIS_URL)
CHANNEL_LAYERS = channel_layers("")
CELERY = celery_settings("")
EMBEDDED = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# An empty folder: WhiteNoise warns when there is none, and the real one may hold a build.
STATIC_ROOT = DATA_DIR / "static"
STATIC_ROOT.mkdir()
OFFLINE_WORD_DELAY_S = 0.0
