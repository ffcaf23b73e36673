"""Modules that a server may not have imported by the time that it is ready: see decision 20."""

import os
import subprocess
from pathlib import Path

from tests.doubles.embedded_server import migrated_folder
from tests.runtime import PYTHON, ROOT

_MODELS = ["anthropic", "openai"]
_DOCUMENTS = ["PIL", "babel", "docx", "lxml", "markdown_it", "numpy", "openpyxl", "pypdf", "selectolax"]
_DOCUMENTS += ["trafilatura", "typst"]
_TOOLS = ["authlib", "cel", "cryptography", "jsonschema", "liquid", "mcp", "mcp_types", "pydantic_monty"]
_FACTORS = ["fido2", "qrcode"]
_DATABASES = ["psycopg", "pymysql", "sqlalchemy"]
LATE = frozenset([*_MODELS, *_DOCUMENTS, *_TOOLS, *_FACTORS, *_DATABASES])
# The server itself answers its first request before it calls the function, so all of its start is seen.
SCRIPT = """
import os
import sys

import django

django.setup()

from django.core.management import call_command

from workflow_editor.management import ready


def print_modules(out, address):
    print(*sorted({name.partition(".")[0] for name in sys.modules}), flush=True)
    os._exit(0)


ready.print_ready = print_modules
call_command("up", port=0)
"""


def test_a_server_is_ready_without_what_only_some_work_needs(tmp_path: Path) -> None:
    environment = os.environ | {
        "DATA_DIR": str(migrated_folder(tmp_path)),
        "DATABASE_URL": "",
        "REDIS_URL": "",
        "DJANGO_SETTINGS_MODULE": "workflow_editor.settings.production",
    }
    started = subprocess.run(
        [PYTHON, "-c", SCRIPT], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300
    )
    imported = set(started.stdout.split())
    assert "uvicorn" in imported, started.stderr
    assert imported & LATE == set()
