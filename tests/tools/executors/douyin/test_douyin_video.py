"""`douyin_video` through the gateway: signed with an account, uploads whole and in parts, posts found again."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.doubles.douyin import ACCESS_TOKEN, HOST, OPEN_ID, VIDEO, VIDEO_HOST, Douyin, done, failed
from tests.doubles.http_server import Received, Reply
from tests.doubles.tool_ports import ALICE
from tests.doubles.vendor_bench import BROKEN, VendorBench, vendor_bench
from tools.core.definitions import EffectClass
from tools.executors.douyin import uploads
from tools.executors.douyin.uploads import ranges
from tools.outbound.http_credential import HttpCredential

ACCOUNT = "account-1"
CONFIG = {"credential": ACCOUNT, "action": None}
ADDRESS = f"https://{VIDEO_HOST}/tea.mp4"
POST = {"action": "publish", "title": "春茶", "description": "Tea", "tags": ["#tea", " 茶 "], "video_url": ADDRESS}
LIST = {"action": "list"}


def token(secret: str) -> HttpCredential:
    return HttpCredential({"secret": secret, "account_id": OPEN_ID}, "oauth2", renewable=True)


@pytest.fixture
def douyin() -> Douyin:
    return Douyin()


@pytest.fixture
def vendor(douyin: Douyin) -> Iterator[VendorBench]:
    with vendor_bench("douyin-video", CONFIG, douyin, [HOST, VIDEO_HOST]) as bench:
        bench.bench.credentials.by_id[ACCOUNT] = bench.bench.credentials.newer[ACCOUNT] = token(ACCESS_TOKEN)
        bench.bench.credentials.origins = {f"https://{HOST}"}
        yield bench


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count in bytes what the platform counts in megabytes."""
    monkeypatch.setattr(uploads, "PART", 1000)
    monkeypatch.setattr(uploads, "_SMALLEST_PART", 250)
    monkeypatch.setattr(uploads, "WHOLE_UP_TO", 1500)


def test_a_small_video_is_uploaded_whole_and_posted(vendor: VendorBench, douyin: Douyin) -> None:
    result = vendor.call(POST)
    assert result.success, result.message
    assert (result.operation_type, result.data["video_id"]) == ("operation", "v1")
    assert douyin.videos == [VIDEO]
    assert (douyin.posts[0]["text"], douyin.posts[0]["private_status"]) == ("春茶\nTea\n#tea #茶", 0)


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("takes_ranges", [True, False])
@pytest.mark.parametrize("size", [1600, 2060, 2260, 5000])
def test_a_large_video_is_uploaded_in_parts(vendor: VendorBench, douyin: Douyin, takes_ranges: bool, size: int) -> None:
    douyin.video = (VIDEO * 3)[:size]
    douyin.takes_ranges = takes_ranges
    result = vendor.call(POST)
    assert result.success, result.message
    assert douyin.videos == [douyin.video]
    assert [one.path for one in vendor.server.received if "complete_video" in one.path]


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("total", [1, 999, 1000, 1001, 1249, 1250, 2000, 12_345])
def test_parts_cover_the_video_and_none_is_too_small(total: int) -> None:
    found = ranges(total)
    assert [byte for first, last in found for byte in range(first, last + 1)] == list(range(total))
    assert len(found) == 1 or all(last - first + 1 >= 250 for first, last in found)


@pytest.mark.usefixtures("small_parts")
def test_a_part_that_did_not_arrive_is_sent_again(vendor: VendorBench, douyin: Douyin) -> None:
    lost = [True]

    def losing(request: Received) -> Reply:
        if "upload_video_part" in request.path and request.query["part_number"] == "2" and lost:
            lost.clear()
            return Reply(502, b"bad gateway")
        return douyin(request)

    vendor.server.stand_in = losing
    assert vendor.call(POST).success
    assert douyin.videos == [VIDEO]


def test_a_video_of_ours_is_taken(vendor: VendorBench, douyin: Douyin) -> None:
    stored = vendor.bench.files.save("v.mp4", "video/mp4", [VIDEO], ALICE)
    assert vendor.call({**POST, "video_url": stored.address, "action": "draft"}).success
    assert (douyin.videos, douyin.posts[0]["private_status"]) == ([VIDEO], 1)


def test_videos_are_listed_by_pages_and_have_figures(vendor: VendorBench, douyin: Douyin) -> None:
    for title in ("a", "b", "c"):
        assert vendor.call({**POST, "title": title}).success
    page = vendor.call({"action": "list", "page_size": 2}).data
    assert (len(page["videos"]), page["has_more"], page["cursor"]) == (2, True, 2)
    assert vendor.call({"action": "list", "page_size": 2, "cursor": 2}).data["has_more"] is False
    item = page["videos"][0]
    assert item["state"] == "under review"
    figures = vendor.call({"action": "data", "item_ids": [item["item_id"]]}).data["videos"]
    assert figures[0]["statistics"]["play_count"] == 12
    assert vendor.call({"action": "data", "item_ids": ["gone"]}).code == 2004


def test_a_token_that_is_refused_is_renewed_once(vendor: VendorBench, douyin: Douyin) -> None:
    douyin.valid = "planted-access-2"
    vendor.bench.credentials.newer[ACCOUNT] = token("planted-access-2")
    assert vendor.call(LIST).code == 2004
    douyin.valid = "planted-access-3"
    assert "the owner of the account can connect it" in vendor.call(LIST).message
    assert vendor.bench.credentials.opened.count(ACCESS_TOKEN) == 2


