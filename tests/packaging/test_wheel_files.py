"""The wheel holds one package and every file of the product; what a module reads from its root is among them."""

import ast
import json
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.runtime import BUILD_PYTHON, PACKAGES, ROOT

# Hatchling's own answer: target by source, both from the root.
LIST_FILES = """
import json, os
from hatchling.builders.wheel import WheelBuilder
files = WheelBuilder(os.getcwd()).recurse_included_files()
print(json.dumps({os.path.relpath(file.path): file.distribution_path for file in files}))
"""
APP = "flowloom/app/"
MADE = "build/static/"
PREPARED = "build/prepared.sqlite3"
COMMAND = {f"workflow_editor/installed/{name}.py": f"flowloom/{name}.py" for name in ("__init__", "__main__")}
# Compiled into the .mo file beside it.
SOURCES_OF_OTHERS = {".po"}
FROM_THE_ROOT = {"BASE_DIR", "root"}
NOT_READ = {
    "data": "the data of a checkout",
    "frontend": "what a checkout has built, until it is collected",
    "pyproject.toml": "tells a checkout from an installation",
    "requirements.lock": "tells a checkout from an installation",
}


@cache
def packed() -> dict[str, str]:
    answer = subprocess.run(
        [BUILD_PYTHON, "-c", LIST_FILES], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    found: dict[str, str] = json.loads(answer.stdout)
    return found


def files_of_the_product() -> Iterator[str]:
    """Yield the files of the packages, templates and catalogues that git knows or would know."""
    folders = [*PACKAGES, "locale", "templates"]
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z", *folders, "manage.py", "Procfile"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file() and Path(name).suffix not in SOURCES_OF_OTHERS:
            yield name


def test_flowloom_is_the_only_name_at_the_top() -> None:
    assert {target.partition("/")[0] for target in packed().values()} == {"flowloom"}


def test_it_holds_every_file_of_the_product_and_no_other() -> None:
    product = {source: target for source, target in packed().items() if not source.startswith(MADE)}
    assert product == {name: f"{APP}{name}" for name in (*files_of_the_product(), PREPARED)} | COMMAND


def test_it_holds_the_built_front_end() -> None:
    static = {source.removeprefix(MADE) for source in packed() if source.startswith(MADE)}
    chunks = json.loads((ROOT / MADE / "manifest.json").read_text()).values()
    needed = {
        "manifest.json",
        *(chunk["file"] for chunk in chunks),
        *(css for one in chunks for css in one.get("css", ())),
    }
    assert needed <= static
    assert {f"{name}.br" for name in needed if name.endswith((".js", ".css"))} & static


def names_from_the_root(source: str) -> Iterator[str]:
    """Yield the first name of each path that a module builds from the root, as `BASE_DIR / "locale"` and
    `Path(__file__).parents[2] / "locale"` do."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and isinstance(node.right, ast.Constant):
            words = ast.unparse(node.left).rpartition(".")[2] if "__file__" not in ast.unparse(node.left) else ""
            climbs = "__file__" in ast.unparse(node.left) and "parents[2]" in ast.unparse(node.left)
            if words in FROM_THE_ROOT or climbs:
                yield str(node.right.value)


def test_what_a_module_reads_from_the_root_is_in_it() -> None:
    in_it = {target.removeprefix(APP).partition("/")[0] for target in packed().values()}
    sources = [ROOT / "manage.py", *(path for name in PACKAGES for path in (ROOT / name).rglob("*.py"))]
    read = {name: path for path in sources for name in names_from_the_root(path.read_text())}
    assert {"build", "locale", "templates", "Procfile", "manage.py"} <= read.keys()
    assert {name: str(path) for name, path in read.items() if name not in in_it | NOT_READ.keys()} == {}


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ('x = BASE_DIR / "docs" / "a.md"', ["docs"]),
        ('x = env.BASE_DIR / "docs"', ["docs"]),
        ('x = Path(__file__).parents[2] / "docs"', ["docs"]),
        ('x = Path(__file__).parent / "prelude"', []),
    ],
)
def test_the_search_finds_paths_from_the_root(source: str, names: list[str]) -> None:
    assert list(names_from_the_root(source)) == names
