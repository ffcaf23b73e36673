"""Group robots: signatures, message kinds, limits, and failures that come with HTTP 200."""

import json
import logging
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from pydantic import ValidationError

from tests.doubles.bots import DINGTALK_URL, FEISHU_URL, HOSTS, WECOM_URL, Bots
from tests.doubles.http_server import Reply, StandInTransport, serving
from tests.doubles.tool_ports import ALICE, NOW, Bench, Cancel
from tests.doubles.vendor_bench import bench_before
from tools.calls.toolbox import GatewayToolbox
from tools.core.definitions import CallContext, ToolCall, ToolRef
from tools.core.envelope import ToolResult
from tools.core.tool_id import ToolId
from tools.executors import builtin
from tools.executors.contract.executor import Invocation
from tools.executors.dingtalk.notification import DingtalkConfig
from tools.executors.feishu.notification import FeishuConfig
from tools.executors.notifications.executor import SendNotificationExecutor
from tools.executors.shared.notification import NotificationConfig, json_size, split_text
from tools.executors.wecom.notification import WecomConfig
from tools.outbound.client import OutboundClient

FEISHU_SECRET = "feishu-signing-secret"
DINGTALK_SECRET = "SECdingtalksigningsecret"
FEISHU = {"webhookUrl": FEISHU_URL, "secret": FEISHU_SECRET}
DINGTALK = {"webhookUrl": DINGTALK_URL, "secret": DINGTALK_SECRET}
WECOM = {"webhookUrl": WECOM_URL}


@pytest.fixture
def bots() -> Bots:
    return Bots(NOW, feishu_secret=FEISHU_SECRET, dingtalk_secret=DINGTALK_SECRET)


@pytest.fixture
def bench(bots: Bots) -> Iterator[Bench]:
    with bench_before(bots, HOSTS) as bench:
        yield bench


def toolbox(bench: Bench, platform: str, config: dict[str, Any], context: CallContext = ALICE) -> GatewayToolbox:
    bench.tools.add("bot", f"notification-{platform}", config, name="Team bot")
    return bench.gateway().offer((ToolRef(ToolId("tool:bot")),), context)


def send(bench: Bench, platform: str, config: dict[str, Any], **arguments: Any) -> ToolResult:
    offered = toolbox(bench, platform, config)
    call = ToolCall("c1", offered.tools()[0].function.name, arguments)
    return offered.call(call, timeout_s=60, cancel=Cancel())


NOTHING = Invocation(ALICE, Bench().runtime(), 1)
KINDS = [
    ("feishu text", "feishu", FEISHU, {"content": "hi"}, lambda b: b["content"]["text"] == "hi"),
    (
        "feishu text to all",
        "feishu",
        {**FEISHU, "atAll": True},
        {"content": "hi"},
        lambda b: '<at user_id="all">' in b["content"]["text"],
    ),
    (
        "feishu markdown",
        "feishu",
        {**FEISHU, "messageType": "markdown"},
        {"content": "**b**"},
        lambda b: b["card"]["body"]["elements"][0]["content"] == "**b**" and "header" not in b["card"],
    ),
    (
        "feishu card",
        "feishu",
        {**FEISHU, "messageType": "card", "title": "Fixed"},
        {"content": "x"},
        lambda b: b["card"]["header"]["title"]["content"] == "Fixed" and b["card"]["header"]["template"] == "blue",
    ),
    (
        "dingtalk text",
        "dingtalk",
        {**DINGTALK, "atMobiles": ["13800000000"]},
        {"content": "hi"},
        lambda b: b["at"] == {"atMobiles": ["13800000000"], "isAtAll": False},
    ),
    (
        "dingtalk markdown names people in the text",
        "dingtalk",
        {**DINGTALK, "messageType": "markdown"},
        {"content": "## News\nx", "at_mobiles": ["139"]},
        lambda b: b["markdown"] == {"title": "News", "text": "## News\nx\n@139"},
    ),
    (
        "dingtalk action card",
        "dingtalk",
        {**DINGTALK, "messageType": "actionCard", "linkTitle": "Go"},
        {"content": "x", "title": "T", "link_url": "https://example.com"},
        lambda b: b["actionCard"]["singleTitle"] == "Go" and b["actionCard"]["singleURL"] == "https://example.com",
    ),
    (
        "wecom text",
        "wecom",
        {**WECOM, "mentionedList": ["@all"]},
        {"content": "hi"},
        lambda b: b["text"] == {"content": "hi", "mentioned_list": ["@all"]},
    ),
    (
        "wecom markdown",
        "wecom",
        {**WECOM, "messageType": "markdown", "mentionedList": ["ada"]},
        {"content": "x", "title": "T"},
        lambda b: b["markdown"]["content"] == "# T\nx\n<@ada>",
    ),
    (
        "wecom markdown, everyone and people in whatever form they were written",
        "wecom",
        {**WECOM, "messageType": "markdown", "mentionedList": ["@all", "@ada", "<@bo>", " "]},
        {"content": "x"},
        lambda b: b["markdown"]["content"] == "x\n<@all>\n<@ada>\n<@bo>",
    ),
    (
        "wecom text, people with a sign before their ids",
        "wecom",
        {**WECOM, "mentionedList": ["@ada", "@all"]},
        {"content": "hi"},
        lambda b: b["text"]["mentioned_list"] == ["ada", "@all"],
    ),
    (
        "wecom news, cut to its limits",
        "wecom",
        {**WECOM, "messageType": "news", "linkUrl": "https://example.com"},
        {"content": "长" * 500, "title": "题" * 100},
        lambda b: (
            len(b["news"]["articles"][0]["description"].encode()) <= 512
            and len(b["news"]["articles"][0]["title"].encode()) <= 128
        ),
    ),
]