def test_a_credential_without_an_account_is_refused(vendor: VendorBench) -> None:
    vendor.bench.credentials.by_id[ACCOUNT] = HttpCredential({"secret": "planted-key"})
    result = vendor.call(LIST)
    assert (result.code, vendor.server.received) == (5001, [])
    assert "Choose a connected Douyin account" in result.message


def test_what_the_account_may_not_do_is_refused_beforehand(vendor: VendorBench) -> None:
    vendor.bench.credentials.service = "douyin"
    vendor.bench.credentials.scopes = ("video.list.bind", "video.data.bind")
    refused = vendor.call(POST)
    assert (refused.code, vendor.server.received) == (5001, [])
    assert "Publish videos" in refused.message
    assert vendor.call(LIST).code == 2004


def test_a_post_whose_answer_was_lost_is_found_and_not_made_twice(vendor: VendorBench, douyin: Douyin) -> None:
    def losing(request: Received) -> Reply:
        reply = douyin(request)
        return Reply(504, b"gateway") if "create_video" in request.path else reply

    vendor.server.stand_in = losing
    result = vendor.call(POST)
    assert result.success, result.message
    assert result.data["item_id"] == douyin.posts[0]["item_id"]
    assert len(douyin.posts) == 1


REFUSED = [
    (failed(28001012, "no permission"), 5001, "video.create.bind"),
    (failed(28001015, "open_id mismatch"), 5001, "the owner of the account can connect it"),
    (failed(2190001, "quota"), 5001, "quota"),
    (failed(28003018, "too frequent"), 5002, "Too many calls"),
    (failed(2100004, "busy"), 5002, "later"),
    (failed(2100005, "param"), 1002, "invalid"),
    (failed(2100009, "banned"), 5001, "does not allow"),
    (Reply.of_json({"err_no": 28001018, "err_msg": "scope", "log_id": "1"}), 5001, "permission"),
    (Reply.of_json({"data": {"error_code": 0}, "extra": {"error_code": "4242", "description": "x"}}), 2001, "4242: x"),
]


@pytest.mark.parametrize(("reply", "code", "words"), REFUSED)
def test_refusals_give_advice(vendor: VendorBench, reply: Reply, code: int, words: str) -> None:
    assert vendor.call(POST).success
    vendor.server.scripted = [reply] * 4
    result = vendor.call(LIST)
    assert (result.success, result.code) == (False, code)
    assert words in result.message


@pytest.mark.parametrize(("reply", "code", "words"), BROKEN)
def test_broken_answers(vendor: VendorBench, reply: Reply, code: int, words: str) -> None:
    assert vendor.call(POST).success
    vendor.server.scripted = [reply] * 4
    result = vendor.call(LIST)
    assert (result.success, result.code) == (False, code)
    assert words in result.message
    assert "planted" not in result.message


def test_a_silent_service_is_a_timeout(vendor: VendorBench) -> None:
    assert vendor.call(POST).success
    assert vendor.times_out(LIST).code == 2002
    assert vendor.effect(POST) is EffectClass.UNREPEATABLE
    assert vendor.effect(LIST) is EffectClass.REPEATABLE


@pytest.mark.parametrize(
    "arguments",
    [
        {**POST, "action": "schedule"},
        {"action": "publish", "title": "x"},
        {"action": "data"},
        {"action": "list", "page_size": 21},
        {**POST, "tags": "tea"},
        {**POST, "open_id": "other"},
    ],
)
def test_wrong_arguments_are_refused_before_anything_is_sent(vendor: VendorBench, arguments: dict[str, Any]) -> None:
    assert vendor.call(arguments).code == 1002
    assert vendor.server.received == []


@pytest.mark.parametrize("address", ["http://127.0.0.1/a.mp4", "http://169.254.169.254/", "/api/tools/files/77/"])
def test_videos_come_from_public_addresses_or_our_own_files(vendor: VendorBench, douyin: Douyin, address: str) -> None:
    assert vendor.call({**POST, "video_url": address}).code == 1002
    assert douyin.videos == []


def test_a_file_that_is_no_video_is_refused(vendor: VendorBench, douyin: Douyin) -> None:
    douyin.video = b"<html>"
    assert "not an MP4" in vendor.call(POST).message


def test_fixed_actions_offer_only_what_they_use(vendor: VendorBench) -> None:
    assert list(vendor.offered(action="data")["properties"]) == ["item_ids"]
    assert vendor.offered(action="publish", title="Fixed")["required"] == ["video_url"]
    assert "schedule" not in vendor.offered()["properties"]["action"]["enum"]
    assert vendor.toolbox(credential="").skipped()[0].code == "misconfigured"


def test_test_mode_sends_nothing(vendor: VendorBench) -> None:
    assert vendor.rehearsed(POST).data["text"].startswith("春茶")


def test_secrets_never_appear(vendor: VendorBench, douyin: Douyin, caplog: pytest.LogCaptureFixture) -> None:
    results = [vendor.call(POST)]
    leak = f"bad {douyin.valid}"
    vendor.server.scripted = [failed(4242, leak)]
    results.append(vendor.call(LIST))
    vendor.server.scripted = [done({"list": [{"title": f"x {douyin.valid}"}]})]
    results.append(vendor.call(LIST))
    assert "planted" not in vendor.shown(results, caplog)
