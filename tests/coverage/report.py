"""The tables of `make coverage`, from the JSON reports of coverage and of vitest. Pure."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

Counts = Counter[str]
"""Figures of a file or package: `lines`, `branches`, and how many of each tests reach."""
KINDS = ("lines", "branches")


def python_counts(report: Mapping[str, Any]) -> dict[str, Counts]:
    """Return the counts of each file of a report of coverage."""
    found = {}
    for path, file in report["files"].items():
        counts = found[path] = Counter[str]()
        for kind in KINDS:
            counts[f"reached {kind}"] = len(file[f"executed_{kind}"])
            counts[kind] = counts[f"reached {kind}"] + len(file[f"missing_{kind}"])
    return found


def typescript_counts(summary: Mapping[str, Any], root: str) -> dict[str, Counts]:
    """Return the counts of each file of a summary of vitest but helpers of tests, by its path in the folder `root`."""
    return {
        path.removeprefix(root): Counter(
            {kind: file[kind]["total"] for kind in KINDS} | {f"reached {kind}": file[kind]["covered"] for kind in KINDS}
        )
        for path, file in summary.items()
        if path != "total" and "/src/test/" not in path
    }


def share_table(selections: Mapping[str, Mapping[str, Counts]], *, depth: int) -> str:
    """Return the shares by package and of everything.

    Args:
        selections: what each selection of tests reaches, by file; all report the same files.
        depth: how many folders make a package.
    """
    sums = {name: _by_package(files, depth) for name, files in selections.items()}
    [sizes, *_] = sums.values()
    rows = [
        [package, *(f"{counts[kind]:,}" for kind in KINDS)]
        + [_share(of[package], kind) for of in sums.values() for kind in KINDS]
        for package, counts in sizes.items()
    ]
    return _table(["package", *KINDS, *(f"{kind} reached by {name}" for name in sums for kind in KINDS)], rows)


def added_table(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """Return what only the second of two reports of coverage reaches, by module."""
    rows = []
    for path, file in sorted(after["files"].items()):
        lines, branches = (_added(before["files"][path], file, f"executed_{kind}") for kind in KINDS)
        if lines or branches:
            rows.append([path, str(len(lines)), str(len(branches)), _ranges(lines)])
    return _table(["module", *KINDS, "which lines"], rows)


def _added(before: Mapping[str, Any], after: Mapping[str, Any], key: str) -> list[Any]:
    return [one for one in after[key] if one not in before[key]]


def _by_package(files: Mapping[str, Counts], depth: int) -> dict[str, Counts]:
    sums: dict[str, Counts] = {}
    for path, counts in files.items():
        sums.setdefault("/".join(path.split("/")[:-1][:depth]), Counter()).update(counts)
    return {**dict(sorted(sums.items())), "all": sum(files.values(), Counter[str]())}


def _share(counts: Counts, kind: str) -> str:
    return f"{100 * counts[f'reached {kind}'] / counts[kind]:.1f} %" if counts[kind] else "-"


def _ranges(lines: Sequence[int]) -> str:
    """Return ascending numbers as text, neighbours as one range: `3-5, 9`."""
    ranges: list[list[int]] = []
    for line in lines:
        if ranges and line == ranges[-1][1] + 1:
            ranges[-1][1] = line
        else:
            ranges.append([line, line])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in ranges)


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