@pytest.mark.parametrize(
    ("platform", "config", "arguments", "fits"), [row[1:] for row in KINDS], ids=[row[0] for row in KINDS]
)
def test_every_kind_is_accepted_by_its_service(
    bench: Bench, bots: Bots, platform: str, config: dict[str, Any], arguments: dict[str, Any], fits: Any
) -> None:
    result = send(bench, platform, config, **arguments)
    assert result.success, result.message
    assert result.data == {"sent": 1, "total": 1}
    assert fits(bots.delivered[0])


FAILURES = [
    ("feishu token", "feishu", {**FEISHU, "webhookUrl": FEISHU_URL + "x"}, 5001, "Copy the URL again"),
    ("feishu signature", "feishu", {**FEISHU, "secret": "wrong-secret"}, 5001, "signing secret"),
    ("dingtalk token", "dingtalk", {**DINGTALK, "webhookUrl": DINGTALK_URL + "x"}, 5001, "Copy the webhook"),
    ("dingtalk signature", "dingtalk", {**DINGTALK, "secret": "SECwrong"}, 5001, "signing secret"),
    ("wecom key", "wecom", {**WECOM, "webhookUrl": WECOM_URL + "x"}, 5001, "Copy the URL again"),
]


@pytest.mark.parametrize(
    ("platform", "config", "code", "advice"), [row[1:] for row in FAILURES], ids=[row[0] for row in FAILURES]
)
def test_a_failure_with_status_200_gives_advice(
    bench: Bench, bots: Bots, platform: str, config: dict[str, Any], code: int, advice: str
) -> None:
    result = send(bench, platform, config, content="hi")
    assert (result.success, result.code) == (False, code)
    assert advice in result.message
    assert bots.delivered == []


@pytest.mark.parametrize("platform", ["feishu", "dingtalk"])
def test_a_missing_keyword_is_named(platform: str) -> None:
    bots = Bots(NOW, keyword="ALERT")
    url = {"feishu": FEISHU_URL, "dingtalk": DINGTALK_URL}[platform]
    with bench_before(bots, HOSTS) as bench:
        assert "keyword" in send(bench, platform, {"webhookUrl": url}, content="hi").message
        assert send(bench, platform, {"webhookUrl": url}, content="ALERT hi").success


THROTTLES = [
    ("feishu", FEISHU, {"code": 11232, "msg": "frequency limited"}),
    ("dingtalk", DINGTALK, {"errcode": 410100, "errmsg": "send too fast"}),
    ("wecom", WECOM, {"errcode": 45009, "errmsg": "api freq out of limit"}),
]


