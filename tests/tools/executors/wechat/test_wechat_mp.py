"""`wechat_mp` through the gateway, against a stand-in that checks tokens, pictures and account types."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.doubles.http_server import Received, Reply
from tests.doubles.tool_ports import ALICE
from tests.doubles.vendor_bench import BROKEN, VendorBench, vendor_bench
from tests.doubles.wechat import APP_ID, APP_SECRET, HOST, PNG, Wechat
from tools.core.definitions import EffectClass
from tools.core.envelope import message_text

CONFIG = {"appId": APP_ID, "appSecret": APP_SECRET, "action": None}
COVER = "https://img.example.com/cover.png"
ARTICLE = {"title": "春茶 Tea", "content": "<p>你好</p>", "cover_url": COVER}
DRAFT = {"operation": "create_draft", **ARTICLE}
PUBLISH = {"operation": "publish", **ARTICLE}
STATUS = {"operation": "get_publish_status", "publish_id": "224748360"}


@pytest.fixture
def wechat() -> Wechat:
    return Wechat()


@pytest.fixture
def vendor(wechat: Wechat) -> Iterator[VendorBench]:
    with vendor_bench("wechat-mp", CONFIG, wechat, [HOST, "img.example.com"]) as bench:
        yield bench


def test_a_draft_is_stored_with_its_cover(vendor: VendorBench, wechat: Wechat) -> None:
    result = vendor.call(DRAFT)
    assert result.success, result.message
    assert (result.operation_type, result.data) == ("save", {"media_id": "draft0"})
    article = wechat.drafts["draft0"]
    assert (article["title"], article["content"]) == ("春茶 Tea", "<p>你好</p>")
    assert wechat.materials[article["thumb_media_id"]] == PNG


def test_pictures_in_the_text_are_uploaded_first(vendor: VendorBench, wechat: Wechat) -> None:
    content = (
        '<img alt="a" src="https://img.example.com/a.png?x=1&amp;y=2">'
        "<img src='https://img.example.com/b.png'><IMG SRC=\"https://img.example.com/b.png\">"
        '<img src="https://mmbiz.qpic.cn/kept">'
    )
    assert vendor.call({**DRAFT, "content": content}).success
    assert len(wechat.materials) == 3
    assert "img.example.com" not in wechat.drafts["draft0"]["content"]
    assert '<img src="https://mmbiz.qpic.cn/kept">' in wechat.drafts["draft0"]["content"]
    asked = [one for one in vendor.server.received if one.headers["host"] == "img.example.com"]
    assert asked[0].query == {"x": "1", "y": "2"}


def test_a_picture_of_ours_is_taken_within_the_callers_rights(vendor: VendorBench, wechat: Wechat) -> None:
    stored = vendor.bench.files.save("a.png", "image/png", [PNG], ALICE)
    assert vendor.call({**DRAFT, "cover_url": stored.address}).success
    assert vendor.call({**DRAFT, "cover_url": "/api/tools/files/77/"}).code == 1002


def test_publishing_waits_for_the_outcome(vendor: VendorBench, wechat: Wechat) -> None:
    result = vendor.call(PUBLISH)
    assert result.success, result.message
    assert result.data["state"] == "published"
    assert result.data["article_urls"] == ["http://mp.weixin.qq.com/s/x"]
    assert result.data["media_id"] == "draft0"


def test_publishing_that_takes_long_is_reported_as_such(vendor: VendorBench, wechat: Wechat) -> None:
    wechat.statuses = [1]
    result = vendor.call(PUBLISH)
    assert result.success
    assert result.data["state"] == "publishing"
    found = vendor.call({"operation": "get_publish_status", "publish_id": result.data["publish_id"]})
    assert (found.operation_type, found.data["publish_status"]) == ("query", 1)


@pytest.mark.parametrize(("status", "words"), [(2, "originality"), (4, "rejected in review"), (6, "banned")])
def test_what_the_review_refuses_is_a_failure(vendor: VendorBench, wechat: Wechat, status: int, words: str) -> None:
    wechat.statuses = [status]
    result = vendor.call(PUBLISH)
    assert (result.success, result.code) == (False, 2001)
    assert words in result.message


def test_an_account_that_may_not_publish_keeps_its_draft_and_gets_an_error(vendor: VendorBench, wechat: Wechat) -> None:
    wechat.may_publish = False
    result = vendor.call(PUBLISH)
    assert (result.success, result.code) == (False, 5001)
    assert "personal and unverified accounts" in result.message
    assert "未认证账号" in message_text(result).in_language("zh")
    assert result.data["media_id"] in wechat.drafts
    assert vendor.call({"operation": "submit_publish", "media_id": "draft0"}).code == 5001


def test_a_draft_is_published_later(vendor: VendorBench) -> None:
    media_id = vendor.call(DRAFT).data["media_id"]
    assert vendor.call({"operation": "submit_publish", "media_id": media_id}).data["publish_status"] == 0


def test_an_expired_token_is_renewed_once(vendor: VendorBench, wechat: Wechat) -> None:
    assert vendor.call(DRAFT).success
    wechat.valid = ""
    assert vendor.call(DRAFT).success
    assert len(wechat.tokens) == 2


def test_a_draft_whose_answer_was_lost_is_found_and_not_made_twice(vendor: VendorBench, wechat: Wechat) -> None:
    def losing(request: Received) -> Reply:
        reply = wechat(request)
        return Reply(502, b"bad gateway") if request.path == "/cgi-bin/draft/add" else reply

    vendor.server.stand_in = losing
    result = vendor.call(DRAFT)
    assert result.success, result.message
    assert result.data["media_id"] == "draft0"
    assert len(wechat.drafts) == 1


REFUSED = [
    ({"errcode": 40164, "errmsg": "invalid ip 203.0.113.9, not in whitelist"}, 5001, "203.0.113.9"),
    ({"errcode": 45009, "errmsg": "reach max api daily quota limit"}, 5001, "quota"),
    ({"errcode": 45011, "errmsg": "api minute-quota reach limit"}, 5002, "60 s"),
    ({"errcode": 40007, "errmsg": "invalid media_id"}, 1002, "media or draft ID"),
    ({"errcode": 53503, "errmsg": "draft check failed"}, 5001, "console"),
    ({"errcode": 99999, "errmsg": "strange"}, 2001, "99999: strange"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "code", "words"), REFUSED)
def test_refusals_give_advice(vendor: VendorBench, body: dict[str, Any], code: int, words: str) -> None:
    assert vendor.call(DRAFT).success
    vendor.server.scripted = [Reply.of_json(body)] * 4
    result = vendor.call({"operation": "submit_publish", "media_id": "draft0"})
    assert (result.success, result.code) == (False, code)
    assert words in result.message


@pytest.mark.parametrize(("reply", "code", "words"), BROKEN)
def test_broken_answers(vendor: VendorBench, reply: Reply, code: int, words: str) -> None:
    assert vendor.call(DRAFT).success
    vendor.server.scripted = [reply] * 4
    result = vendor.call(STATUS)
    assert (result.success, result.code) == (False, code)
    assert words in result.message
    assert "planted" not in result.message


def test_a_write_is_never_repeated_blindly(vendor: VendorBench) -> None:
    assert vendor.call(DRAFT).success
    vendor.server.scripted = [Reply(503, b"")] * 9
    before = len(vendor.server.received)
    assert vendor.call({"operation": "submit_publish", "media_id": "draft0"}).code == 5002
    assert len(vendor.server.received) == before + 1
    assert vendor.effect(PUBLISH) is EffectClass.UNREPEATABLE
    assert vendor.effect(STATUS) is EffectClass.REPEATABLE


def test_a_silent_service_is_a_timeout(vendor: VendorBench) -> None:
    assert vendor.call(DRAFT).success
    assert vendor.times_out(STATUS).code == 2002


@pytest.mark.parametrize(
    ("config", "words"), [({"appSecret": "wrong-secret"}, "app secret"), ({"appId": "x"}, "app ID")]
)
def test_a_wrong_credential_states_which_field(vendor: VendorBench, config: dict[str, Any], words: str) -> None:
    result = vendor.call(STATUS, config=config)
    assert (result.success, result.code) == (False, 5001)
    assert words in result.message


@pytest.mark.parametrize(
    "arguments",
    [
        {"operation": "create_draft", "title": "a", "content": "b"},
        {"operation": "create_draft", "title": "a", "cover_url": COVER},
        {**DRAFT, "title": "x" * 33},
        {**DRAFT, "need_open_comment": 7},
        {"operation": "submit_publish"},
        {"operation": "mass_send"},
    ],
)
def test_wrong_arguments_are_refused_before_anything_is_sent(vendor: VendorBench, arguments: dict[str, Any]) -> None:
    assert vendor.call(arguments).code == 1002
    assert vendor.server.received == []


@pytest.mark.parametrize("cover", ["http://127.0.0.1/x.png", "http://169.254.169.254/latest", "file:///etc/passwd"])
def test_pictures_come_from_public_addresses_only(vendor: VendorBench, wechat: Wechat, cover: str) -> None:
    assert vendor.call({**DRAFT, "cover_url": cover}).code == 1002
    assert vendor.call({**DRAFT, "content": f'<img src="{cover}">'}).code == 1002
    assert wechat.drafts == {}


def test_a_picture_that_leads_to_a_private_address_is_refused(vendor: VendorBench, wechat: Wechat) -> None:
    vendor.server.scripted = [Reply(302, b"", {"Location": "http://169.254.169.254/latest"})]
    result = vendor.call(DRAFT)
    assert (result.code, "private or reserved" in result.message) == (1002, True)
    assert wechat.drafts == {}


def test_a_picture_that_is_none_is_refused(vendor: VendorBench, wechat: Wechat) -> None:
    vendor.server.scripted = [Reply(200, b"<html>", {"Content-Type": "image/png"})]
    assert "must be one of" in vendor.call(DRAFT).message
    vendor.server.scripted = [Reply(404, b"")]
    assert "returned status 404" in vendor.call(DRAFT).message


def test_a_fixed_action_offers_only_what_it_uses(vendor: VendorBench) -> None:
    assert list(vendor.offered(action="status")["properties"]) == ["publish_id"]
    draft = vendor.offered(action="draft", title="Fixed", coverUrl=COVER)
    assert "title" not in draft["properties"]
    assert draft["required"] == ["content"]


def test_test_mode_sends_nothing(vendor: VendorBench) -> None:
    assert vendor.rehearsed(PUBLISH).data["would"] == "publish in WeChat"


def test_secrets_never_appear(vendor: VendorBench, wechat: Wechat, caplog: pytest.LogCaptureFixture) -> None:
    results = [vendor.call(PUBLISH)]
    leak = {"errcode": 99999, "errmsg": f"bad {wechat.tokens[0]} of {APP_SECRET}"}
    vendor.server.scripted = [Reply.of_json(leak)]
    results.append(vendor.call(STATUS))
    shown = vendor.shown(results, caplog)
    assert wechat.tokens[0] not in shown
    assert APP_SECRET not in shown


def test_an_account_without_credentials_is_not_offered(vendor: VendorBench) -> None:
    assert vendor.toolbox(appSecret="").skipped()[0].code == "misconfigured"
