"""The three GitHub tools through the gateway, against a stand-in for the API and the trending page."""

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import ValidationError

from tests.doubles.github import HOSTS, REPOSITORY, TOKEN, Github, refusal, trending_page
from tests.doubles.http_server import Reply
from tests.doubles.tool_ports import IN_TEST, NOW, Bench
from tests.doubles.vendor_bench import bench_before
from tools.executors.github.api import RepositoryConfig
from tools.executors.github.file_content import GithubFileContentExecutor
from tools.executors.github.repo_tree import GithubRepoTreeExecutor
from tools.executors.github.trending import GithubTrendingExecutor
from tools.executors.registry import Registry

PRIVATE = {"token": TOKEN, "repository": REPOSITORY}


@pytest.fixture
def github() -> Github:
    return Github()


@pytest.fixture
def bench(github: Github) -> Iterator[Bench]:
    with bench_before(github, HOSTS, register) as bench:
        yield bench


def register(registry: Registry) -> None:
    """Take up executors of this test alone: one keeps what it has read."""
    for executor in (GithubTrendingExecutor(), GithubRepoTreeExecutor(), GithubFileContentExecutor()):
        registry.register(executor)


def test_the_trending_page_is_read(bench: Bench, github: Github) -> None:
    result = bench.call("github-trending", {}, {"limit": 1})
    assert result.success, result.message
    assert result.data == [
        {
            "rank": 1,
            "url": "https://github.com/octo/demo",
            "name": "octo/demo",
            "description": "A & B",
            "language": "Python",
            "stars": 12345,
            "forks": 67,
            "stars_gained": 1234,
            "built_by": ["ada"],
        }
    ]
    assert (result.metadata["source"], github.received[0].query) == ("trending", {"since": "daily"})


def test_the_page_is_asked_for_once_in_half_an_hour(bench: Bench, github: Github) -> None:
    for _ in range(2):
        assert bench.call("github-trending", {}, {}).success
    assert len(github.received) == 1


def test_language_and_period_are_part_of_the_address(bench: Bench, github: Github) -> None:
    # The server sees the path still encoded.
    github.pages["/trending/c%2B%2B"] = trending_page("a/b", language="C++")
    arguments = {"language": "C++", "since": "weekly", "spoken_language": "zh"}
    assert bench.call("github-trending", {}, arguments).success
    assert github.received[0].query == {"since": "weekly", "spoken_language_code": "zh"}


def test_a_language_nobody_trends_in_is_empty(bench: Bench, github: Github) -> None:
    github.pages["/trending/cobol"] = b"<div class='blankslate'>It looks like we have no trending repositories</div>"
    for language in ("cobol", "no-such-language"):
        result = bench.call("github-trending", {}, {"language": language})
        assert (result.success, result.code, result.data) == (False, 2004, None)


def test_a_page_of_another_layout_is_replaced_by_the_search(bench: Bench, github: Github) -> None:
    github.pages["/trending/go"] = b"<html><main>all new</main></html>"
    github.found = [
        {"full_name": "a/b", "description": None, "language": "Go", "stargazers_count": 5, "forks_count": 1}
    ]
    result = bench.call("github-trending", {}, {"language": 'go" stars:>1 "', "since": "weekly"})
    assert not result.success  # such a language has no page, and nothing is searched for
    result = bench.call("github-trending", {}, {"language": "go", "since": "weekly"})
    assert (result.data[0]["name"], result.metadata["source"]) == ("a/b", "search")
    assert github.received[-1].query["q"] == 'created:>2026-11-14 language:"go"'
    refused = bench.call("github-trending", {"searchInstead": False}, {"language": "go"})
    assert (refused.success, refused.code) == (False, 2001)


def test_the_tree_is_listed_with_its_default_branch(bench: Bench) -> None:
    result = bench.call("github-repo-tree", PRIVATE, {})
    assert result.success, result.message
    entries = {entry["path"]: entry for entry in result.data["entries"]}
    assert result.data["ref"] == "main"
    assert entries["src/app/main.py"] == {"path": "src/app/main.py", "type": "file", "size": 12}
    assert entries["src"]["type"] == "directory"
    assert result.metadata["truncated"] is False


def test_one_level_of_a_folder_of_a_branch_with_a_slash(bench: Bench, github: Github) -> None:
    arguments = {"ref": "feature/x", "path": "src", "recursive": False}
    result = bench.call("github-repo-tree", {**PRIVATE, "form": "text"}, arguments)
    assert result.data["tree"] == "  app/"
    assert github.received[0].path.endswith("/git/trees/feature%2Fx")
    assert all("recursive" not in request.query for request in github.received)


