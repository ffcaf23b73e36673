"""Stand-ins for the Feishu, DingTalk and WeCom robots: they check tokens, signatures and shapes like the real ones and
answer every failure with HTTP 200 and the real error form.

Source: The services' custom robot pages; see `tools.executors.notifications`.
"""

import base64
import hashlib
import hmac
from datetime import datetime
from typing import Any

from tests.doubles.http_server import Received, Reply

FEISHU_TOKEN = "feishu-hook-token-51d2"
DINGTALK_TOKEN = "dingtalk-access-token-77aa"
WECOM_KEY = "wecom-key-0f9e"
FEISHU_URL = f"https://open.feishu.cn/open-apis/bot/v2/hook/{FEISHU_TOKEN}"
DINGTALK_URL = f"https://oapi.dingtalk.com/robot/send?access_token={DINGTALK_TOKEN}"
WECOM_URL = f"https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key={WECOM_KEY}"
HOSTS = ("open.feishu.cn", "oapi.dingtalk.com", "qyapi.weixin.qq.com")
_HOUR_S = 3600


class Bots:
    """All three services in one server; `delivered` holds the accepted bodies."""

    def __init__(self, now: datetime, *, feishu_secret: str = "", dingtalk_secret: str = "", keyword: str = "") -> None:
        self._now = now.timestamp()
        self._feishu_secret = feishu_secret
        self._dingtalk_secret = dingtalk_secret
        self._keyword = keyword
        self.delivered: list[Any] = []
        self.scripted: list[Reply] = []

    def __call__(self, request: Received) -> Reply:
        if self.scripted:
            return self.scripted.pop(0)
        if request.method != "POST":
            return Reply.of_json({"errcode": 43002, "errmsg": "require POST method"}, 405)
        if request.path.startswith("/open-apis/bot/v2/hook/"):
            return Reply.of_json(self._feishu(request))
        if request.path == "/robot/send":
            return Reply.of_json(self._dingtalk(request))
        if request.path == "/cgi-bin/webhook/send":
            return Reply.of_json(self._wecom(request))
        return Reply(404, b"404 page not found")

    def _feishu(self, request: Received) -> dict[str, Any]:
        body = request.json()
        if request.path.rpartition("/")[2] != FEISHU_TOKEN:
            return {"code": 19001, "msg": "param invalid: incoming webhook access token invalid", "data": {}}
        if len(request.body) > 20_000 or not _is_feishu_message(body):
            return {"code": 9499, "msg": "Bad Request", "data": {}}
        if self._feishu_secret and not self._feishu_signature_fits(body):
            return {"code": 19021, "msg": "sign match fail or timestamp is not within one hour from current time"}
        if self._keyword and self._keyword not in request.body.decode():
            return {"code": 19024, "msg": "Key Words Not Found"}
        self.delivered.append(body)
        return {"StatusCode": 0, "StatusMessage": "success", "code": 0, "data": {}, "msg": "success"}

    def _feishu_signature_fits(self, body: dict[str, Any]) -> bool:
        timestamp = body.get("timestamp", "")
        key = f"{timestamp}\n{self._feishu_secret}".encode()
        expected = base64.b64encode(hmac.new(key, digestmod=hashlib.sha256).digest()).decode()
        in_time = isinstance(timestamp, str) and timestamp.isdecimal() and abs(int(timestamp) - self._now) < _HOUR_S
        return in_time and body.get("sign") == expected

    def _dingtalk(self, request: Received) -> dict[str, Any]:
        body = request.json()
        if request.query.get("access_token") != DINGTALK_TOKEN:
            return {"errcode": 400101, "errmsg": "token is not exist"}
        if self._dingtalk_secret and not self._dingtalk_signature_fits(request):
            return {"errcode": 310000, "errmsg": "description:机器人发送签名不匹配;solution:sign not match"}
        if self._keyword and self._keyword not in request.body.decode():
            return {"errcode": 310000, "errmsg": "description:关键词不匹配;solution:keywords not in content"}
        if not _is_dingtalk_message(body):
            return {"errcode": 40035, "errmsg": "缺少参数 json"}
        self.delivered.append(body)
        return {"errcode": 0, "errmsg": "ok"}

    def _dingtalk_signature_fits(self, request: Received) -> bool:
        timestamp = request.query.get("timestamp", "")
        if not timestamp.isdecimal() or abs(int(timestamp) / 1000 - self._now) > _HOUR_S:
            return False
        message = f"{timestamp}\n{self._dingtalk_secret}".encode()
        digest = hmac.new(self._dingtalk_secret.encode(), message, hashlib.sha256).digest()
        return request.query.get("sign") == base64.b64encode(digest).decode()

    def _wecom(self, request: Received) -> dict[str, Any]:
        body = request.json()
        if request.query.get("key") != WECOM_KEY:
            return {"errcode": 93000, "errmsg": "invalid webhook url"}
        problem = _wecom_problem(body)
        if problem is not None:
            return problem
        self.delivered.append(body)
        return {"errcode": 0, "errmsg": "ok"}


def _is_feishu_message(body: dict[str, Any]) -> bool:
    if body.get("msg_type") == "text":
        return bool(body["content"]["text"])
    if body.get("msg_type") != "interactive" or "content" in body:
        return False
    card = body["card"]
    elements = card["body"]["elements"]
    header = card.get("header")
    fits = card["schema"] == "2.0" and all(one["tag"] == "markdown" and one["content"] for one in elements)
    return fits and (header is None or header["title"]["tag"] == "plain_text")


def _is_dingtalk_message(body: dict[str, Any]) -> bool:
    kind = body.get("msgtype")
    if kind == "text":
        return bool(body["text"]["content"])
    if kind == "markdown":
        numbers = body.get("at", {}).get("atMobiles", [])
        text = body["markdown"]["text"]
        return bool(body["markdown"]["title"] and text) and all(f"@{number}" in text for number in numbers)
    if kind == "actionCard":
        return all(body["actionCard"].get(name) for name in ("title", "text", "singleTitle", "singleURL"))
    return False


def _wecom_problem(body: dict[str, Any]) -> dict[str, Any] | None:
    kind = body.get("msgtype")
    limits = {"text": 2048, "markdown": 4096}
    if kind in limits:
        content = body[kind]["content"]
        if not content:
            return {"errcode": 44004, "errmsg": "empty content"}
        if len(content.encode()) > limits[kind]:
            return {"errcode": 40058, "errmsg": f"{kind}.content exceed max length {limits[kind]}"}
        return None
    if kind != "news":
        return {"errcode": 40008, "errmsg": "invalid message type"}
    articles = body["news"]["articles"]
    fits = 1 <= len(articles) <= 8 and all(one["title"] and one["url"] for one in articles)
    return None if fits else {"errcode": 40058, "errmsg": "news.articles invalid"}
