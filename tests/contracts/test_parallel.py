"""Tests shared out among processes: every file runs once, and the selections leave none out."""

from pathlib import Path

from tests.parallel import ROOT, balanced, expected, files_below

EVERYTHING = ["tests"]


def test_each_file_is_in_one_group_and_the_groups_take_as_long() -> None:
    assert balanced({"a": 9.0, "b": 5.0, "c": 4.0, "d": 1.5, "e": 1.0}, 2) == [["a", "d"], ["b", "c", "e"]]
    assert balanced({"a": 9.0}, 4) == [["a"]]


def test_a_file_without_a_time_takes_as_long_as_the_others() -> None:
    stored = {"everyday, sqlite": {"a": 1.0, "b": 3.0}, "exhaustive, sqlite": {"b": 60.0}}
    assert expected(["a", "new"], stored, "everyday, sqlite") == {"a": 1.0, "new": 2.0}
    assert expected(["a", "b"], stored, "exhaustive, sqlite") == {"a": 60.0, "b": 60.0}
    assert expected(["a", "b"], stored, "all, postgresql") == {"a": 1.0, "b": 63.0}
    assert expected(["a"], {}, "all, sqlite") == {"a": 1.0}


def test_every_file_with_tests_is_run_on_one_database_or_on_both() -> None:
    written = {str(path.relative_to(ROOT)) for path in Path(ROOT, "tests").rglob("test_*.py")}
    found = [set(files_below(EVERYTHING, [], only="all", vendor=vendor)) for vendor in ("sqlite", "postgresql")]
    assert found[0] | found[1] == written
    assert all("/sqlite/" in file or "/postgresql/" in file for file in found[0] ^ found[1])


def test_files_are_left_out_by_folder_and_by_name() -> None:
    ignored = ["tests/workflow_editor", "tests/tools/core/test_names.py"]
    kept = files_below(["tests/tools/core", "tests/workflow_editor"], ignored, only="all", vendor="sqlite")
    assert "tests/tools/core/test_tool_id.py" in kept
    assert "tests/tools/core/test_names.py" not in kept
    assert not any(file.startswith("tests/workflow_editor") for file in kept)


def test_only_files_with_a_mark_are_read_for_further_rows() -> None:
    further = files_below(EVERYTHING, [], only="exhaustive", vendor="sqlite")
    assert "tests/workflow_editor/every_tool/test_table.py" in further
    assert "tests/tools/core/test_names.py" not in further
