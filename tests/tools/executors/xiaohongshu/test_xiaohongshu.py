"""`xiaohongshu` through the gateway, against a stand-in for both interfaces of the bridge."""

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import ValidationError

from tests.doubles.http_server import Reply
from tests.doubles.vendor_bench import BROKEN, VendorBench, vendor_bench
from tests.doubles.xiaohongshu import HOST, NOTE, TOKEN, XhsBridge, failed, rpc_error, text_result
from tools.core.definitions import EffectClass
from tools.core.registered.tokens import credential_key
from tools.executors.xiaohongshu.settings import XiaohongshuConfig

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


@pytest.fixture(params=["http", "mcp"])
def either(bridge: XhsBridge, request: pytest.FixtureRequest) -> Iterator[VendorBench]:
    """The bridge by one of its interfaces."""
    with vendor_bench("xiaohongshu", {**CONFIG, "interface": request.param}, bridge, [HOST]) as bench:
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
    either: VendorBench, bridge: XhsBridge, arguments: dict[str, Any], visibility: str
) -> None:
    result = either.call(arguments)
    assert result.success, result.message
    (sent,) = bridge.published
    assert (sent["visibility"], sent["tags"], sent["images"]) == (visibility, ["茶", "tea"], [PICTURE])
    assert "schedule_at" not in sent


def test_a_note_may_be_scheduled(either: VendorBench, bridge: XhsBridge) -> None:
    assert either.call({**POST, "schedule_at": "2026-11-22T20:00:00+08:00"}).success
    assert bridge.published[0]["schedule_at"] == "2026-11-22T20:00:00+08:00"
    for wrong in ("2026-11-21T12:30:00+00:00", "2026-12-24T12:00:00+00:00", "2026-11-22T20:00:00", "soon"):
        assert either.call({**POST, "schedule_at": wrong}).code == 1002


def test_a_video_is_the_persons_choice(either: VendorBench, bridge: XhsBridge) -> None:
    config = {"action": "publish_video", "videoPath": "/app/videos/tea.mp4"}
    assert "video_path" not in either.offered(**config)["properties"]
    assert either.call({"title": "a", "content": "b"}, config=config).success
    assert bridge.published[0]["video"] == "/app/videos/tea.mp4"
    assert (
        either.call({"action": "publish_video", "title": "a", "content": "b", "video_path": "/etc/passwd"}).code == 1002
    )
    assert either.toolbox(action="publish_video").skipped()[0].code == "misconfigured"


READS: list[tuple[dict[str, Any], Any]] = [
    (SEARCH, lambda d: d["notes"][0]["xsec_token"] == "ABxsec=" and d["notes"][0]["likes"] == "1.2万"),
    ({"action": "list"}, lambda d: d["notes"][0]["title"] == "春茶"),
    ({"action": "my_notes"}, lambda d: d["notes"][0]["feed_id"] == "66aa"),
    ({"action": "detail", **IDS}, lambda d: (d["note"]["text"], d["comments"][0]["author"]) == ("好喝", "Bo")),
    ({"action": "status"}, lambda d: d == {"is_logged_in": True, "username": "ada"}),
]


@pytest.mark.parametrize(("arguments", "fits"), READS)
def test_reading(either: VendorBench, arguments: dict[str, Any], fits: Any) -> None:
    result = either.call(arguments)
    assert (result.success, result.operation_type) == (True, "query"), result.message
    assert fits(result.data), result.data
    assert either.effect(arguments) is EffectClass.REPEATABLE


def test_nothing_found_is_reported_as_such(either: VendorBench) -> None:
    assert either.call({"action": "search", "keyword": "咖啡"}).code == 2004


def test_a_comment_is_written(either: VendorBench, bridge: XhsBridge) -> None:
    assert either.call({"action": "comment", **IDS, "content": "不错"}).success
    assert bridge.comments[0]["content"] == "不错"


