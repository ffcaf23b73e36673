"""The tables of `make coverage`."""

from typing import Any

from tests.coverage.report import added_table, python_counts, share_table, typescript_counts


def report(**files: tuple[list[int], list[int]]) -> dict[str, Any]:
    """Return a report of coverage: reached and missed lines by module; the first line has two branches."""
    return {
        "files": {
            f"tools/{name.replace('_', '/')}.py": {
                "executed_lines": reached,
                "missing_lines": missed,
                "executed_branches": [[1, reached[1]]] if len(reached) > 1 else [],
                "missing_branches": [[1, 9]] if len(reached) > 1 else [[1, 2], [1, 9]],
            }
            for name, (reached, missed) in files.items()
        }
    }


def test_shares_are_summed_up_by_package() -> None:
    everyday = python_counts(report(core_text=([1, 2], [3, 4]), core_deep_ids=([1, 2], [3]), rows_reader=([], [1])))
    everything = python_counts(report(core_text=([1, 2, 3, 4], []), core_deep_ids=([1, 2], [3]), rows_reader=([1], [])))
    assert share_table({"test": everyday, "test-all": everything}, depth=2).splitlines()[2:] == [
        "| tools/core | 7 | 4 | 57.1 % | 50.0 % | 85.7 % | 50.0 % |",
        "| tools/rows | 1 | 2 | 0.0 % | 0.0 % | 100.0 % | 0.0 % |",
        "| all | 8 | 6 | 50.0 % | 33.3 % | 87.5 % | 33.3 % |",
    ]


def test_a_package_without_branches_has_no_share_of_them() -> None:
    summary = {
        "total": {"lines": {"total": 9, "covered": 9}, "branches": {"total": 9, "covered": 9}},
        "/home/src/lib/ids.ts": {"lines": {"total": 4, "covered": 1}, "branches": {"total": 0, "covered": 0}},
        "/home/src/test/setup.ts": {"lines": {"total": 9, "covered": 9}, "branches": {"total": 9, "covered": 9}},
        "/home/src/main.tsx": {"lines": {"total": 1, "covered": 0}, "branches": {"total": 2, "covered": 2}},
    }
    assert share_table({"vitest": typescript_counts(summary, "/home/")}, depth=2).splitlines() == [
        "| package | lines | branches | lines reached by vitest | branches reached by vitest |",
        "| --- | --- | --- | --- | --- |",
        "| src | 1 | 2 | 0.0 % | 100.0 % |",
        "| src/lib | 4 | 0 | 25.0 % | - |",
        "| all | 5 | 2 | 20.0 % | 100.0 % |",
    ]


def test_modules_are_named_with_what_only_all_tests_reach() -> None:
    everyday = report(core_text=([1], [2, 3, 4, 6, 8]), core_ids=([1, 2], [3]))
    everything = report(core_text=([1, 2, 3, 4, 8], [6]), core_ids=([1, 2], [3]))
    assert added_table(everyday, everything).splitlines()[2:] == ["| tools/core/text.py | 4 | 1 | 2-4, 8 |"]
