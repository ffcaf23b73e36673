"""`github_activity` through the gateway, against a stand-in for the API."""

from typing import Any

import pytest

from tests.doubles.github import HOSTS, REPOSITORY, TOKEN, Github
from tests.doubles.http_server import Reply
from tests.doubles.vendor_bench import bench_before
from tools.core.envelope import ToolResult


def listed(kind: str, github: Github | None = None) -> ToolResult:
    with bench_before(github or Github(), HOSTS) as bench:
        return bench.call("github-activity", {"token": TOKEN, "repository": REPOSITORY}, {"kind": kind})


@pytest.mark.parametrize(
    ("kind", "entry"),
    [
        ("issues", {"id": 71, "number": 7, "title": "Too hot", "labels": ["bug"], "author": "ada"}),
        ("pulls", {"id": 72, "text": ""}),
        ("releases", {"id": 81, "title": "v1.0", "text": "First."}),
        ("commits", {"id": "c0ffee", "title": "Brew", "author": "Ada"}),
    ],
)
def test_each_kind_has_entries_of_one_form(kind: str, entry: dict[str, Any]) -> None:
    result = listed(kind)
    assert result.success, result.message
    (found,) = result.data
    assert {name: found[name] for name in entry} == entry


def test_another_form_is_refused() -> None:
    github = Github()
    github.scripted = [Reply.of_json({"message": "odd"})]
    assert listed("issues", github).code == 2001
