"""Messages as an app of Feishu, DingTalk or WeCom, to people and chats. Bots of a group are another tool. Pure.

Source: open.feishu.cn (im/v1), open.dingtalk.com (robot 1.0), developer.work.weixin.qq.com (message/send and
appchat/send).
"""

from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.executors.dingtalk.account import API as DINGTALK_API
from tools.executors.feishu.account import HOSTS
from tools.executors.http_request.paging import Paging
from tools.executors.services.preset import Argument, ServiceOperation, ServicePreset
from tools.executors.services.presets.arguments import NEXT_PAGE, PAGE_SIZE, TEXT, TITLE, count, length, part_of_body
from tools.executors.signing.security import Security
from tools.executors.wecom.account import HOST as WECOM_HOST

_SEND_TEXT, _SEND_MARKDOWN, _SEND_CARD = Text("Send a text"), Text("Send Markdown"), Text("Send a card")
_MARKDOWN = Text("Markdown")
_CHAT = part_of_body(Text("Chat"), 200, Text("Its ID."))
_TITLE = part_of_body(TITLE, 200)
_BUTTON = part_of_body(Text("Button"), 20)
_LINK = part_of_body(Text("Opens"), 2_000, Text("An address."))
_RECEIVER = {
    "receiver_type": Argument(
        Text("Receiver is"),
        name="receive_id_type",
        required=True,
        limits={"enum": ["chat_id", "open_id", "user_id", "union_id", "email"]},
    ),
    "receiver": part_of_body(Text("Receiver"), 400, Text("The ID of a chat or a person, or a mail address.")),
}
_MARKDOWN_CARD: JsonObject = {
    "schema": "2.0",
    "header": {"title": {"tag": "plain_text", "content": "{title}"}},
    "body": {"elements": [{"tag": "markdown", "content": "{markdown}"}]},
}


def _feishu(
    title: Text, help: Text, arguments: dict[str, Argument], kind: str, content: JsonObject | str
) -> ServiceOperation:
    return ServiceOperation(
        title,
        help,
        "POST /im/v1/messages",
        {**_RECEIVER, **arguments},
        body={"receive_id": "{receiver}", "msg_type": kind, "content": {"$json": content}},
    )


FEISHU_MESSAGES = ServicePreset(
    "feishu-messages",
    Text("Feishu messages"),
    Text("Write to people and chats as an app."),
    "logo-feishu",
    f"{HOSTS['feishu']}/open-apis",
    (
        _feishu(
            _SEND_TEXT,
            Text("Write to a person or a chat that the app belongs to."),
            {"text": part_of_body(TEXT, 30_000)},
            "text",
            {"text": "{text}"},
        ),
        _feishu(
            _SEND_MARKDOWN,
            Text("Send a card with a title and Markdown."),
            {"title": _TITLE, "markdown": part_of_body(_MARKDOWN, 20_000)},
            "interactive",
            _MARKDOWN_CARD,
        ),
        _feishu(
            _SEND_CARD,
            Text("Send a card that was made with the service's card builder."),
            {"card": Argument(Text("Card"), "object", "field", required=True, help=Text("Its JSON."))},
            "interactive",
            "{card}",
        ),
        ServiceOperation(
            Text("List chats"),
            Text("Return the chats that the app belongs to."),
            "GET /im/v1/chats",
            {
                "page_size": Argument(PAGE_SIZE, "integer", limits=count(100)),
                "cursor": Argument(NEXT_PAGE, name="page_token"),
            },
            paging=Paging(kind="cursor", argument="cursor", next="data.page_token", items="data.items"),
        ),
    ),
    Text("lark, chat, card, notification"),
    "feishu",
    as_app=True,
    success={"code": 0},
)

