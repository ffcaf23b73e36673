"""Rows of the robots of three chat services."""

from django.utils import timezone

from tests.doubles.bots import (
    DINGTALK_TOKEN,
    DINGTALK_URL,
    FEISHU_TOKEN,
    FEISHU_URL,
    HOSTS,
    WECOM_KEY,
    WECOM_URL,
    Bots,
)
from tests.doubles.http_server import Answer, Reply
from tests.workflow_editor.every_tool.row import Failure, Json, ToolRow

FEISHU_SECRET, DINGTALK_SECRET = "planted-feishu-signing-secret", "SECplanteddingtalksigningsecret"
SENT: Json = {"sent": 1, "total": 1}
TOO_LONG = Failure("text too long", 1002, "messages", arguments={"content": "x" * 300_000})


def bots() -> Answer:
    return Bots(timezone.now(), feishu_secret=FEISHU_SECRET, dingtalk_secret=DINGTALK_SECRET)


def refused(**body: object) -> Reply:
    return Reply.of_json(body)


def row(platform: str, url: str, token: str, wrong_url: str, too_often: Reply, *, secret: str = "") -> ToolRow:
    """Return the row of one service; `wrong_url` is its advice for an address that it does not know."""
    signature = Failure("wrong signature", 5001, "signing secret", config={"secret": "SECanother"})
    return ToolRow(
        ui_type=f"notification-{platform}",
        config={"webhookUrl": url, **({"secret": secret} if secret else {})},
        arguments={"content": "Tea is here"},
        fits=lambda data: data == SENT,
        failures=(
            Failure("wrong credential", 5001, wrong_url, config={"webhookUrl": f"{url}x"}),
            *([signature] if secret else []),
            Failure("rate limit", 5002, "later", reply=too_often),
            TOO_LONG,
        ),
        stand_in=bots,
        hosts=HOSTS,
        secrets=(token, *([secret] if secret else [])),
    )


ROWS = (
    row(
        "feishu", FEISHU_URL, FEISHU_TOKEN, "Copy the URL again", refused(code=11232, msg="limit"), secret=FEISHU_SECRET
    ),
    row(
        "dingtalk",
        DINGTALK_URL,
        DINGTALK_TOKEN,
        "Copy the webhook",
        refused(errcode=410100, errmsg="send too fast"),
        secret=DINGTALK_SECRET,
    ),
    row("wecom", WECOM_URL, WECOM_KEY, "Copy the URL again", refused(errcode=45009, errmsg="api freq out of limit")),
)
