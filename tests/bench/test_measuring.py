"""Documents of the bench: parts that fail, figures that are missing, a tree that is not clean."""

import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.bench import peer_figures
from tests.bench.figure_paths import figure_at, missing_figures
from tests.bench.measuring import commit_of, measured
from tests.bench.programs import BenchError
from tests.bench.run import NAMED, PARTS, faults
from tests.bench.size import FULL, SIZES, SMOKE
from tests.runtime import ROOT
from workflow_editor.graph.limits import MAX_NODES

CLEAN = {"hash": "0123456789", "is_clean": True}


def document(**more: Any) -> dict[str, Any]:
    return {"commit": CLEAN, "size": FULL.name, "figures": {}, "failed": {}, **more}


def test_a_part_that_fails_stops_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    def breaks() -> dict[str, Any]:
        raise BenchError("The yardstick is missing.")

    def crashes() -> dict[str, Any]:
        raise LookupError("no such node")

    found = measured({"breaks": breaks, "crashes": crashes, "works": lambda: {"ms": 1}}, SMOKE, ROOT)
    assert found["figures"] == {"works": {"ms": 1}}
    assert found["failed"] == {"breaks": "The yardstick is missing.", "crashes": "LookupError: no such node"}
    assert "The part breaks failed: The yardstick is missing." in list(faults(found))
    # Where a program has crashed is of use, where a sentence explains it is not.
    assert capsys.readouterr().err.count("Traceback") == 1


def test_every_named_figure_belongs_to_a_part() -> None:
    assert {path[0] for path in NAMED} <= set(PARTS)


@pytest.mark.parametrize("path", sorted(NAMED), ids=".".join)
def test_a_renamed_figure_is_missed(path: tuple[str, ...]) -> None:
    figures: dict[str, Any] = {}
    for named in NAMED:
        inner = figures
        for name in named[:-1]:
            inner = inner.setdefault(name, {})
        inner[named[-1]] = 1.0
    assert list(faults(document(figures=figures))) == []
    inner = figures
    for name in path[:-1]:
        inner = inner[name]
    inner["renamed"] = inner.pop(path[-1])
    (sentence,) = faults(document(figures=figures))
    assert f"The figure {'.'.join(path)} is missing" in sentence


def test_figures_of_parts_that_were_not_measured_are_not_missed() -> None:
    assert missing_figures({"editor": {}}, NAMED) == []


@pytest.mark.parametrize("figures", [{}, {"a": 1}, {"a": {"b": {}}}, {"a": {"b": None}}, {"a": [1]}])
def test_a_place_without_a_number_holds_no_figure(figures: dict[str, Any]) -> None:
    assert figure_at(figures, ("a", "b")) is None


def test_figures_of_changed_files_belong_to_no_commit(tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        identity = ["-c", "user.name=a", "-c", "user.email=a@example.com"]
        subprocess.run(["git", "-C", tmp_path, *identity, *arguments], check=True, capture_output=True)

    git("init")
    assert commit_of(tmp_path) == {"hash": None, "is_clean": True}
    (tmp_path / "one").touch()
    git("add", "one")
    git("commit", "--message", "one")
    assert commit_of(tmp_path)["is_clean"]
    (tmp_path / "two").touch()
    assert not (commit := commit_of(tmp_path))["is_clean"]
    assert commit["hash"]
    assert list(faults(document(commit=commit))) == [
        "The figures belong to no commit: there are changes that are not committed."
    ]
    assert list(faults(document(commit=commit, size=SMOKE.name))) == []


def test_a_folder_outside_of_a_repository_is_no_commit(tmp_path: Path) -> None:
    assert commit_of(tmp_path) == {"hash": None, "is_clean": False}


def test_a_missing_environment_of_the_peers_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peer_figures, "PYTHON", tmp_path / "python")
    with pytest.raises(BenchError, match=r"^The peers' environment is missing: run `make "):
        peer_figures.langgraph("http://127.0.0.1:9", SMOKE)


def test_each_amount_of_the_smallest_size_is_at_most_that_of_the_full_one() -> None:
    for field in FULL.__slots__:
        if field not in {"name", "attacks"}:
            small, full = getattr(SMOKE, field), getattr(FULL, field)
            assert small < full or small[-1] < full[-1], field
    assert set(SIZES) == {"full", "smoke"}


def test_the_largest_graph_is_one_that_a_document_may_hold() -> None:
    assert max(FULL.graphs) == MAX_NODES