def test_a_bridge_that_is_not_logged_in_reports_it_before_anything_is_posted(
    either: VendorBench, bridge: XhsBridge
) -> None:
    bridge.logged_in = False
    result = either.call(POST)
    assert (result.success, result.code) == (False, 5001)
    assert "Scan its QR code" in result.message
    assert len(either.server.received) == 1
    assert bridge.published == []
    assert either.call({"action": "status"}).data["is_logged_in"] is False


REFUSED = [
    (failed(400, "INVALID_REQUEST", "请求参数错误"), 1002, "missing or invalid"),
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


REFUSED_OVER_MCP = [
    (rpc_error(-32602, "bad"), 1002, "missing or invalid"),
    (rpc_error(-32601, "no"), 5001, "no MCP endpoint"),
    (Reply(404, b"404 page not found", {"Content-Type": "text/plain"}), 5001, "no MCP endpoint"),
    (text_result("搜索Feeds失败: planted detail", is_error=True), 2001, "browser"),
    (text_result("搜索Feeds失败: 缺少关键词参数", is_error=True), 1002, "missing or invalid"),
    (text_result("检查登录状态失败: timeout", is_error=True), 5002, "later"),
]


@pytest.mark.parametrize(("reply", "code", "words"), [*REFUSED_OVER_MCP, *BROKEN])
def test_refusals_and_broken_answers_over_mcp(vendor: VendorBench, reply: Reply, code: int, words: str) -> None:
    vendor.server.scripted = [reply] * 4
    result = vendor.call(SEARCH, config={"interface": "mcp"})
    assert (result.success, result.code) == (False, code), result.message
    assert words in result.message


def test_a_post_whose_answer_was_lost_is_not_repeated(either: VendorBench, bridge: XhsBridge) -> None:
    def losing(request: Any) -> Reply:
        reply = bridge(request)
        return Reply(502, b"") if b"title" in request.body else reply

    either.server.stand_in = losing
    result = either.call(POST)
    assert (result.success, result.code) == (False, 5002)
    assert "“My notes” before trying again" in result.message
    assert len(bridge.published) == 1


def test_a_silent_bridge_is_a_timeout(either: VendorBench) -> None:
    assert either.times_out(SEARCH).code == 2002


def test_a_wrong_token_states_which_field(either: VendorBench) -> None:
    result = either.call(SEARCH, config={"bridgeToken": "other-token"})
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
    assert (result.code, "ask the operator to allow it" in result.message) == (1002, True)
    with pytest.raises(ValidationError):
        XiaohongshuConfig(bridge_url="ftp://bridge")


def test_calls_of_one_bridge_go_one_at_a_time(vendor: VendorBench) -> None:
    key = credential_key("xhs", f"http://{HOST}:18060")
    assert vendor.bench.expiring.add(f"tool-turn:{key}", "somebody", 3600)
    assert vendor.call(SEARCH, timeout_s=60).code == 5002
    assert vendor.server.received == []


def test_fixed_actions_offer_only_what_they_use(vendor: VendorBench) -> None:
    assert list(vendor.offered(action="search")["properties"]) == ["keyword", "sort_by"]
    assert vendor.offered(action="publish", title="Fixed")["required"] == ["content", "images"]
    assert vendor.toolbox(bridgeUrl="").skipped()[0].code == "misconfigured"


def test_test_mode_sends_nothing(either: VendorBench) -> None:
    assert either.rehearsed(POST).data["would"] == "publish on Xiaohongshu"


def test_the_token_never_appears(vendor: VendorBench, caplog: pytest.LogCaptureFixture) -> None:
    results = [vendor.call(POST)]
    vendor.server.scripted = [failed(500, "SEARCH_FEEDS_FAILED", f"bad {TOKEN}")]
    results.append(vendor.call(SEARCH))
    vendor.server.scripted = [text_result(f"bad {TOKEN}", is_error=True)]
    results.append(vendor.call(SEARCH, config={"interface": "mcp"}))
    assert TOKEN not in vendor.shown(results, caplog)
