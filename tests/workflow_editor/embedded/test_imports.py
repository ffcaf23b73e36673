"""Modules that a server may not have imported by the time that it is ready: see decision 20."""

import os
import subprocess
from pathlib import Path

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
# Also what only functions import: a package that such an import needs may be hidden (settings.blocked_imports).
IMPORT_ALL = """
import ast
import importlib
import sys
from pathlib import Path

import django

django.setup()
for path in [path for folder in ("tools", "agents", "workflow_editor") for path in Path(folder).rglob("*.py")]:
    tree = ast.parse(path.read_text())
    conditions = [node for node in ast.walk(tree) if isinstance(node, ast.If)]
    for_types = [node for node in conditions if "TYPE_CHECKING" in ast.unparse(node.test)]
    left_out = {inner for node in for_types for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if node in left_out or not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module]
        for name in names:
            importlib.import_module(name)
            print(name)
"""


def run_as_a_server(script: str, data_dir: Path) -> "subprocess.CompletedProcess[str]":
    environment = os.environ | {
        "DATA_DIR": str(data_dir),
        "DATABASE_URL": "",
        "REDIS_URL": "",
        "DJANGO_SETTINGS_MODULE": "workflow_editor.settings.production",
    }
    return subprocess.run(
        [PYTHON, "-c", script], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300
    )


def test_a_server_is_ready_without_what_only_some_work_needs(tmp_path: Path) -> None:
    started = run_as_a_server(SCRIPT, tmp_path)
    imported = set(started.stdout.split())
    assert "uvicorn" in imported, started.stderr
    assert imported & LATE == set()


def test_a_server_can_import_all_that_its_work_needs(tmp_path: Path) -> None:
    done = run_as_a_server(IMPORT_ALL, tmp_path)
    assert done.returncode == 0, done.stderr
    assert {"cel", "openai", "sqlalchemy"} <= set(done.stdout.split())
