"""The product needs nothing that `make run` does not install, in any mode."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.runtime import LOCK, PYTHON, ROOT

# What Python itself puts into a new environment.
_OF_PYTHON = {"pip", "setuptools"}
_LOCKED = re.compile(r"^([\w.-]+)==([^ ]+)", re.MULTILINE)
_OWN_PYTHON_STARTS_IT = re.compile(r"sys\.executable,[^\]]*manage\.py")
SETTINGS = "workflow_editor.settings.production"
MODES = {
    "embedded": {"DATABASE_URL": "", "REDIS_URL": ""},
    "scaled": {"DATABASE_URL": "postgresql://flowloom@127.0.0.1:9/none", "REDIS_URL": "redis://127.0.0.1:9/0"},
}
# Nothing connects: the classes that the settings name are imported, with all that they import late. So is what only
# functions import: a package that such an import needs may be hidden (settings.blocked_imports).
IMPORT_EVERYTHING = """
import ast, importlib, json, pkgutil, sys
from pathlib import Path
import django
django.setup()
from django.conf import settings

failed = {}
def attempt(name, load):
    try:
        load()
    except Exception as error:
        failed[name] = repr(error)

packages = [name for name in ("tools", "agents", "workflow_editor")]
names = [module.name for name in packages
         for module in pkgutil.walk_packages(importlib.import_module(name).__path__, f"{name}.")]
for name in names:
    attempt(name, lambda: importlib.import_module(name))
late = set()
for path in [path for package in packages for path in Path(package).rglob("*.py")]:
    tree = ast.parse(path.read_text())
    conditions = [node for node in ast.walk(tree) if isinstance(node, ast.If)]
    for_types = [node for node in conditions if "TYPE_CHECKING" in ast.unparse(node.test)]
    left_out = {inner for node in for_types for inner in ast.walk(node)}
    for node in set(ast.walk(tree)) - left_out:
        if isinstance(node, ast.Import | ast.ImportFrom):
            late |= {alias.name for alias in node.names} if isinstance(node, ast.Import) else {node.module}
for name in late:
    attempt(name, lambda: importlib.import_module(name))

import uvicorn
from channels.layers import get_channel_layer
from django.core.cache import caches
from django.db import connections
from workflow_editor.celery import app
from workflow_editor.serving.web import WebServer

attempt("broker", lambda: app.connection_for_write().transport)
attempt("pool", lambda: app.WorkController)
attempt("channel layer", get_channel_layer)
for alias in settings.CACHES:
    attempt(f"cache {alias}", lambda: caches[alias]._cache if hasattr(caches[alias], "_cache") else caches[alias])
attempt("database", lambda: connections["default"].get_connection_params())
server = WebServer()
attempt("web server", server.config.load)
attempt("event loop", server.config.get_loop_factory)
for name in ("httptools", "hiredis", "psycopg.pq", "pymysql", "sqlalchemy.dialects.mysql.pymysql",
             "sqlalchemy.dialects.postgresql.psycopg", "websockets", "typst", *sys.argv[1:]):
    attempt(name, lambda: importlib.import_module(name))
transport = app.connection_for_write().transport_cls
print(json.dumps({"failed": failed, "modules": len(names), "late": sorted(late), "transport": transport}))
"""


@pytest.mark.parametrize("mode", ["embedded", pytest.param("scaled", marks=pytest.mark.exhaustive)])
def test_every_module_and_transport_imports_in_the_environment_of_a_user(mode: str, tmp_path: Path) -> None:
    environment = os.environ | MODES[mode] | {"DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": SETTINGS}
    answer = subprocess.run(
        [PYTHON, "-c", IMPORT_EVERYTHING], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300
    )
    assert answer.returncode == 0, answer.stderr
    found = json.loads(answer.stdout.splitlines()[-1])
    assert found["failed"] == {}
    assert found["modules"] > 100
    assert {"cel", "openai", "sqlalchemy"} <= set(found["late"])
    assert found["transport"] == {"embedded": "inprocess", "scaled": "redis"}[mode]


def test_that_environment_holds_what_the_lock_file_names_and_nothing_else() -> None:
    answer = subprocess.run(
        [PYTHON, "-m", "pip", "list", "--format=json"], capture_output=True, text=True, timeout=120, check=True
    )
    installed = {(_name(row["name"]), row["version"]) for row in json.loads(answer.stdout)}
    # Some are locked in two versions, for one Python each, and some for other platforms only.
    more = {name: version for name, version in installed - _locked() if name not in _OF_PYTHON}
    assert not more, f".venv is not what a user has; make it again: rm -rf .venv && make install ({more})"


def _locked() -> set[tuple[str, str]]:
    return {(_name(name), version) for name, version in _LOCKED.findall(LOCK.read_text())}


def _name(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_tests_start_the_product_in_no_other_environment() -> None:
    files = [file for file in (ROOT / "tests").rglob("*.py") if file != Path(__file__)]
    assert [file.name for file in files if _OWN_PYTHON_STARTS_IT.search(file.read_text())] == []
