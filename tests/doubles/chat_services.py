"""The chat services that bots answer in, as one server: it checks tokens and shapes, and answers in their error forms.

Source: `trigger-contracts` of Slack, Telegram, Feishu, DingTalk and WeCom; see `workflow_editor.triggers.bots`.
"""

import json
from collections.abc import Mapping
from typing import Any

from tests.doubles.http_server import Received, Reply

SLACK_TOKEN = "xoxb-slack-token-41"
TELEGRAM_TOKEN = "4711:telegram-token-42"
FEISHU_APP = {"app_id": "cli_1", "app_secret": "feishu-secret-43"}
HOSTS = ("slack.com", "api.telegram.org", "open.feishu.cn", "oapi.dingtalk.com", "qyapi.weixin.qq.com")
DINGTALK_URL = "https://oapi.dingtalk.com/robot/sendBySession?session=s-44"
WECOM_APP = {"corpid": "ww1", "corpsecret": "wecom-secret-47"}
WECOM_URL = "https://qyapi.weixin.qq.com/cgi-bin/aibot/response?response_code=r-45"


class ChatServices:
    """`delivered` are the texts that arrived, each with where; `scripted` answers come first."""

    def __init__(self) -> None:
        self.delivered: list[tuple[str, str]] = []
        self.scripted: list[Reply] = []
        self._keys: set[str] = set()
        self._used: set[str] = set()

    def __call__(self, request: Received) -> Reply:
        if self.scripted and not request.path.endswith(("/internal", "/gettoken")):
            return self.scripted.pop(0)
        if request.path == "/cgi-bin/gettoken":
            is_known = {**WECOM_APP} == dict(request.query)
            answer = {"errcode": 0, "access_token": "t-48"} if is_known else {"errcode": 40001, "errmsg": "invalid"}
            return Reply.of_json(answer)
        body = request.json()
        if request.path == "/cgi-bin/message/send":
            return self._wecom_app(request.query, body)
        if request.path == "/api/chat.postMessage":
            return self._slack(request.headers, body)
        if request.path.startswith("/bot"):
            return self._telegram(request.path, body)
        if request.path.startswith("/open-apis/"):
            return self._feishu(request, body)
        if request.path == "/robot/sendBySession":
            return self._dingtalk(request.query, body)
        if request.path == "/cgi-bin/aibot/response":
            return self._wecom(request.query, body)
        return Reply(404, b"not found")

    def _slack(self, headers: Mapping[str, str], body: Any) -> Reply:
        if headers.get("authorization") != f"Bearer {SLACK_TOKEN}":
            return Reply.of_json({"ok": False, "error": "invalid_auth"})
        # 4,000 characters are what Slack asks for; it cuts at 40,000.
        if len(body["text"]) > 40_000:
            return Reply.of_json({"ok": False, "error": "msg_too_long"})
        self.delivered.append((f"{body['channel']} {body.get('thread_ts', '')}".strip(), body["text"]))
        return Reply.of_json({"ok": True, "ts": "1.1"})

    def _telegram(self, path: str, body: Any) -> Reply:
        if path != f"/bot{TELEGRAM_TOKEN}/sendMessage":
            return Reply.of_json({"ok": False, "error_code": 401, "description": "Unauthorized"}, 401)
        if not 1 <= len(body["text"]) <= 4096:
            return Reply.of_json({"ok": False, "error_code": 400, "description": "message is too long"}, 400)
        self.delivered.append((str(body["chat_id"]), body["text"]))
        return Reply.of_json({"ok": True, "result": {}})

    def _feishu(self, request: Received, body: Any) -> Reply:
        if request.path.endswith("/internal"):
            if body != FEISHU_APP:
                return Reply.of_json({"code": 10014, "msg": "app secret invalid"})
            return Reply.of_json({"code": 0, "tenant_access_token": "t-46", "expire": 7200})
        if request.headers.get("authorization") != "Bearer t-46":
            return Reply.of_json({"code": 99991663, "msg": "token invalid"}, 400)
        if len(body["uuid"]) > 50:
            return Reply.of_json({"code": 230001, "msg": "uuid too long"}, 400)
        if body["uuid"] not in self._keys:
            self._keys.add(body["uuid"])
            message = request.path.split("/")[5]
            self.delivered.append((message, json.loads(body["content"])["text"]))
        return Reply.of_json({"code": 0, "data": {"message_id": "om_2"}})

    def _dingtalk(self, query: Mapping[str, str], body: Any) -> Reply:
        if query.get("session") != "s-44":
            return Reply.of_json({"errcode": 310000, "errmsg": "session not found"})
        if len(body["text"]["content"].encode()) > 20_000:
            return Reply.of_json({"errcode": 460101, "errmsg": "message too long"})
        self.delivered.append((",".join(body.get("at", {}).get("atUserIds", [])), body["text"]["content"]))
        return Reply.of_json({"errcode": 0, "errmsg": "ok"})

    def _wecom_app(self, query: Mapping[str, str], body: Any) -> Reply:
        if query.get("access_token") != "t-48":
            return Reply.of_json({"errcode": 40014, "errmsg": "invalid access_token"})
        if len(body["text"]["content"].encode()) > 2048 or body["msgtype"] != "text":
            return Reply.of_json({"errcode": 45002, "errmsg": "content size out of limit"})
        self.delivered.append((f"{body['agentid']} {body['touser']}", body["text"]["content"]))
        return Reply.of_json({"errcode": 0, "errmsg": "ok", "msgid": "m-49"})

    def _wecom(self, query: Mapping[str, str], body: Any) -> Reply:
        code = query["response_code"]
        if code in self._used:
            return Reply.of_json({"errcode": 40058, "errmsg": "response_code has been used"})
        if len(body["markdown"]["content"].encode()) > 20_480:
            return Reply.of_json({"errcode": 40058, "errmsg": "content too long"})
        self._used.add(code)
        self.delivered.append((code, body["markdown"]["content"]))
        return Reply.of_json({"errcode": 0, "errmsg": "ok"})
