import json

import pytest

from tests.workflow_editor.triggers.webhooks.signed_requests import NOW, request, whatsapp
from workflow_editor.triggers.telegram.webhook import TelegramSender
from workflow_editor.triggers.webhooks.sender import (
    Answer,
    Delivery,
    NoSettings,
    NotVerifiedError,
    Verified,
    WebhookRequest,
)
from workflow_editor.triggers.whatsapp.webhook import WhatsAppSender

SECRETS = {"app_secret": "appsecret_flowloom", "verify_token": "vérify"}
BODY = b'{"object":"whatsapp_business_account","entry":[]}'
SIGNED = "sha256=bb3a23e3ce291f44fe0285b0e0b79a12c4f7e1461b000161433294c14c89dfb6"


def from_whatsapp(asked: WebhookRequest) -> Verified:
    return WhatsAppSender().verify(asked, SECRETS, NoSettings())


def messages(*values: object) -> bytes:
    changes = [{"field": "messages", "value": value} for value in values]
    return json.dumps({"object": "whatsapp_business_account", "entry": [{"id": "1", "changes": changes}]}).encode()


def test_a_known_signature_of_whatsapp_is_taken() -> None:
    found = from_whatsapp(request(BODY, {"x-hub-signature-256": SIGNED}))
    assert (found.deliveries, found.answer) == ((), Answer())


def test_each_message_of_whatsapp_is_a_delivery() -> None:
    first, second = {"id": "wamid.1", "from": "49"}, {"id": "wamid.2", "from": "86", "text": {"body": "你好"}}
    contact, metadata = {"wa_id": "86", "profile": {"name": "Li"}}, {"phone_number_id": "7"}
    value = {"metadata": metadata, "contacts": [contact], "messages": [first, second]}
    # Meta signs what it sends: letters outside ASCII are escaped.
    body = messages(value, {"messages": [{"id": "wamid.3", "from": "49"}]})
    assert b"\\u4f60" in body
    assert from_whatsapp(whatsapp(body, NOW)).deliveries == (
        Delivery("wamid.1", {"message": first, "contact": None, "metadata": metadata}),
        Delivery("wamid.2", {"message": second, "contact": contact, "metadata": metadata}),
        Delivery("wamid.3", {"message": {"id": "wamid.3", "from": "49"}, "contact": None, "metadata": None}),
    )


def test_states_of_sent_messages_start_nothing() -> None:
    asked = whatsapp(messages({"statuses": [{"id": "wamid.1", "status": "read"}]}), NOW)
    assert (from_whatsapp(asked).deliveries, from_whatsapp(asked).answer) == ((), Answer())


def test_whatsapp_gets_its_challenge_back_for_the_right_token() -> None:
    query = {"hub.mode": "subscribe", "hub.verify_token": "vérify", "hub.challenge": "1158201444"}
    assert from_whatsapp(request(query=query, method="GET")) == Verified(answer=Answer(body=b"1158201444"))
    for other in ({**query, "hub.verify_token": "verify"}, {"hub.challenge": "1"}, {"hub.verify_token": "vérify"}):
        with pytest.raises(NotVerifiedError):
            from_whatsapp(request(query=other, method="GET"))


def test_an_update_of_telegram_is_known_by_its_number() -> None:
    asked = request(b'{"update_id":9007199254740993}', {"x-telegram-bot-api-secret-token": "t"})
    assert TelegramSender().verify(asked, {"token": "t"}, NoSettings()).deliveries == (Delivery("9007199254740993"),)
    assert "x-telegram-bot-api-secret-token" in TelegramSender().secret_headers(NoSettings())
