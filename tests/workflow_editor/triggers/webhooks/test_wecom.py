import json
from datetime import UTC, datetime
from hashlib import sha256

import pytest

from tests.workflow_editor.triggers.webhooks.signed_requests import (
    AES_KEY,
    NOW,
    request,
    wecom_app,
    wecom_bot,
    wecom_handshake,
)
from workflow_editor.triggers.webhooks.encrypted_callbacks import CallbackKey
from workflow_editor.triggers.webhooks.sender import Answer, Delivery, NotVerifiedError, Verified, WebhookRequest
from workflow_editor.triggers.wecom.webhook import WeComSender, WeComSettings

OFFICIAL = {"token": "QDG6eK", "aes_key": "jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C"}
OFFICIAL_ECHO = "P9nAzCzyDtyTWESHep1vC5X9xho/qYX3Zpb4yKa9SKld1DsH3Iyt3tP3zNdtp+4RPcs8TgAE7OaBO+FZXvnaqQ=="
OFFICIAL_BODY = (
    b"<xml><ToUserName><![CDATA[wx5823bf96d3bd56c7]]></ToUserName><Encrypt><![CDATA[RypEvHKD8QQKFhvQ6QleEB4J58tiPdvo+rtK1I9"
    b"qca6aM/wvqnLSV5zEPeusUiX5L5X/0lWfrf0QADHHhGd3QczcdCUpj911L3vg3W/sYYvuJTs3TUUkSUXxaccAS0qhxchrRYt66wiSpGLYL42aM6A8dTT"
    b"+6k4aSknmPj48kzJs8qLjvd4Xgpue06DOdnLxAUHzM6+kDZ+HMZfJYuR+LtwGc2hgf5gsijff0ekUNXZiqATP7PF5mZxZ3Izoun1s4zG4LUMnvw2r+Kq"
    b"CKIw+3IQH03v+BCA9nMELNqbSf6tiWSrXJB3LAVGUcallcrw8V2t9EL4EhzJWrQUax5wLVMNS0+rUPA3k22Ncx4XXZS9o0MBH27Bo6BpNelZpS+/uh9K"
    b"sNlY6bHCmJU9p8g7m3fVKn28H3KDYA5Pl/T8Z1ptDAVe0lXdQ2YoyyH2uyPIGHBZZIs2pDBS8R07+qN+E7Q==]]></Encrypt>"
    b"<AgentID><![CDATA[218]]></AgentID></xml>"
)
BOT = (
    "Q3stYC6hdFzMh9T8HCvyDOZAct374BQiL5thmm1gU3MzmdoM+QVpkFbroiHMEVV+4fSiZkCSvu3RKSJF6BJYnDtdr/9FxO/LfwqiDdPu1MJ4p3rlp+qAbH"
    "kSU013iY9/"
)


def verified(asked: WebhookRequest, corp_id: str = "ww1", secrets: dict[str, str] | None = None) -> Verified:
    keys = secrets or {"token": "tokFlowloom", "aes_key": AES_KEY}
    return WeComSender().verify(asked, keys, WeComSettings(corp_id=corp_id))


def at(timestamp: str) -> datetime:
    return datetime.fromtimestamp(int(timestamp), UTC)


def test_the_documented_check_of_the_address_is_answered_in_plain_text() -> None:
    query = {"timestamp": "1409659589", "nonce": "263014780", "echostr": OFFICIAL_ECHO}
    query["msg_signature"] = "5c45ff5e21c57e6ad56bac8758b79b1d9ac89fd3"
    asked = request(query=query, method="GET", at=at("1409659589"))
    answer = Answer(body=b"1616140317555161061")
    assert verified(asked, "wx5823bf96d3bd56c7", OFFICIAL) == Verified(answer=answer)
    for corp_id in ("", "ww1"):
        with pytest.raises(NotVerifiedError, match="wx5823bf96d3bd56c7"):
            verified(asked, corp_id, OFFICIAL)


