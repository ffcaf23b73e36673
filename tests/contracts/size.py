"""Counts of the product's source: `python -m tests.contracts.size` prints them, `test_size` keeps them from growing.

Migrations, tests and generated files do not count. A crumb is a module of fewer than 60 lines with a single importer,
in the same folder.
"""

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[2]
APPS = ("tools", "agents", "workflow_editor")
CRUMB_LINES = 60
SHOWN = 15
"""Rows of a list that is printed."""

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_IMPORT = re.compile(
    r"^(?:import|export)\b[^;]*?from \"([^\"]+)\"|^import \"([^\"]+)\"|import\(\"([^\"]+)\"\)", re.MULTILINE
)
_MAX_LENGTH = re.compile(r"maxLength=(?:\{\d|\"\d)")
_READ_BY_HAND = re.compile(r"<ErrorState\b(?:(?!/>).)*?refetch", re.DOTALL)
_SERIALIZER = re.compile(r"^class \w+\(.*Serializer\b", re.MULTILINE)
_SCHEMA = re.compile(r"^\s*@extend_schema(?:_view)?\(", re.MULTILINE)
_FIRST_WORD = re.compile(r"\w+")


def python_files() -> list[Path]:
    return sorted(path for app in APPS for path in (ROOT / app).rglob("*.py") if path.parent.name != "migrations")


def typescript_files() -> list[Path]:
    return sorted(
        path
        for path in (ROOT / "frontend" / "src").rglob("*.ts*")
        if not re.search(r"\.(gen|test|catalogue)\.|/src/test/", path.as_posix())
    )


def docstrings(tree: ast.AST) -> Iterable[ast.Expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            for statement in node.body:
                match statement:
                    case ast.Expr(value=ast.Constant(value=str())):
                        yield statement


def python_lines(source: str) -> Counter[str]:
    """Return the number of lines by kind."""
    tree = ast.parse(source)
    kinds = dict.fromkeys(range(1, len(source.splitlines()) + 1), "code")
    for number, line in enumerate(source.splitlines(), 1):
        stripped = line.strip()
        kinds[number] = "blank" if not stripped else "comments" if stripped.startswith("#") else "code"
    spans = [(node, "imports") for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    for node, kind in [*spans, *((node, "docstrings") for node in docstrings(tree))]:
        kinds.update(dict.fromkeys(range(node.lineno, (node.end_lineno or node.lineno) + 1), kind))
    return Counter(kinds.values())


def typescript_lines(source: str) -> Counter[str]:
    """Return the number of lines by kind; a comment behind code on its line counts as code."""
    kinds = ["blank" if not line.strip() else "code" for line in source.split("\n")]
    for pattern, kind in ((_IMPORT, "imports"), (_COMMENT, "docstrings")):
        for found in pattern.finditer(source):
            first = source.count("\n", 0, found.start())
            if not source[source.rfind("\n", 0, found.start()) + 1 : found.start()].strip():
                last = first + found[0].count("\n")
                kinds[first : last + 1] = [kind] * (last - first + 1)
    return Counter(kinds[:-1] if source.endswith("\n") else kinds)


def imported_by_python(path: Path) -> set[Path]:
    found: set[Path] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        found.update(ROOT.joinpath(*name.split(".")).with_suffix(".py") for name in names)
    return found


def imported_by_typescript(path: Path) -> set[Path]:
    found: set[Path] = set()
    for groups in _IMPORT.findall(path.read_text()):
        name = next(filter(None, groups))
        base = ROOT / "frontend/src" / name[2:] if name.startswith("@/") else path.parent / name
        found.update(base.parent.resolve() / f"{base.name}{ending}" for ending in (".ts", ".tsx"))
    return found


def crumbs(files: list[Path], imported: dict[Path, set[Path]]) -> list[Path]:
    """Return the short modules with a single importer, in the same folder; a package's `__init__` is no importer."""
    importers = defaultdict(set)
    for path in files:
        for target in imported[path]:
            importers[target].add(path)
    return [
        path
        for path in files
        if path.read_text().count("\n") < CRUMB_LINES and {one.parent for one in importers[path]} == {path.parent}
        if len(importers[path]) == 1 and next(iter(importers[path])).name != "__init__.py"
    ]


def python_crumbs() -> list[Path]:
    return crumbs(python_files(), {path: imported_by_python(path) for path in python_files()})


def typescript_crumbs() -> list[Path]:
    return crumbs(typescript_files(), {path: imported_by_typescript(path) for path in typescript_files()})


def found_in(pattern: re.Pattern[str], files: list[Path]) -> int:
    return sum(len(pattern.findall(path.read_text())) for path in files)


def limited() -> dict[str, int]:
    """Return the counts that may only fall."""
    return {
        "serializers": found_in(_SERIALIZER, python_files()),
        "maxLength literals": found_in(_MAX_LENGTH, typescript_files()),
        "error states of reads": found_in(_READ_BY_HAND, typescript_files()),
        "Python crumbs": len(python_crumbs()),
        "TypeScript crumbs": len(typescript_crumbs()),
    }


def table() -> list[str]:
    python: Counter[str] = sum((python_lines(path.read_text()) for path in python_files()), Counter())
    typescript: Counter[str] = sum((typescript_lines(path.read_text()) for path in typescript_files()), Counter())
    folders = Counter(path.parent.relative_to(ROOT).as_posix() for path in [*python_files(), *typescript_files()])
    words = Counter(
        found[0]
        for path in python_files()
        for one in docstrings(ast.parse(path.read_text()))
        if isinstance(one.value, ast.Constant) and (found := _FIRST_WORD.search(str(one.value.value)))
    )
    sections: dict[str, Iterable[tuple[str, int]]] = {
        f"Python, {len(python_files())} modules": [*sorted(python.items()), ("all", python.total())],
        f"TypeScript, {len(typescript_files())} modules": [*sorted(typescript.items()), ("all", typescript.total())],
        "Kept from growing": limited().items(),
        "Schemas": [("extend_schema", found_in(_SCHEMA, python_files()))],
        "Modules per folder": folders.most_common(SHOWN),
        "First words of docstrings": words.most_common(SHOWN),
    }
    return [line for title, rows in sections.items() for line in (title, *(f"{n:>8}  {name}" for name, n in rows), "")]


if __name__ == "__main__":
    print("\n".join(table()))  # noqa: T201
