"""Messages to bots: proved as the services sign them, answered once in the chat that they came from."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from tests.doubles.chat_services import (
    DINGTALK_URL,
    FEISHU_APP,
    HOSTS,
    SLACK_TOKEN,
    TELEGRAM_TOKEN,
    WECOM_APP,
    WECOM_URL,
    ChatServices,
)
from tests.doubles.http_server import LoopbackServer, Reply, StandInTransport, serving
from tests.doubles.task_queue import TaskQueue
from tests.factories.agents import agent_create
from tests.factories.documents import edge, node
from tests.factories.workflows import workflow_create
from tests.workflow_editor.triggers.webhooks import signed_requests as signed
from tests.workflow_editor.triggers.webhooks.signed_requests import AES_KEY, Maker
from tools.core.concurrency.places import Share
from tools.outbound.client import OutboundClient
from workflow_editor.adapters.process.task_queue import SEND_BOT_REPLY
from workflow_editor.models import BotReply, Conversation, Run, Trigger, TriggerDelivery, Turn
from workflow_editor.services import bot_replies
from workflow_editor.services.bot_replies import bot_replies_claim_due, bot_reply_send
from workflow_editor.services.runs.places import node_places
from workflow_editor.services.triggers.publish import trigger_prepare
from workflow_editor.services.triggers.receive import webhook_listen
from workflow_editor.services.versions import version_publish

JsonObject = dict[str, Any]


def slack_event(text: str, ts: str = "100.1", **event: Any) -> JsonObject:
    about = {"type": "app_mention", "user": "U1", "channel": "C1", "ts": ts, "text": f"<@UBOT> {text}", **event}
    return {"type": "event_callback", "team_id": "T1", "event_id": f"Ev{ts}", "event": about}


ANN: JsonObject = {"id": 7, "is_bot": False, "first_name": "Ann", "last_name": "Lee"}


def telegram_update(text: str, number: int = 1, *, person: JsonObject = ANN, **message: Any) -> JsonObject:
    chat = {"id": -100, "type": "supergroup"}
    about = {"message_id": number, "from": person, "chat": chat, "text": f"@loom_bot {text}", **message}
    return {"update_id": number, "message": about}


def feishu_event(text: str, number: int = 1, sender_type: str = "user", **message: Any) -> JsonObject:
    mention = {"key": "@_user_1", "name": "Loom", "mentioned_type": "bot"}
    about = {
        "message_id": f"om_{number}",
        "chat_id": "oc_1",
        "chat_type": "group",
        "message_type": "text",
        "content": json.dumps({"text": f"@_user_1 {text}"}),
        "mentions": [mention],
        **message,
    }
    header = {"event_id": f"e{number}", "event_type": "im.message.receive_v1", "token": "vt1"}
    sender = {"sender_id": {"open_id": "ou_1"}, "sender_type": sender_type}
    return {"schema": "2.0", "header": header, "event": {"sender": sender, "message": about}}


def dingtalk_message(text: str, number: int = 1, **message: Any) -> JsonObject:
    until = int((timezone.now() + timedelta(hours=1)).timestamp() * 1000)
    return {
        "msgId": f"m{number}",
        "msgtype": "text",
        "text": {"content": f" {text}"},
        "conversationId": "cid1",
        "conversationType": "2",
        "senderStaffId": "staff1",
        "senderNick": "安",
        "sessionWebhook": DINGTALK_URL,
        "sessionWebhookExpiredTime": until,
        **message,
    }


def wecom_message(text: str, number: int = 1, **message: Any) -> JsonObject:
    return {
        "msgid": f"w{number}",
        "aibotid": "b1",
        "chatid": "chat1",
        "chattype": "group",
        "from": {"userid": "ann"},
        "msgtype": "text",
        "text": {"content": f"@Loom {text}"},
        "response_url": WECOM_URL,
        **message,
    }


def wecom_app_message(text: str, number: int = 1, kind: str = "text") -> JsonObject:
    about = {"FromUserName": "ann", "AgentID": "1000002", "MsgType": kind, "MsgId": str(number), "Content": text}
    return {"ToUserName": WECOM_APP["corpid"], "CreateTime": "1700000000", **about}


def wecom_app_request(body: bytes, at: Any) -> Any:
    fields = "".join(f"<{name}><![CDATA[{value}]]></{name}>" for name, value in json.loads(body).items())
    return signed.wecom_app(f"<xml>{fields}</xml>".encode(), at)


def telegram_request(body: bytes, at: Any) -> Any:
    return signed.request(body, {**signed.JSON, "x-telegram-bot-api-secret-token": "t-1"}, at=at)


@dataclass(frozen=True)
class Case:
    """A chat service: how it says something, and what came of it there."""

    secrets: Mapping[str, str]
    made: Maker
    event: Callable[..., JsonObject]
    where: str
    """The place of the answer."""
    sender: JsonObject
    ignored: JsonObject
    """Messages that no person wrote."""
    config: Mapping[str, Any] = field(default_factory=dict)


CASES = {
    "slack": Case(
        {"secret": "slack secret", "bot_token": SLACK_TOKEN},
        signed.slack,
        slack_event,
        "C1 100.1",
        {"id": "U1", "name": ""},
        slack_event("I am a bot", bot_id="B1"),
    ),
    "telegram": Case(
        {"token": "t-1", "bot_token": TELEGRAM_TOKEN},
        telegram_request,
        telegram_update,
        "-100",
        {"id": "7", "name": "Ann Lee"},
        telegram_update("I am a bot", person={"id": 8, "is_bot": True}),
    ),
    "feishu": Case(
        {"verification_token": "vt1", "encrypt_key": "ekFlowloom", "app_secret": FEISHU_APP["app_secret"]},
        signed.feishu,
        feishu_event,
        "om_1",
        {"id": "ou_1", "name": ""},
        feishu_event("I am a bot", sender_type="app"),
        {"appId": FEISHU_APP["app_id"]},
    ),
    "dingtalk": Case(
        {"app_secret": "SECflowloom"},
        signed.dingtalk_robot,
        dingtalk_message,
        "staff1",
        {"id": "staff1", "name": "安"},
        dingtalk_message("a picture", msgtype="picture"),
    ),
    "wecom": Case(
        {"token": "tokFlowloom", "aes_key": AES_KEY},
        signed.wecom_bot,
        wecom_message,
        "r-45",
        {"id": "ann", "name": ""},
        {"msgid": "w9", "msgtype": "stream", "stream": {"id": "s"}},
    ),
    "wecom_app": Case(
        {"token": "tokFlowloom", "aes_key": AES_KEY, "app_secret": WECOM_APP["corpsecret"]},
        wecom_app_request,
        wecom_app_message,
        "1000002 ann",
        {"id": "ann", "name": ""},
        wecom_app_message("", kind="event"),
        {"corpId": WECOM_APP["corpid"]},
    ),
}


class Bot:
    """A published bot that repeats messages, and the service that it is in."""

    def __init__(self, name: str, owner: User, services: ChatServices, queue: TaskQueue) -> None:
        self.case, self.services, self.queue = CASES[name], services, queue
        self.workflow = workflow_create(owner, document=self.document(name))
        self.trigger = trigger_prepare(self.workflow, "bot")
        self.trigger.set_secrets(dict(self.case.secrets))
        self.trigger.save()
        version_publish(self.workflow, owner)
        self.trigger.refresh_from_db()

    def document(self, name: str) -> JsonObject:
        result = "{{ trigger.message }} ({{ trigger.history.size }})"
        return {
            "schema_version": 1,
            "nodes": [
                node("bot", "bot_message", {"service": name, **self.case.config}),
                node("start", "start"),
                node("say", "template", {"template": result}),
                node("end", "end", {"outputs": [{"name": "result", "value": "{{ nodes.say.text }}"}]}),
            ],
            "edges": [edge("start", "say"), edge("say", "end")],
        }

    def hear(self, event: JsonObject, *, change: bool = False) -> Any:
        asked = self.case.made(json.dumps(event).encode(), timezone.now())
        body, headers = asked.body, dict(asked.headers)
        query = {name: str(value) for name, value in asked.query.items()}
        if change:
            # One byte of the proof, since some services do not sign their bodies.
            name = next(key for key in [*headers, *query] if any(part in key for part in ("sign", "token")))
            changed = headers if name in headers else query
            changed[name] = ("x" if changed[name][0] != "x" else "y") + changed[name][1:]
        path = f"/bots/{self.trigger.token}/"
        kind = headers.pop("content-type", "application/json")
        return Client().generic("POST", path, body, content_type=kind, headers=headers, query_params=query)

    def work(self) -> None:
        """Do all that is due now."""
        self.queue.run_all()
        bot_replies_claim_due()
        self.queue.run_all()


@pytest.fixture
def services() -> ChatServices:
    return ChatServices()


@pytest.fixture
def server(services: ChatServices, monkeypatch: pytest.MonkeyPatch) -> Iterator[LoopbackServer]:
    with serving(services) as server:
        client = OutboundClient(
            transport=StandInTransport(dict.fromkeys(HOSTS, server.url)), resolve=lambda *_: ["203.0.113.1"]
        )
        monkeypatch.setattr(bot_replies, "_client", lambda: client)
        yield server


@pytest.fixture(params=list(CASES))
def bot(request: Any, alice: User, services: ChatServices, server: LoopbackServer, queue: TaskQueue) -> Bot:
    return Bot(request.param, alice, services, queue)


def test_a_message_is_answered_in_its_chat(bot: Bot) -> None:
    assert bot.hear(bot.case.event("Hello")).status_code == 200
    bot.work()
    assert bot.services.delivered == [(bot.case.where, "Hello (0)")]
    data = TriggerDelivery.objects.get().data
    assert (data["message"], data["sender"], data["history"]) == ("Hello", bot.case.sender, [])
    # Addresses to answer at are keys to the chat.
    assert "session" not in json.dumps(data)
    assert "response" not in json.dumps(data)
    assert BotReply.objects.get().status == "sent"


def test_a_chat_is_remembered(bot: Bot) -> None:
    bot.hear(bot.case.event("One"))
    bot.work()
    if "response_url" in bot.case.event("x"):
        second = wecom_message("Two", 2, response_url=WECOM_URL.replace("r-45", "r-46"))
    elif bot.case.event is slack_event:
        second = slack_event("Two", "100.2", thread_ts="100.1")
    else:
        second = bot.case.event("Two", 2)
    bot.hear(second)
    bot.work()
    assert [text for _, text in bot.services.delivered] == ["One (0)", "Two (2)"]
    assert Conversation.objects.count() == 1


def test_a_person_with_many_slow_answers_does_not_hold_up_another(
    alice: User, bob: User, services: ChatServices, server: LoopbackServer, queue: TaskQueue
) -> None:
    bots = [Bot("slack", person, services, queue) for person in (alice, bob)]
    with ExitStack() as held:
        for _ in range(node_places.size):
            held.enter_context(node_places.held(Share((SEND_BOT_REPLY, alice.pk)), within_s=0))
        for bot in bots:
            bot.hear(slack_event("Hello"))
        bots[0].work()
    sent = BotReply.objects.filter(status="sent")
    assert [reply.turn.conversation.trigger for reply in sent] == [bots[1].trigger]
    for name, arguments, _ in queue.later:
        queue.send_task(name, arguments)
    queue.run_all()
    assert len(services.delivered) == 2


def test_a_message_that_comes_again_is_answered_once(bot: Bot) -> None:
    for _ in range(3):
        assert bot.hear(bot.case.event("Hello")).status_code == 200
        bot.work()
    assert len(bot.services.delivered) == Run.objects.count() == TriggerDelivery.objects.count() == 1


def test_what_no_person_wrote_is_left_alone(bot: Bot) -> None:
    assert bot.hear(bot.case.ignored).status_code == 200
    assert not Turn.objects.exists()


def test_a_changed_proof_is_refused(bot: Bot) -> None:
    answer = bot.hear(bot.case.event("Hello"), change=True)
    assert (answer.status_code, answer.json()["code"]) == (401, "webhook_not_verified")
    assert not Turn.objects.exists()


def test_a_service_that_is_down_is_tried_again_and_then_shown_as_failed(bot: Bot, alice_api: APIClient) -> None:
    bot.services.scripted = [Reply(503)] * 8
    bot.hear(bot.case.event("Hello"))
    for _ in range(8):
        bot.work()
        BotReply.objects.update(next_at=timezone.now())
    reply = BotReply.objects.get()
    assert (reply.status, reply.attempts, bot.services.delivered) == ("failed", 8, [])
    address = f"/api/workflows/{bot.workflow.pk}/triggers/bot/deliveries/"
    [row] = alice_api.get(address).json()["results"]
    assert row["reply"]["status"] == "failed"
    assert "503" in row["reply"]["problem"]
    assert alice_api.post(f"/api/deliveries/{row['id']}/reply/").status_code == 200
    bot.work()
    assert [text for _, text in bot.services.delivered] == ["Hello (0)"]
    assert alice_api.get(address).json()["results"][0]["reply"]["status"] == "sent"


def test_a_part_is_not_sent_twice_after_a_crash(bot: Bot) -> None:
    bot.hear(bot.case.event("Hello"))
    bot.queue.run_all()
    bot_replies_claim_due()
    reply = BotReply.objects.get()
    # It dies after the service has taken the part, and before that is stored.
    assert reply.next_at
    with pytest.MonkeyPatch.context() as dies:
        dies.setattr(bot_replies._Sending, "end", lambda *_: None)
        stored = bot_replies._Sending._store
        dies.setattr(
            bot_replies._Sending, "_store", lambda self, **values: "renew" in values and stored(self, **values)
        )
        bot_reply_send(reply.pk, reply.next_at)
    assert len(bot.services.delivered) == 1
    BotReply.objects.update(next_at=timezone.now())
    bot.queue.lose_all()
    bot.work()
    assert len(bot.services.delivered) == 1
    assert BotReply.objects.get().status == ("sent" if bot.case.made is signed.feishu else "unknown")


def test_nothing_listens_at_the_address_of_a_bot_that_is_off(bot: Bot) -> None:
    Trigger.objects.update(version=None)
    assert bot.hear(bot.case.event("Hello")).status_code == 404
    webhook_listen(bot.trigger)
    assert bot.hear(bot.case.event("Hello")).status_code == 200
    example = TriggerDelivery.objects.get()
    assert (example.status, example.data["message"]) == ("example", "Hello")


@pytest.fixture
def slack(alice: User, services: ChatServices, server: LoopbackServer, queue: TaskQueue) -> Bot:
    return Bot("slack", alice, services, queue)


def test_a_long_answer_goes_in_parts(slack: Bot) -> None:
    answer = slack.workflow.nodes.get(key="say")
    answer.config = {"template": "{% for n in (1..900) %}line {{ n }} <&>\n{% endfor %}"}
    answer.save()
    version_publish(slack.workflow, slack.workflow.owner)
    slack.hear(slack_event("Long"))
    slack.work()
    parts = [text for _, text in slack.services.delivered]
    assert len(parts) > 2
    assert "\n".join(parts).replace("&lt;&amp;&gt;", "<&>").split("\n") == [f"line {n} <&>" for n in range(1, 901)]


def test_an_agent_may_be_who_answers(slack: Bot, alice: User) -> None:
    agent = agent_create(alice, script=[{"text": "I am the butler"}])
    asking = slack.workflow.nodes.get(key="say")
    tool = {"id": "t1", "type": f"agent:{agent.slug}"}
    asking.type, asking.config = "tool", {"tool": tool, "arguments": {"message": "{{ trigger.message }}"}}
    asking.save()
    end = slack.workflow.nodes.get(key="end")
    end.config = {"outputs": [{"name": "result", "value": "{{ nodes.say.data }}"}]}
    end.save()
    version_publish(slack.workflow, alice)
    slack.hear(slack_event("Who are you?"))
    slack.work()
    assert slack.services.delivered == [("C1 100.1", "I am the butler")]


def test_two_events_of_one_message_are_answered_once(slack: Bot) -> None:
    slack.hear(slack_event("Hello"))
    twin = slack_event("Hello", type="message")
    slack.hear({**twin, "event_id": "Ev-other"})
    slack.work()
    assert len(slack.services.delivered) == 1


def test_a_failed_run_is_answered_with_a_word_of_regret(slack: Bot) -> None:
    stop = slack.workflow.nodes.get(key="end")
    stop.type, stop.config = "stop", {"message": "secret reason"}
    stop.save()
    version_publish(slack.workflow, slack.workflow.owner)
    slack.hear(slack_event("你好"))
    slack.work()
    [(_, text)] = slack.services.delivered
    assert "secret" not in text
    assert text == "抱歉，没有成功，请稍后再试。"


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (dingtalk_message("x", sessionWebhook="https://evil.test/robot/sendBySession?session=s-44"), "not DingTalk's"),
        (dingtalk_message("x", sessionWebhook="https://oapi.dingtalk.com.evil.test/robot/sendBySession?"), "not Ding"),
        (dingtalk_message("x", sessionWebhookExpiredTime=1), "expired"),
    ],
)
def test_an_address_of_somebody_else_is_never_called(
    alice: User, services: ChatServices, server: LoopbackServer, queue: TaskQueue, event: JsonObject, reason: str
) -> None:
    bot = Bot("dingtalk", alice, services, queue)
    bot.hear(event)
    bot.work()
    assert server.received == []
    reply = BotReply.objects.get()
    assert reply.status == "failed"
    assert reply.problem
    assert reason in reply.problem["message"]