def test_the_documented_message_is_taken() -> None:
    query = {"timestamp": "1409659813", "nonce": "1372623149"}
    query["msg_signature"] = "477715d11cdb4164915debcba66cb864d751f3e6"
    asked = request(OFFICIAL_BODY, query=query, at=at("1409659813"))
    found = verified(asked, "wx5823bf96d3bd56c7", OFFICIAL)
    assert found.answer == Answer()
    assert found.deliveries == (
        Delivery(
            "4561255354251345929",
            {
                "ToUserName": "wx5823bf96d3bd56c7",
                "FromUserName": "mycreate",
                "CreateTime": "1409659813",
                "MsgType": "text",
                "Content": "hello",
                "MsgId": "4561255354251345929",
                "AgentID": "218",
            },
        ),
    )


def test_a_known_message_to_a_bot_is_taken() -> None:
    query = {"timestamp": "1700000000", "nonce": "nonce123"}
    query["msg_signature"] = "e572d6cf858946c55f0b626b43a2a9633161e41f"
    key = CallbackKey(b"tokFlowloom", AES_KEY.encode())
    assert key.signature(b"1700000000", b"nonce123", BOT.encode()).decode() == query["msg_signature"]
    assert json.loads(key.decrypt(BOT.encode(), "")) == {"msgtype": "text", "text": {"content": "你好"}}
    with pytest.raises(NotVerifiedError, match="form"):  # This one has no id, which real ones always have.
        verified(request(json.dumps({"encrypt": BOT}).encode(), query=query), "")


def test_a_message_to_a_bot_is_known_by_its_id() -> None:
    message = {"msgid": "m-1", "msgtype": "text", "text": {"content": "@bot 你好"}}
    found = verified(wecom_bot(json.dumps(message).encode(), NOW), "")
    assert found == Verified((Delivery("m-1", message),), Answer())


def test_a_question_for_the_rest_of_an_answer_starts_nothing() -> None:
    asked = wecom_bot(b'{"msgid":"m-2","msgtype":"stream","stream":{"id":"s"}}', NOW)
    assert verified(asked, "") == Verified((), Answer())


def test_an_event_without_an_id_is_known_by_its_content() -> None:
    """Two contacts may change in the same second."""
    event = "<xml><FromUserName>sys</FromUserName><CreateTime>1</CreateTime><UserID>{user}</UserID></xml>"
    ann, bob = event.format(user="ann").encode(), event.format(user="bob").encode()
    keys = [verified(wecom_app(one, NOW)).deliveries[0].key for one in (ann, ann, bob)]
    assert keys == [sha256(ann).hexdigest(), sha256(ann).hexdigest(), sha256(bob).hexdigest()]


def test_lists_and_nested_parts_of_xml_are_kept() -> None:
    message = b"<xml><MsgId>1</MsgId><A><B>1</B><B><C>x</C></B><D/></A></xml>"
    (delivery,) = verified(wecom_app(message, NOW)).deliveries
    assert delivery.body == {"MsgId": "1", "A": {"B": ["1", {"C": "x"}], "D": ""}}


@pytest.mark.parametrize("length", range(70))
def test_messages_of_every_length_are_padded_and_read(length: int) -> None:
    message = b"5" * length
    assert verified(wecom_handshake(message, NOW)).answer == Answer(body=message)
    key = CallbackKey(b"tokFlowloom", AES_KEY.encode())
    assert key.decrypt(key.encrypt(message, "企业"), "企业") == message


def test_document_types_and_large_bodies_are_refused() -> None:
    asked = wecom_app(b"<xml><MsgId>1</MsgId></xml>", NOW)
    bodies = (b'<!DOCTYPE xml [<!ENTITY a "b">]>' + asked.body, asked.body + b" " * 1024 * 1024)
    for body in bodies:
        with pytest.raises(NotVerifiedError):
            verified(WebhookRequest("POST", {}, asked.query, body, NOW))
