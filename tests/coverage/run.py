"""`make coverage`: the share of lines and branches that tests reach, and what only `make test-all` reaches.

Both selections are targets of the Makefile, run in twins of the two environments. With paths, only those tests are run:
their everyday cases, then the further ones.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import coverage

from tests.coverage.environments import twin_create
from tests.coverage.report import added_table, python_counts, share_table, typescript_counts
from tests.runtime import PACKAGES, ROOT

FOLDER = ROOT / "build" / "coverage"
SETTINGS = FOLDER / "coverage.ini"
"""Beside the twins, where `startup` looks for it."""
PRODUCT, TESTS = FOLDER / "product", FOLDER / "tests"
FRONTEND = ROOT / "frontend"
EVERYDAY, REST = "everyday", "rest"
FINE = {0, 5}
"""Exit codes of pytest: everything passed, or nothing was selected."""
LEFT_OUT = """\
Left out: TypeScript in browser stories, which load a bundle, and in files that no test loads; the last second of
processes that end by SIGKILL; code that runs in another interpreter or as another user (`tools/runner/program.py`);
migrations; tests of times.
"""


def main() -> int:
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--everyday", default="", help="targets of the Makefile that `make test` has")
    wanted.add_argument("--rest", default="", help="those that `make test-all` has beyond it")
    wanted.add_argument("paths", nargs="*", help="run these tests instead, of Python or in frontend/")
    arguments = wanted.parse_args()
    shutil.rmtree(FOLDER, ignore_errors=True)
    in_frontend = [path.removeprefix("frontend/") for path in arguments.paths if path.startswith("frontend/")]
    in_python = [path for path in arguments.paths if not path.startswith("frontend/")]
    fine = True
    if in_python or not in_frontend:
        make_twins()
        for name, marker in ((EVERYDAY, "not exhaustive"), (REST, "exhaustive")):
            targets = getattr(arguments, name).split()
            fine &= python_run(name, ["pytest", "-m", marker, *in_python] if in_python else make(targets))
        print_python(report_of(EVERYDAY), report_of(EVERYDAY, REST))
    if in_frontend or not in_python:
        fine &= typescript_run(in_frontend)
        print_typescript()
    sys.stdout.write(f"\n{LEFT_OUT}")
    return 0 if fine else 1


def make_twins() -> None:
    package = Path(coverage.__file__).parent
    twin_create(ROOT / ".venv", PRODUCT, package)
    twin_create(ROOT / "build" / "dev-venv", TESTS, package)


def make(targets: Sequence[str]) -> list[str]:
    """Return the command that makes targets in the twins."""
    twins = (f"VENV={PRODUCT.relative_to(ROOT)}", f"DEV_VENV={TESTS.relative_to(ROOT)}")
    return ["make", "--keep-going", *twins, *targets]


def python_run(name: str, command: Sequence[str]) -> bool:
    """Run a command with processes that leave their data in a folder of this name."""
    data = FOLDER / name
    data.mkdir()
    data.chmod(0o1777)  # some code runs as another user
    sources = "".join(f"\n    {ROOT / package}" for package in PACKAGES)
    SETTINGS.write_text(
        f"[run]\nbranch = true\nparallel = true\ndata_file = {data}/data\nsource ={sources}\nomit = */migrations/*\n"
        "patch = _exit, execv, fork\nsigterm = true\ndisable_warnings = no-data-collected\n"
    )
    environment = os.environ | {
        "PATH": os.pathsep.join([f"{TESTS}/bin", f"{PRODUCT}/bin", os.environ["PATH"]]),
        "PRODUCT_PYTHON": f"{PRODUCT}/bin/python",
        "MEASURES_COVERAGE": "1",
    }
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode in FINE


def report_of(*names: str) -> dict[str, Any]:
    """Return what the processes of these runs reached together."""
    combined = coverage.Coverage(str(FOLDER / f"{'-and-'.join(names)}.data"), config_file=str(SETTINGS))
    combined.combine([str(data) for name in names for data in (FOLDER / name).iterdir()], keep=True)
    report = FOLDER / f"{'-and-'.join(names)}.json"
    combined.json_report(outfile=str(report))
    found: dict[str, Any] = json.loads(report.read_text())
    return found


def typescript_run(paths: Sequence[str]) -> bool:
    options = (
        "--coverage.enabled",
        "--coverage.include=src/**/*.{ts,tsx}",
        "--coverage.reporter=json-summary",
        f"--coverage.reportsDirectory={FOLDER / 'frontend'}",
    )
    return subprocess.run(["npx", "vitest", "run", *options, *paths], cwd=FRONTEND, check=False).returncode == 0


def print_python(everyday: dict[str, Any], everything: dict[str, Any]) -> None:
    counts = {"make test": python_counts(everyday), "make test-all": python_counts(everything)}
    sys.stdout.write(f"\nPython, by package\n\n{share_table(counts, depth=2)}")
    sys.stdout.write(f"\nWhat only `make test-all` reaches\n\n{added_table(everyday, everything)}")


def print_typescript() -> None:
    summary = json.loads((FOLDER / "frontend" / "coverage-summary.json").read_text())
    counts = {"vitest": typescript_counts(summary, f"{FRONTEND}/")}
    sys.stdout.write(f"\nTypeScript, by folder\n\n{share_table(counts, depth=2)}")


if __name__ == "__main__":
    sys.exit(main())
