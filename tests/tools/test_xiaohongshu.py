"""`xiaohongshu` through the gateway, against a stand-in for the bridge's HTTP interface."""

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import ValidationError

from tests.doubles.http_server import Reply
from tests.doubles.vendor_bench import BROKEN, VendorBench, vendor_bench
from tests.doubles.xhs_bridge import HOST, NOTE, TOKEN, XhsBridge, failed
from tools.definitions import EffectClass
from tools.executors.xhs.settings import XiaohongshuConfig
from tools.ports_tokens import credential_key

CONFIG = {"bridgeUrl": f"http://{HOST}:18060", "bridgeToken": TOKEN, "action": None}
PICTURE = "https://img.example.com/tea.jpg"
POST = {"action": "publish", "title": "春茶", "content": "好喝", "images": [PICTURE], "topics": ["#茶", "tea"]}
SEARCH = {"action": "search", "keyword": "茶"}
IDS = {"feed_id": NOTE["id"], "xsec_token": NOTE["xsecToken"]}


@pytest.fixture
def bridge() -> XhsBridge:
    return XhsBridge()


@pytest.fixture
def vendor(bridge: XhsBridge) -> Iterator[VendorBench]:
    with vendor_bench("xiaohongshu", CONFIG, bridge, [HOST]) as bench:
        yield bench


@pytest.mark.parametrize(
    ("arguments", "visibility"),
    [
        (POST, "公开可见"),
        ({**POST, "action": "draft"}, "仅自己可见"),
        ({**POST, "visibility": "friends"}, "仅互关好友可见"),
    ],
)
def test_a_note_is_published(
    vendor: VendorBench, bridge: XhsBridge, arguments: dict[str, Any], visibility: str
) -> None:
    result = vendor.call(arguments)
    assert result.success, result.message
    (sent,) = bridge.published
    assert (sent["visibility"], sent["tags"], sent["images"]) == (visibility, ["茶", "tea"], [PICTURE])
    assert "schedule_at" not in sent


def test_a_note_may_be_scheduled(vendor: VendorBench, bridge: XhsBridge) -> None:
    assert vendor.call({**POST, "schedule_at": "2026-11-22T20:00:00+08:00"}).success
    assert bridge.published[0]["schedule_at"] == "2026-11-22T20:00:00+08:00"
    for wrong in ("2026-11-21T12:30:00+00:00", "2026-12-24T12:00:00+00:00", "2026-11-22T20:00:00", "soon"):
        assert vendor.call({**POST, "schedule_at": wrong}).code == 1002


def test_a_video_is_the_persons_choice(vendor: VendorBench, bridge: XhsBridge) -> None:
    config = {"action": "publish_video", "videoPath": "/app/videos/tea.mp4"}
    assert "video_path" not in vendor.offered(**config)["properties"]
    assert vendor.call({"title": "a", "content": "b"}, config=config).success
    assert bridge.published[0]["video"] == "/app/videos/tea.mp4"
    assert (
        vendor.call({"action": "publish_video", "title": "a", "content": "b", "video_path": "/etc/passwd"}).code == 1002
    )
    assert vendor.toolbox(action="publish_video").skipped()[0].code == "misconfigured"


READS: list[tuple[dict[str, Any], Any]] = [
    (SEARCH, lambda d: d["notes"][0]["xsec_token"] == "ABxsec=" and d["notes"][0]["likes"] == "1.2万"),
    ({"action": "list"}, lambda d: d["notes"][0]["title"] == "春茶"),
    ({"action": "my_notes"}, lambda d: d["notes"][0]["feed_id"] == "66aa"),
    ({"action": "detail", **IDS}, lambda d: (d["note"]["text"], d["comments"][0]["author"]) == ("好喝", "Bo")),
    ({"action": "status"}, lambda d: d == {"is_logged_in": True, "username": "ada"}),
]


@pytest.mark.parametrize(("arguments", "fits"), READS)
def test_reading(vendor: VendorBench, arguments: dict[str, Any], fits: Any) -> None:
    result = vendor.call(arguments)
    assert (result.success, result.operation_type) == (True, "query"), result.message
    assert fits(result.data), result.data
    assert vendor.effect(arguments) is EffectClass.REPEATABLE


def test_nothing_found_is_told_as_such(vendor: VendorBench) -> None:
    assert vendor.call({"action": "search", "keyword": "咖啡"}).code == 2004


def test_a_comment_is_written(vendor: VendorBench, bridge: XhsBridge) -> None:
    assert vendor.call({"action": "comment", **IDS, "content": "不错"}).success
    assert bridge.comments[0]["content"] == "不错"