@pytest.mark.parametrize(("platform", "config", "answer"), THROTTLES, ids=[row[0] for row in THROTTLES])
def test_a_throttled_message_is_not_sent_again(
    bench: Bench, bots: Bots, platform: str, config: dict[str, Any], answer: dict[str, Any]
) -> None:
    bots.scripted = [Reply.of_json(answer)]
    result = send(bench, platform, config, content="hi")
    assert (result.success, result.code) == (False, 5002)
    assert "later" in result.message
    assert bots.delivered == []
    assert bench.audit.outcomes["1"].attempts == 1


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        (Reply(502, b"bad gateway"), 5002),
        (Reply(200, b"<html>"), 2001),
        (Reply.of_json([1]), 2001),
        (Reply.of_json({"ok": True}), 2001),
        (Reply(302, b"", {"Location": "https://evil.example/"}), 2001),
    ],
)
def test_an_answer_of_another_form_is_no_success(bench: Bench, bots: Bots, reply: Reply, code: int) -> None:
    bots.scripted = [reply]
    result = send(bench, "feishu", FEISHU, content="hi")
    assert (result.success, result.code) == (False, code)


def test_a_long_text_is_split_on_lines_and_numbered(bench: Bench, bots: Bots) -> None:
    lines = [f"第{number}行：" + "内容" * 40 for number in range(40)]
    result = send(bench, "wecom", {**WECOM, "mentionedList": ["ada"]}, content="\n".join(lines))
    texts = [body["text"]["content"] for body in bots.delivered]
    assert result.data == {"sent": len(texts), "total": len(texts)}
    assert len(texts) > 1
    assert texts[0].endswith(f"(1/{len(texts)})")
    joined = "\n".join(text.rpartition("\n")[0] for text in texts)
    assert joined == "\n".join(lines)
    assert ["mentioned_list" in body["text"] for body in bots.delivered] == [True] + [False] * (len(texts) - 1)


def test_each_message_carries_a_key_that_is_the_same_in_every_attempt(bots: Bots) -> None:
    with serving(bots) as server:
        transport = StandInTransport(dict.fromkeys(HOSTS, server.url))
        bench = Bench(outbound=OutboundClient(transport=transport))
        builtin.register_all(bench.registry)
        for _ in range(2):
            send(bench, "wecom", WECOM, content="\n".join("内容" * 40 for _ in range(40)))
        transport.close()
        keys = [request.headers["idempotency-key"] for request in server.received]
    half = len(keys) // 2
    assert half > 1
    assert keys[:half] == keys[half:]
    assert len(set(keys)) == half


def test_a_refusal_in_the_middle_reports_how_much_was_sent(bench: Bench, bots: Bots) -> None:
    answers = [Reply.of_json({"errcode": 0}), Reply.of_json({"errcode": 45009, "errmsg": "limit"})]
    bots.scripted = answers
    result = send(bench, "wecom", WECOM, content="x" * 5000)
    assert (result.success, result.data) == (False, {"sent": 1, "total": 3})


def test_a_text_for_more_than_ten_messages_is_refused_before_the_first(bench: Bench, bots: Bots) -> None:
    result = send(bench, "wecom", WECOM, content="x" * 30_000)
    assert (result.success, result.code) == (False, 1002)
    assert bots.delivered == []


def test_the_model_cannot_mention_everyone_by_a_tag(bench: Bench, bots: Bots) -> None:
    assert send(bench, "feishu", FEISHU, content='<at user_id="all">x</at>').success
    assert "<at " not in bots.delivered[0]["content"]["text"]


def test_a_card_needs_its_link(bench: Bench, bots: Bots) -> None:
    config = {**WECOM, "messageType": "news"}
    offered = toolbox(bench, "wecom", config)
    assert offered.tools()[0].function.parameters["required"] == ["content", "link_url"]
    assert send(bench, "wecom", config, content="x").code == 1002
    assert bots.delivered == []


def test_test_mode_builds_the_message_and_sends_nothing(bench: Bench, bots: Bots) -> None:
    offered = toolbox(bench, "feishu", FEISHU, CallContext(ALICE.caller, mode="test"))
    call = ToolCall("c1", offered.tools()[0].function.name, {"content": "hi"})
    result = offered.call(call, timeout_s=60, cancel=Cancel())
    assert result.facts.test_mode is True
    assert result.data["messages"][0]["content"]["text"] == "hi"
    assert bots.delivered == []