def test_a_tree_that_github_cuts_off_is_walked(bench: Bench, github: Github) -> None:
    github.tree_limit = 6
    result = bench.call("github-repo-tree", PRIVATE, {})
    assert {"docs/旧.txt", "src/app/main.py", "README.md"} <= {entry["path"] for entry in result.data["entries"]}
    assert result.metadata["truncated"] is False
    few = bench.call("github-repo-tree", {**PRIVATE, "maxEntries": 2}, {})
    assert (len(few.data["entries"]), few.metadata["truncated"]) == (2, True)


FILES = [
    ("README.md", "# Demo\n中文\n", "utf-8"),
    ("docs/旧.txt", "你好", "gb18030"),
]


@pytest.mark.parametrize(("path", "text", "encoding"), FILES)
def test_a_file_is_read_as_text(bench: Bench, path: str, text: str, encoding: str) -> None:
    result = bench.call("github-file-content", PRIVATE, {"path": path})
    assert (result.data["text"], result.data["encoding"], result.data["nextOffset"]) == (text, encoding, None)


def test_a_large_file_comes_raw_and_in_pieces(bench: Bench, github: Github) -> None:
    config = {**PRIVATE, "path": "docs/big.txt", "maxChars": 400_000}
    sizes, offset = [], 0
    while offset is not None:
        data = bench.call("github-file-content", config, {"offset": offset}).data
        sizes.append(len(data["text"]))
        offset = data["nextOffset"]
    assert sizes == [400_000] * 3
    assert github.received[1].headers["accept"].endswith("raw+json")


def test_a_folder_is_listed(bench: Bench) -> None:
    result = bench.call("github-file-content", PRIVATE, {"path": "docs/"})
    assert result.data["type"] == "directory"
    assert {entry["path"] for entry in result.data["entries"]} == {"big.txt", "旧.txt"}


@pytest.mark.parametrize(("path", "words"), [("logo.png", "binary"), ("model.bin", "LFS"), ("link", "symlink")])
def test_what_is_no_text_is_refused(bench: Bench, path: str, words: str) -> None:
    result = bench.call("github-file-content", PRIVATE, {"path": path})
    assert (result.success, result.code) == (False, 1002)
    assert words in result.message


def test_a_renamed_repository_is_followed(bench: Bench, github: Github) -> None:
    result = bench.call("github-repo-tree", {"token": TOKEN}, {"repository": "old/demo"})
    assert github.received[1].path == f"/repos/{REPOSITORY}"
    assert github.received[1].headers["authorization"] == f"Bearer {TOKEN}"
    assert result.success, result.message


def test_enterprise_has_an_address_of_its_own(bench: Bench, github: Github) -> None:
    config = {**PRIVATE, "apiUrl": "https://git.example.com/api/v3/"}
    assert bench.call("github-repo-tree", config, {}).success
    assert github.received[0].path == f"/api/v3/repos/{REPOSITORY}"


RESET = str(int(NOW.timestamp()) + 900)
FAILURES = [
    ("no token", {"token": ""}, None, 2004, "token"),
    ("wrong token", {"token": "wrong-token-1"}, None, 5001, "Token"),
    ("expired token", {}, refusal(401, "Bad credentials"), 5001, "expired"),
    (
        "missing scope",
        {},
        refusal(
            403,
            "Resource not accessible by personal access token",
            {"x-accepted-github-permissions": "contents=read", "x-ratelimit-remaining": "99"},
        ),
        5001,
        "contents=read",
    ),
    (
        "single sign-on",
        {},
        refusal(403, "Resource protected by organization SAML enforcement."),
        5001,
        "single sign-on",
    ),
    (
        "quota",
        {},
        refusal(403, "API rate limit exceeded", {"x-ratelimit-remaining": "0", "x-ratelimit-reset": RESET}),
        5002,
        "900 s",
    ),
    ("too fast", {}, refusal(403, "You have exceeded a secondary rate limit"), 5002, "60 s"),
    ("empty repository", {}, refusal(409, "Git Repository is empty."), 2004, "empty"),
    ("unusable", {}, refusal(422, "Validation failed"), 1002, "branch"),
    ("legal", {}, refusal(451, "Repository access blocked"), 2004, "legal"),
    ("strange status", {}, Reply(418, b"teapot"), 2001, "418"),
    ("not JSON", {}, Reply(200, b"<html>"), 2001, "JSON"),
    ("another form", {}, Reply.of_json("yes"), 2001, "form"),
    ("huge", {}, Reply(200, b" " * (8 * 1024 * 1024 + 1)), 2001, "larger"),
    ("redirect inside", {}, Reply(302, b"", {"Location": "http://169.254.169.254/latest"}), 1002, "169.254"),
]