def test_a_bridge_that_is_not_logged_in_says_so_before_anything_is_posted(
    vendor: VendorBench, bridge: XhsBridge
) -> None:
    bridge.logged_in = False
    result = vendor.call(POST)
    assert (result.success, result.code) == (False, 5001)
    assert "scan its QR code" in result.message
    assert [one.path for one in vendor.server.received] == ["/api/v1/login/status"]
    assert vendor.call({"action": "status"}).data["is_logged_in"] is False


REFUSED = [
    (failed(400, "INVALID_REQUEST", "请求参数错误"), 1002, "not accepted"),
    (failed(500, "SEARCH_FEEDS_FAILED", "搜索Feeds失败", "planted detail"), 2001, "browser"),
    (failed(500, "STATUS_CHECK_FAILED", "检查失败"), 5002, "later"),
]


@pytest.mark.parametrize(("reply", "code", "words"), [*REFUSED, *BROKEN])
def test_refusals_and_broken_answers(vendor: VendorBench, reply: Reply, code: int, words: str) -> None:
    vendor.server.scripted = [reply] * 4
    result = vendor.call(SEARCH)
    assert (result.success, result.code) == (False, code)
    assert words in result.message
    assert "planted" not in result.message


def test_a_post_whose_answer_was_lost_is_not_repeated(vendor: VendorBench, bridge: XhsBridge) -> None:
    def losing(request: Any) -> Reply:
        reply = bridge(request)
        return Reply(502, b"") if request.path == "/api/v1/publish" else reply

    vendor.server.stand_in = losing
    result = vendor.call(POST)
    assert (result.success, result.code) == (False, 5002)
    assert "my_notes before trying again" in result.message
    assert len(bridge.published) == 1


def test_a_silent_bridge_is_a_timeout(vendor: VendorBench) -> None:
    assert vendor.times_out(SEARCH).code == 2002


def test_a_wrong_token_says_which_field(vendor: VendorBench) -> None:
    result = vendor.call(SEARCH, config={"bridgeToken": "other-token"})
    assert (result.code, "bridge's token" in result.message) == (5001, True)


@pytest.mark.parametrize(
    "arguments",
    [
        {**POST, "title": "题" * 21},
        {**POST, "title": "x" * 41},
        {**POST, "content": "x" * 1001},
        {**POST, "images": []},
        {**POST, "images": [PICTURE] * 10},
        {**POST, "images": ["/etc/passwd"]},
        {**POST, "images": ["http://127.0.0.1/a.png"]},
        {"action": "detail", "feed_id": "66aa"},
        {"action": "search"},
        {"action": "delete_cookies"},
    ],
)
def test_wrong_arguments_are_refused_before_anything_is_sent(vendor: VendorBench, arguments: dict[str, Any]) -> None:
    assert vendor.call(arguments).code == 1002
    assert vendor.server.received == []


@pytest.mark.parametrize("title", ["题" * 20, "x" * 40, "题" * 19 + "xx"])
def test_titles_are_counted_as_the_site_does(vendor: VendorBench, title: str) -> None:
    assert vendor.call({**POST, "title": title}).success


def test_a_private_bridge_has_to_be_allowed(vendor: VendorBench) -> None:
    result = vendor.call(SEARCH, config={"bridgeUrl": "http://10.0.0.5:18060"})
    assert (result.code, "an operator can allow it" in result.message) == (1002, True)
    with pytest.raises(ValidationError):
        XiaohongshuConfig(bridge_url="ftp://bridge")


def test_calls_of_one_bridge_go_one_at_a_time(vendor: VendorBench) -> None:
    key = credential_key("xhs", f"http://{HOST}:18060")
    assert vendor.bench.expiring.add(f"tool-turn:{key}", "somebody", 3600)
    assert vendor.call(SEARCH, timeout_s=10).code == 5002
    assert vendor.server.received == []


def test_fixed_actions_offer_only_what_they_use(vendor: VendorBench) -> None:
    assert list(vendor.offered(action="search")["properties"]) == ["keyword", "sort_by"]
    assert vendor.offered(action="publish", title="Fixed")["required"] == ["content", "images"]
    assert vendor.toolbox(bridgeUrl="").skipped()[0].code == "misconfigured"


def test_test_mode_sends_nothing(vendor: VendorBench) -> None:
    assert vendor.rehearsed(POST).data["would"] == "publish on Xiaohongshu"


def test_the_token_never_appears(vendor: VendorBench, caplog: pytest.LogCaptureFixture) -> None:
    results = [vendor.call(POST)]
    vendor.server.scripted = [failed(500, "SEARCH_FEEDS_FAILED", f"bad {TOKEN}")]
    results.append(vendor.call(SEARCH))
    assert TOKEN not in vendor.shown(results, caplog)
