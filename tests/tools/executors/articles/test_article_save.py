"""The three tools that keep articles, through the gateway, with a CMS that checks signatures."""

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import ValidationError

from tests.doubles.cms import HOSTS, SECRET, URL, Cms
from tests.doubles.http_server import Reply
from tests.doubles.tool_ports import IN_TEST, NOW, Bench
from tests.doubles.vendor_bench import bench_before
from tools.executors.articles.save import BlogConfig, SocialMediaConfig

POST = {"title": " Tea ", "content": "# Tea\n\nAll about it.", "tags": ["tea", "tea ", "china"]}
HANDED = {"webhookUrl": URL, "webhookSecret": SECRET}


@pytest.fixture
def cms() -> Cms:
    return Cms(NOW.timestamp())


@pytest.fixture
def bench(cms: Cms) -> Iterator[Bench]:
    with bench_before(cms, HOSTS) as bench:
        yield bench


PLACES = [
    ("blog-save", {}, {}, ("zh", "blog", "draft")),
    ("blog-save", {"language": "ja", "status": "ready"}, {}, ("ja", "blog", "ready")),
    ("blog-en-save", {"status": "published"}, {}, ("en", "blog", "published")),
    ("social-media-article-save", {}, {"platform": "weibo"}, ("zh", "weibo", "draft")),
    ("social-media-article-save", {"platform": "x", "language": "en"}, {}, ("en", "x", "draft")),
]


@pytest.mark.parametrize(("ui_type", "config", "arguments", "place"), PLACES)
def test_an_article_is_kept_where_it_belongs(
    bench: Bench, ui_type: str, config: dict[str, Any], arguments: dict[str, Any], place: tuple[str, str, str]
) -> None:
    result = bench.call(ui_type, config, {**POST, **arguments})
    assert (result.success, result.operation_type) == (True, "save"), result.message
    ((article_id, kept),) = bench.articles.kept.items()
    assert (kept.language, kept.platform, kept.status) == place
    assert (kept.title, kept.tags) == ("Tea", ("tea", "china"))
    assert (result.data["articleId"], result.data["address"]) == (article_id, f"/api/articles/{article_id}/")
    assert result.data.get("blogId", article_id) == article_id


def test_a_repeated_call_keeps_one_article(bench: Bench) -> None:
    for _ in range(2):
        assert bench.call("blog-save", {}, POST).success
    assert len(bench.articles.kept) == 1


def test_the_cms_gets_the_article_signed_and_reports_its_address(bench: Bench, cms: Cms) -> None:
    result = bench.call("blog-save", HANDED, POST)
    assert result.success, result.message
    (taken,) = cms.taken
    assert (taken["event"], taken["article"]["title"], taken["article"]["body"]) == (
        "article.saved",
        "Tea",
        POST["content"],
    )
    assert result.data["url"] == "https://blog.example.com/1"
    assert bench.articles.urls == {result.data["articleId"]: "https://blog.example.com/1"}
    assert cms.received[0].headers["idempotency-key"] == result.data["articleId"]


FAILURES = [
    ({"webhookSecret": "another-secret"}, None, 5001, "signing secret"),
    ({"webhookSecret": ""}, None, 5001, "signing secret"),
    ({}, Reply(422), 2001, "422"),
    ({}, Reply(429), 5002, "429"),
    ({}, Reply(503), 5002, "503"),
    ({}, Reply(302, b"", {"Location": "http://169.254.169.254/"}), 2001, "302"),
    ({}, Reply(200, b"x" * (5 * 1024 * 1024 + 1)), 2001, "larger"),
    ({"webhookUrl": "https://10.0.0.7/hook"}, None, 1002, "10.0.0.7"),
]


@pytest.mark.parametrize(("config", "reply", "code", "words"), FAILURES)
def test_a_cms_that_does_not_take_it_fails_the_call_and_the_article_stays(
    bench: Bench, cms: Cms, config: dict[str, Any], reply: Reply | None, code: int, words: str
) -> None:
    cms.scripted = [reply] if reply else []
    result = bench.call("blog-en-save", {**HANDED, **config}, POST)
    assert (result.success, result.code) == (False, code), result.message
    assert words in result.message
    assert result.data["articleId"] in bench.articles.kept
    assert len(cms.received) <= 1, "a CMS may not know the key, so nothing is sent twice"


@pytest.mark.parametrize("body", [b"", b"<html>", b"[1]", b'{"url": "javascript:alert(1)"}', b'{"url": 5}'])
def test_an_answer_without_a_sensible_address_is_fine(bench: Bench, cms: Cms, body: bytes) -> None:
    cms.scripted = [Reply(200, body)]
    result = bench.call("blog-save", HANDED, POST)
    assert (result.success, result.data["url"], bench.articles.urls) == (True, None, {})


BAD_ARGUMENTS: list[dict[str, Any]] = [
    {"title": " ", "content": "x"},
    {"title": "x", "content": "\n"},
    {"title": "x" * 301, "content": "x"},
    {"title": "x", "content": ["x"]},
    {"title": "x", "content": "x", "tags": [""]},
    {"title": "x", "content": "x", "owner": "bob"},
    {"title": "x", "content": "x", "language": "fr"},
]


@pytest.mark.parametrize("arguments", BAD_ARGUMENTS, ids=repr)
def test_arguments_that_do_not_fit_keep_nothing(bench: Bench, arguments: dict[str, Any]) -> None:
    assert bench.call("blog-save", {}, arguments).code == 1002
    assert bench.articles.kept == {}


def test_a_platform_that_is_fixed_cannot_be_changed(bench: Bench) -> None:
    config = {"platform": "weibo"}
    assert "platform" not in bench.parameters("social-media-article-save", config)["properties"]
    assert bench.call("social-media-article-save", config, {**POST, "platform": "x"}).code == 1002


def test_test_mode_keeps_and_sends_nothing(bench: Bench, cms: Cms) -> None:
    result = bench.call("blog-save", HANDED, POST, IN_TEST)
    assert (result.success, bench.articles.kept, cms.received) == (True, {}, [])


def test_the_signing_secret_never_appears(bench: Bench, cms: Cms, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    cms.scripted = [Reply.of_json({"url": f"https://blog.example.com/{SECRET}"})]
    result = bench.call("blog-save", HANDED, POST)
    assert SECRET not in result.model_dump_json() + bench.shown() + caplog.text


@pytest.mark.parametrize(
    ("model", "config", "field"),
    [
        (BlogConfig, {"webhookUrl": "http://cms.example.com"}, "webhookUrl"),
        (BlogConfig, {"webhookUrl": "https://a:b@cms.example.com"}, "webhookUrl"),
        (BlogConfig, {"language": "Chinese!"}, "language"),
        (BlogConfig, {"status": "gone"}, "status"),
        (SocialMediaConfig, {"platform": "Some Where"}, "platform"),
    ],
)
def test_a_config_that_does_not_fit_is_refused_at_its_field(model: Any, config: dict[str, Any], field: str) -> None:
    with pytest.raises(ValidationError) as caught:
        model.model_validate(config)
    assert caught.value.errors()[0]["loc"] == (field,)