_ROBOT = part_of_body(Text("Robot"), 200)
_PEOPLE = Argument(
    Text("People"),
    "array",
    "field",
    required=True,
    help=Text("Their user IDs."),
    limits={"items": {"type": "string", "minLength": 1}, "minItems": 1, "maxItems": 20},
)
_TEXT_TO = (Text("Send a text to people"), Text("Send a text to a chat"))
_MARKDOWN_TO = (Text("Send Markdown to people"), Text("Send Markdown to a chat"))
_CARD_TO = (Text("Send a card to people"), Text("Send a card to a chat"))
_DINGTALK_KINDS: tuple[tuple[tuple[Text, Text], Text, dict[str, Argument], str, JsonObject], ...] = (
    (
        _TEXT_TO,
        Text("Send a plain text as the app's robot."),
        {"text": part_of_body(TEXT, 5_000)},
        "sampleText",
        {"content": "{text}"},
    ),
    (
        _MARKDOWN_TO,
        Text("Send a title and Markdown as the app's robot."),
        {"title": _TITLE, "markdown": part_of_body(_MARKDOWN, 5_000)},
        "sampleMarkdown",
        {"title": "{title}", "text": "{markdown}"},
    ),
    (
        _CARD_TO,
        Text("Send a card with Markdown and a button as the app's robot."),
        {"title": _TITLE, "markdown": part_of_body(_MARKDOWN, 5_000), "button": _BUTTON, "link": _LINK},
        "sampleActionCard",
        {"title": "{title}", "text": "{markdown}", "singleTitle": "{button}", "singleURL": "{link}"},
    ),
)


def _dingtalk(*, to_chat: bool) -> tuple[ServiceOperation, ...]:
    to = {"chat": _CHAT} if to_chat else {"people": _PEOPLE}
    place = {"openConversationId": "{chat}"} if to_chat else {"userIds": "{people}"}
    return tuple(
        ServiceOperation(
            titles[to_chat],
            help,
            "POST /v1.0/robot/groupMessages/send" if to_chat else "POST /v1.0/robot/oToMessages/batchSend",
            {"robot": _ROBOT, **to, **arguments},
            body={"robotCode": "{robot}", **place, "msgKey": kind, "msgParam": {"$json": content}},
        )
        for titles, help, arguments, kind, content in _DINGTALK_KINDS
    )


DINGTALK_MESSAGES = ServicePreset(
    "dingtalk-messages",
    Text("DingTalk messages"),
    Text("Write to people and chats as the robot of an app."),
    "logo-dingtalk",
    DINGTALK_API,
    (*_dingtalk(to_chat=False), *_dingtalk(to_chat=True)),
    Text("chat, card, notification"),
    "dingtalk",
    as_app=True,
    security=Security(kind="header", name="x-acs-dingtalk-access-token"),
)

_APP = Argument(Text("App"), "integer", "field", required=True, help=Text("The AgentId of the app."))
_USERS = part_of_body(Text("People"), 10_000, Text("Their user IDs with | between them, or @all."))


_WECOM_CARD = {
    "title": _TITLE,
    "text": part_of_body(TEXT, 500),
    "link": _LINK,
    "button": Argument(Text("Button"), place="field", limits={**length(4), "examples": ["Open"]}),
}
_WECOM_TEXT = {"text": part_of_body(TEXT, 2_000)}
_WECOM_KINDS: tuple[tuple[tuple[Text, Text], Text, dict[str, Argument], str, JsonObject], ...] = (
    (_TEXT_TO, Text("Send a plain text as the app."), _WECOM_TEXT, "text", {"content": "{text}"}),
    (
        _MARKDOWN_TO,
        Text("Send Markdown as the app; it is not shown in WeChat."),
        {"markdown": part_of_body(_MARKDOWN, 2_000)},
        "markdown",
        {"content": "{markdown}"},
    ),
    (
        _CARD_TO,
        Text("Send a card with a title, a text and a link as the app."),
        _WECOM_CARD,
        "textcard",
        {"title": "{title}", "description": "{text}", "url": "{link}", "btntxt": "{button}"},
    ),
)


def _wecom(*, to_chat: bool) -> tuple[ServiceOperation, ...]:
    to = {"chat": _CHAT} if to_chat else {"app": _APP, "people": _USERS}
    place = {"chatid": "{chat}"} if to_chat else {"agentid": "{app}", "touser": "{people}"}
    return tuple(
        ServiceOperation(
            titles[to_chat],
            help,
            "POST /cgi-bin/appchat/send" if to_chat else "POST /cgi-bin/message/send",
            {**to, **arguments},
            body={**place, "msgtype": kind, kind: content},
        )
        for titles, help, arguments, kind, content in _WECOM_KINDS
    )


WECOM_MESSAGES = ServicePreset(
    "wecom-messages",
    Text("WeCom messages"),
    Text("Write to people, and to chats that the app made."),
    "logo-wecom",
    WECOM_HOST,
    (*_wecom(to_chat=False), *_wecom(to_chat=True)),
    Text("wechat work, chat, card, notification"),
    "wecom",
    as_app=True,
    security=Security(kind="query", name="access_token"),
    success={"errcode": 0},
)