def test_neither_address_nor_secret_ever_appears(bench: Bench, bots: Bots, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    for platform, config in (("feishu", FEISHU), ("dingtalk", DINGTALK), ("wecom", WECOM)):
        token = config["webhookUrl"].rpartition("=" if "?" in config["webhookUrl"] else "/")[2]
        bots.scripted = [Reply.of_json({"code": 9, "errcode": 9, "errmsg": f"bad {token}", "msg": f"bad {token}"})]
        results = [send(bench, platform, config, content=f"my {token}") for _ in range(2)]
        shown = json.dumps([result.to_json() for result in results]) + repr(bench.audit) + caplog.text
        assert token not in shown
        assert config.get("secret", token) not in shown


BAD_WEBHOOKS = [
    (FeishuConfig, FEISHU_URL.replace("https", "http"), "https"),
    (FeishuConfig, DINGTALK_URL, "open.feishu.cn"),
    (FeishuConfig, "https://open.feishu.cn.evil.example/open-apis/bot/v2/hook/x", "open.feishu.cn"),
    (FeishuConfig, "https://open.feishu.cn@evil.example/open-apis/bot/v2/hook/x", "https"),
    (FeishuConfig, "https://open.feishu.cn:8443/open-apis/bot/v2/hook/x", "port"),
    (FeishuConfig, "https://open.feishu.cn/open-apis/bot/v2/hook/", "must look like"),
    (FeishuConfig, "https://open.feishu.cn/other", "must look like"),
    (DingtalkConfig, "https://oapi.dingtalk.com/robot/send", "access_token"),
    (WecomConfig, "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?token=x", "key"),
    (WecomConfig, "not an address", "https"),
]


@pytest.mark.parametrize(("model", "url", "words"), BAD_WEBHOOKS)
def test_a_webhook_must_be_https_of_the_right_host(model: Any, url: str, words: str) -> None:
    with pytest.raises(ValidationError) as caught:
        model.model_validate({"webhookUrl": url})
    (error,) = caught.value.errors()
    assert error["loc"] == ("webhookUrl",)
    assert words in error["msg"]


def test_larks_host_is_right_too() -> None:
    url = "https://open.larksuite.com/open-apis/bot/v2/hook/abc"
    assert FeishuConfig.model_validate({"webhookUrl": url}).webhook_url == url


def test_a_bot_without_address_is_not_offered(bench: Bench) -> None:
    assert toolbox(bench, "feishu", {}).skipped()[0].code == "misconfigured"


@pytest.mark.parametrize(
    ("text", "limit"), [("短", 100), ("a" * 500, 100), ("行\n" * 150, 100), ("x\n" + "字" * 90, 60), ('"\n' * 80, 60)]
)
@pytest.mark.parametrize("size", [None, json_size])
def test_pieces_keep_the_limit_and_lose_nothing(text: str, limit: int, size: Any) -> None:
    pieces = split_text(text, limit, size=size)
    count = size or (lambda piece: len(piece.encode()))
    assert all(count(piece) <= limit for piece in pieces)
    bare = [piece.rpartition("\n(")[0] if len(pieces) > 1 else piece for piece in pieces]
    assert "".join("".join(bare).split()) == "".join(text.split())


NOTHING = Invocation(ALICE, Bench().runtime(), 1)
FORMS = [
    (model, kind)
    for model in (FeishuConfig, DingtalkConfig, WecomConfig)
    for kind in get_args(model.model_fields["message_type"].annotation)
]


@pytest.mark.parametrize(("model", "kind"), FORMS, ids=lambda value: getattr(value, "__name__", value))
def test_everything_that_is_offered_is_sent(model: type[NotificationConfig], kind: str) -> None:
    """A parameter that a message of this kind never carries is not offered; everything else arrives."""
    executor, config = SendNotificationExecutor(), model.model_validate({"messageType": kind})
    values = {"content": "CONTENT", "title": "TITLE", "at_mobiles": ["13800000000"], "link_url": "https://LINK"}
    given = {name: values[name] for name in executor.parameters_schema(config)["properties"]}
    parameters = executor.parameters(config).model_validate({**given, **executor.bound(config)})
    sent = json.dumps(executor.rehearse(config, parameters, NOTHING).details["messages"])
    assert [name for name, value in given.items() if (value if isinstance(value, str) else value[0]) not in sent] == []


def test_what_does_not_apply_is_not_offered() -> None:
    executor = SendNotificationExecutor()
    offered = {
        config: list(executor.parameters_schema(model.model_validate({"messageType": config}))["properties"])
        for model, config in ((FeishuConfig, "card"), (DingtalkConfig, "actionCard"), (WecomConfig, "markdown"))
    }
    assert offered == {
        "card": ["content", "title"],
        "actionCard": ["content", "title", "link_url"],
        "markdown": ["content", "title"],
    }
