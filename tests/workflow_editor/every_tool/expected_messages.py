"""Expected requests of message services: contents are JSON in a text at two of them."""

import json
from collections.abc import Callable
from typing import Any

from tests.doubles.http_server import Received
from tests.doubles.known_services import KEY, ExpectedCall
from tests.workflow_editor.every_tool.calls_of_services import ExpectedService, refused


def nested(name: str, content: Any, body: dict[str, Any]) -> Callable[[Received], bool]:
    """See to a body of which one value is JSON as a text."""

    def fits(request: Received) -> bool:
        sent = request.json()
        return bool(json.loads(sent.pop(name)) == content and sent == body)

    return fits


def feishu(kind: str, content: Any) -> ExpectedCall:
    body = {"receive_id": "receiver", "msg_type": kind}
    at = "POST /open-apis/im/v1/messages"
    return ExpectedCall(at, {"receive_id_type": "chat_id"}, nested("content", content, body))


DINGTALK_KINDS = {
    "send_a_text": ("sampleText", {"content": "text"}),
    "send_markdown": ("sampleMarkdown", {"title": "title", "text": "markdown"}),
    "send_a_card": (
        "sampleActionCard",
        {"title": "title", "text": "markdown", "singleTitle": "button", "singleURL": "link"},
    ),
}
WECOM_KINDS = {
    "send_a_text": ("text", {"content": "text"}),
    "send_markdown": ("markdown", {"content": "markdown"}),
    "send_a_card": ("textcard", {"title": "title", "description": "text", "url": "link", "btntxt": "Open"}),
}


def dingtalk(at: str, place: dict[str, Any], to: str) -> dict[str, ExpectedCall]:
    return {
        f"{id}_to_{to}": ExpectedCall(
            f"POST /v1.0/robot/{at}", body=nested("msgParam", content, {"robotCode": "robot", **place, "msgKey": kind})
        )
        for id, (kind, content) in DINGTALK_KINDS.items()
    }


def wecom(at: str, place: dict[str, Any], to: str) -> dict[str, ExpectedCall]:
    return {
        f"{id}_to_{to}": ExpectedCall(
            f"POST /cgi-bin/{at}", {"access_token": KEY}, {**place, "msgtype": kind, kind: content}
        )
        for id, (kind, content) in WECOM_KINDS.items()
    }


MESSAGES = {
    "feishu-messages": ExpectedService(
        "open.feishu.cn",
        refused(200, {"code": 230002, "msg": "Bot can NOT be out of the chat."}),
        "out of the chat",
        {
            "send_a_text": feishu("text", {"text": "text"}),
            "send_markdown": feishu(
                "interactive",
                {
                    "schema": "2.0",
                    "header": {"title": {"tag": "plain_text", "content": "title"}},
                    "body": {"elements": [{"tag": "markdown", "content": "markdown"}]},
                },
            ),
            "send_a_card": feishu("interactive", {"card": "text"}),
            "list_chats": ExpectedCall("GET /open-apis/im/v1/chats", {"page_size": "1", "page_token": "cursor"}),
        },
        answer={"code": 0, "msg": "success", "data": {"message_id": "om_1"}},
    ),
    "dingtalk-messages": ExpectedService(
        "api.dingtalk.com",
        refused(400, {"code": "invalidParameter", "message": "robotCode is unknown", "requestid": "1"}),
        "robotCode is unknown",
        dingtalk("oToMessages/batchSend", {"userIds": ["people"]}, "people")
        | dingtalk("groupMessages/send", {"openConversationId": "chat"}, "a_chat"),
        {"x-acs-dingtalk-access-token": KEY},
        answer={"processQueryKey": "1"},
    ),
    "wecom-messages": ExpectedService(
        "qyapi.weixin.qq.com",
        refused(200, {"errcode": 60020, "errmsg": "not allow to access from your ip"}),
        "not allow to access",
        wecom("message/send", {"agentid": 1, "touser": "people"}, "people")
        | wecom("appchat/send", {"chatid": "chat"}, "a_chat"),
        {},
        answer={"errcode": 0, "errmsg": "ok", "msgid": "1"},
        unsigned=refused(401, {"errcode": 40014, "errmsg": "invalid access_token"}),
    ),
}
