from datetime import UTC, datetime
from urllib.parse import urlencode

import pytest

from tests.workflow_editor.triggers.webhooks.signed_requests import FORM, NOW, request, slack
from workflow_editor.triggers.slack.webhook import SlackSender
from workflow_editor.triggers.webhooks.sender import (
    Answer,
    Delivery,
    NoSettings,
    NotVerifiedError,
    Verified,
    WebhookRequest,
)

SECRET = "slack secret"
OFFICIAL_BODY = (
    b"token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar"
    b"&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text="
    b"&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN"
    b"&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c"
)
OFFICIAL = "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503"


def verified(asked: WebhookRequest, secret: str = SECRET) -> Verified:
    return SlackSender().verify(asked, {"secret": secret}, NoSettings())


def test_the_documented_slash_command_is_taken() -> None:
    headers = {**FORM, "x-slack-request-timestamp": "1531420618", "x-slack-signature": OFFICIAL}
    asked = request(OFFICIAL_BODY, headers, at=datetime.fromtimestamp(1531420618, UTC))
    (delivery,) = verified(asked, "8f742231b10e8888abcd99yyyzzz85a5").deliveries
    assert delivery.key == "398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c"
    assert isinstance(delivery.body, dict)
    assert delivery.body["command"] == "/webhook-collect"
    assert delivery.body["text"] == ""
    assert "token" not in delivery.body


def test_the_challenge_is_answered_once_it_is_proved() -> None:
    asked = slack(b'{"type":"url_verification","challenge":"3eZbrw1aB","token":"t"}', NOW)
    found = verified(asked)
    assert (found.deliveries, found.answer) == ((), Answer(body=b"3eZbrw1aB"))
    with pytest.raises(NotVerifiedError):
        verified(asked, "another")


def test_an_event_leaves_out_the_old_proof() -> None:
    asked = slack(b'{"type":"event_callback","event_id":"Ev1","token":"t"}', NOW)
    assert verified(asked).deliveries == (Delivery("Ev1", {"type": "event_callback", "event_id": "Ev1"}),)


def test_what_people_click_is_in_a_field_of_a_form() -> None:
    body = urlencode({"payload": '{"type":"block_actions","trigger_id":"1.2","token":"t"}'}).encode()
    assert verified(slack(body, NOW, FORM)).deliveries == (
        Delivery("1.2", {"type": "block_actions", "trigger_id": "1.2"}),
    )


def test_a_check_of_the_certificate_starts_nothing() -> None:
    found = verified(slack(b"ssl_check=1&token=t", NOW, FORM))
    assert (found.deliveries, found.answer) == ((), Answer())


def test_slack_shows_no_address_of_a_run_in_the_channel() -> None:
    assert SlackSender.at_once == Answer()
