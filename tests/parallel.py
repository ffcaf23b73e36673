"""Run pytest in several processes, each with test files of its own, balanced by how long they took before.

Usage: python -m tests.parallel [--only everyday|exhaustive] [--processes N] [--ignore PATH …] [PATH …]. A process
collects nothing but its own files; with pytest-xdist each one collected all of them, which took a third of the time.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from secrets import randbelow
from tempfile import TemporaryDirectory
from threading import Lock
from time import monotonic

ROOT = Path(__file__).parents[1]
DURATIONS = ROOT / "tests" / "durations.json"
SELECTIONS: Mapping[str, list[str]] = {
    "all": [],
    "everyday": ["-m", "not exhaustive"],
    "exhaustive": ["-m", "exhaustive"],
}
_MARKED = re.compile(r"\bmark\.(?:exhaustive|everyday_rows)\b")
_PROGRESS = re.compile(r"\[ *\d+%\]$")
_COUNTS = re.compile(r"(\d+) (passed|failed|errors?|skipped)\b")
_NOTHING_RAN = 5


def files_below(paths: Iterable[str], ignored: Iterable[str], *, only: str, vendor: str) -> list[str]:
    """Return the test files below paths, as paths from the root.

    Args:
        only: with "exhaustive", files without such a mark are left out.
        vendor: the database in use; folders named after the other one are left out.
    """
    left_out = [ROOT / path for path in ignored]
    other = {"sqlite": "postgresql", "postgresql": "sqlite"}[vendor]
    found = {
        file
        for path in paths
        for file in ([ROOT / path] if path.endswith(".py") else (ROOT / path).rglob("test_*.py"))
        if not any(file.is_relative_to(each) for each in left_out) and other not in file.relative_to(ROOT).parts
        if only != "exhaustive" or _MARKED.search(file.read_text())
    }
    return sorted(str(file.relative_to(ROOT)) for file in found)


def expected(files: Iterable[str], stored: Mapping[str, Mapping[str, float]], section: str) -> dict[str, float]:
    """Return the seconds of each file: as stored, or the mean of the section, so that unknown files are spread out.

    Of a section that was never stored, a file takes what it took in all others.
    """
    known = defaultdict[str, float](float, stored.get(section, {}))
    for file, took in () if known else (entry for each in stored.values() for entry in each.items()):
        known[file] += took
    mean = sum(known.values()) / len(known) if known else 1.0
    return {file: known.get(file, mean) for file in files}


def balanced(durations: Mapping[str, float], count: int) -> list[list[str]]:
    """Share files out, the longest first and each to whoever has least to do."""
    groups: list[list[str]] = [[] for _ in range(count)]
    loads = [0.0] * count
    for file, took in sorted(durations.items(), key=lambda entry: (-entry[1], entry[0])):
        least = loads.index(min(loads))
        groups[least].append(file)
        loads[least] += took
    return [group for group in groups if group]


class Runs:
    """The processes of one call, and what came of them."""

    def __init__(self, folder: Path, options: list[str]) -> None:
        self._folder = folder
        self._options = options
        self._printing = Lock()
        self.counts: Counter[str] = Counter()

    def run(self, number: int, files: list[str]) -> int:
        """Run files in process `number`; return its exit code. Progress is printed at once, the rest at its end."""
        report = self._folder / f"{number}.xml"
        command = [sys.executable, "-m", "pytest", *self._options, f"--junitxml={report}", *files]
        environment = os.environ | {"TEST_WORKER": str(number)}
        kept: list[str] = []
        with subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as process:
            for line in process.stdout or ():
                if _PROGRESS.search(line.rstrip()):
                    self._print(line)
                else:
                    kept.append(line)
        self._print("".join(kept))
        with self._printing:
            for amount, outcome in _COUNTS.findall(kept[-1] if kept else ""):
                self.counts["failed" if outcome.startswith("error") else outcome] += int(amount)
        return process.returncode

    def durations(self) -> dict[str, float]:
        """Return the seconds of each file that ran."""
        seconds: defaultdict[str, float] = defaultdict(float)
        for report in self._folder.glob("*.xml"):
            for case in ElementTree.parse(report).iter("testcase"):  # noqa: S314  pytest wrote it
                seconds[case.get("file", "")] += float(case.get("time", 0))
        return {file: round(took, 1) for file, took in sorted(seconds.items()) if file}

    def _print(self, text: str) -> None:
        with self._printing:
            sys.stdout.write(text)
            sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=SELECTIONS, default="all")
    parser.add_argument("--processes", type=int, default=2 * (os.cpu_count() or 1))
    parser.add_argument("--ignore", action="append", default=[])
    parser.add_argument("--seed", type=int, default=randbelow(10**6))
    parser.add_argument("--store-durations", action="store_true", help=f"write them to {DURATIONS.relative_to(ROOT)}")
    parser.add_argument("paths", nargs="*", default=["tests"])
    given = parser.parse_args()
    vendor = "postgresql" if os.environ.get("DATABASE_URL") else "sqlite"
    stored = json.loads(DURATIONS.read_text()) if DURATIONS.exists() else {}
    section = f"{given.only}, {vendor}"
    files = files_below(given.paths, given.ignore, only=given.only, vendor=vendor)
    groups = balanced(expected(files, stored, section), given.processes)
    options = [*SELECTIONS[given.only], f"--seed={given.seed}", "-o", "junit_family=xunit1"]
    began = monotonic()
    with TemporaryDirectory() as folder, ThreadPoolExecutor(len(groups) or 1) as pool:
        runs = Runs(Path(folder), options)
        codes = list(pool.map(runs.run, range(len(groups)), groups))
        if given.store_durations:
            stored[section] = stored.get(section, {}) | runs.durations()
            DURATIONS.write_text(json.dumps(stored, indent=0, sort_keys=True) + "\n")
    sys.stdout.write(
        f"{len(files)} files in {len(groups)} processes, {monotonic() - began:.0f} s, --seed={given.seed}\n"
        f"tests: {runs.counts['passed']} passed, {runs.counts['failed']} failed, {runs.counts['skipped']} skipped\n"
    )
    return max((code for code in codes if code != _NOTHING_RAN), default=_NOTHING_RAN)


if __name__ == "__main__":
    sys.exit(main())