@pytest.mark.parametrize(
    ("config", "reply", "code", "words"), [row[1:] for row in FAILURES], ids=[row[0] for row in FAILURES]
)
def test_a_refusal_gives_advice(
    bench: Bench, github: Github, config: dict[str, Any], reply: Reply | None, code: int, words: str
) -> None:
    github.scripted = [reply] if reply else []
    result = bench.call("github-file-content", {**PRIVATE, **config}, {"path": "README.md"})
    assert (result.success, result.code) == (False, code)
    assert words in result.message
    assert bench.audit.outcomes["1"].code == code


def test_a_short_wait_is_kept_and_the_call_made_again(bench: Bench, github: Github) -> None:
    started = bench.clock.now
    github.scripted = [refusal(429, "slow down", {"retry-after": "3"})]
    assert bench.call("github-file-content", PRIVATE, {"path": "README.md"}).success
    assert bench.clock.now - started == 3


def test_a_busy_service_is_asked_again(bench: Bench, github: Github) -> None:
    github.scripted = [Reply(502, b"bad gateway"), Reply(503)]
    assert bench.call("github-repo-tree", PRIVATE, {}).success


BAD_ARGUMENTS: list[dict[str, Any]] = [
    {"path": "../../etc/passwd"},
    {"path": "a/../../b"},
    {"path": "a\r\nX: y"},
    {"path": 5},
    {"path": "x", "ref": "a b"},
    {"path": "x", "ref": "a..b"},
    {"path": "x", "repository": "../.."},
    {"path": "x", "repository": "a/b/c"},
    {"path": "x", "repository": "https://evil.example/a/b"},
    {"path": "x", "repository": ""},
    {"path": "x", "offset": -1},
]


@pytest.mark.parametrize("arguments", BAD_ARGUMENTS, ids=repr)
def test_arguments_that_lead_elsewhere_are_refused(bench: Bench, github: Github, arguments: dict[str, Any]) -> None:
    config = {"token": TOKEN, **({} if "repository" in arguments else {"repository": REPOSITORY})}
    result = bench.call("github-file-content", config, arguments)
    assert (result.success, result.code) == (False, 1002)
    assert github.received == []


def test_an_encoded_path_stays_one_path(bench: Bench, github: Github) -> None:
    assert bench.call("github-file-content", PRIVATE, {"path": "a?ref=evil#%2e%2e"}).code == 2004
    assert github.received[0].path.endswith("/contents/a%3Fref%3Devil%23%252e%252e")
    assert github.received[0].query == {}


def test_the_page_of_a_repository_names_it_too() -> None:
    assert RepositoryConfig.model_validate({"repository": "https://github.com/a/b.git"}).repository == "a/b"


@pytest.mark.parametrize("url", ["http://git.example.com", "https://a:b@git.example.com", "ftp://x", "https://x/?a=1"])
def test_an_api_address_must_be_https_and_bare(url: str) -> None:
    with pytest.raises(ValidationError) as caught:
        RepositoryConfig.model_validate({"apiUrl": url})
    assert caught.value.errors()[0]["loc"] == ("apiUrl",)


def test_what_is_bound_is_not_offered(bench: Bench) -> None:
    assert list(bench.parameters("github-repo-tree", PRIVATE)["properties"]) == ["path", "ref", "recursive"]
    assert "language" not in bench.parameters("github-trending", {"language": "go"})["properties"]


@pytest.mark.parametrize(
    ("ui_type", "config", "arguments"),
    [
        ("github-trending", {}, {}),
        ("github-repo-tree", PRIVATE, {}),
        ("github-file-content", PRIVATE, {"path": "README.md"}),
    ],
)
def test_test_mode_asks_nobody(
    bench: Bench, github: Github, ui_type: str, config: dict[str, Any], arguments: dict[str, Any]
) -> None:
    result = bench.call(ui_type, config, arguments, IN_TEST)
    assert (result.success, result.facts.test_mode, github.received) == (True, True, [])


def test_the_token_never_appears(bench: Bench, github: Github, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    echo = Reply.of_json({"message": f"bad {TOKEN}"}, 401)
    for reply in (echo, Reply.of_json([{"path": TOKEN, "type": "file"}]), None):
        github.scripted = [reply] if reply else []
        result = bench.call("github-file-content", PRIVATE, {"path": "docs"})
        assert TOKEN not in result.model_dump_json() + bench.shown() + caplog.text
