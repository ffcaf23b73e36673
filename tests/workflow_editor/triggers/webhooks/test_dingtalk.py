import json
from datetime import UTC, datetime

import pytest

from tests.workflow_editor.triggers.webhooks.signed_requests import AES_KEY, NOW, dingtalk_event, request
from workflow_editor.triggers.dingtalk.webhook import DingTalkSender, DingTalkSettings
from workflow_editor.triggers.webhooks.encrypted_callbacks import CallbackKey
from workflow_editor.triggers.webhooks.sender import Answer, Delivery, NotVerifiedError, Verified, WebhookRequest

EVENTS = {"token": "tokFlowloom", "aes_key": AES_KEY}
KEY = CallbackKey(b"tokFlowloom", AES_KEY.encode())
OFFICIAL = (
    "0vJiX6vliEpwG3U45CtXqi+m8PXbQRARJ8p8BbDuD1EMTDf0jKpQ79QS93qEk7XHpP6u+oTTrd15NRPvNvmBKyDCYxxOK+HZeKju4yhELOFchzNukR"
    "+t8SB/qk4ROMu3"
)


def verified(asked: WebhookRequest, owner: str = "dingflowloom", **secrets: str) -> Verified:
    return DingTalkSender().verify(asked, secrets or EVENTS, DingTalkSettings(owner=owner))


def opened(answer: Answer | None, key: CallbackKey, owner: str) -> bytes:
    """Read an answer as DingTalk does."""
    assert answer is not None
    fields = json.loads(answer.body)
    encrypted = fields["encrypt"].encode()
    assert (
        key.signature(fields["timeStamp"].encode(), fields["nonce"].encode(), encrypted).decode()
        == fields["msg_signature"]
    )
    return key.decrypt(encrypted, owner)


def test_the_documented_check_of_the_address_is_answered() -> None:
    key = CallbackKey(b"mryue", b"Yue0EfdN5900c1ce5cf6A152c63DDe1808a60c5ecd7")
    query = {"timestamp": "1608001896814", "nonce": "WL4PK6yA", "signature": "03044561471240d4a14bb09372dfcfd4fd0e40cb"}
    asked = request(json.dumps({"encrypt": OFFICIAL}).encode(), query=query, at=datetime.fromtimestamp(1608001896, UTC))
    secrets = {"token": key.token.decode(), "aes_key": key.encoding_aes_key.decode()}
    found = verified(asked, "ding6ccabc44d2c8d38b", **secrets)
    assert found.deliveries == ()
    assert opened(found.answer, key, "ding6ccabc44d2c8d38b") == b"success"
    with pytest.raises(NotVerifiedError, match="ding6ccabc44d2c8d38b"):
        verified(asked, "", **secrets)


def test_an_answer_is_encrypted_and_signed_as_known() -> None:
    encrypted = KEY.encrypt(b"success", "dingflowloom", b"0123456789abcdef")
    assert encrypted == b"Q3stYC6hdFzMh9T8HCvyDGYbBmjtgWr44IR17LB+0XvF4VjIhRnwjX507b5x5AZcbhDo9ZG5gHBuD52B/o3ljA=="
    assert KEY.signature(b"1700000000000", b"nonce123", encrypted) == b"e6bcdf8c061331fd96936fa785199d34331bbe04"


def test_an_event_is_answered_with_success_encrypted() -> None:
    event = {"EventType": "user_add_org", "TimeStamp": "1"}
    found = verified(dingtalk_event(json.dumps(event).encode(), NOW))
    assert [delivery.body for delivery in found.deliveries] == [event]
    assert opened(found.answer, KEY, "dingflowloom") == b"success"


def test_the_signature_may_have_either_name() -> None:
    asked = dingtalk_event(b'{"EventType":"a","TimeStamp":"1"}', NOW)
    query = {**asked.query, "msg_signature": asked.query["signature"]}
    del query["signature"]
    assert verified(WebhookRequest("POST", {}, query, asked.body, NOW)).deliveries == verified(asked).deliveries


def test_another_attempt_of_an_event_has_the_same_key() -> None:
    """Without a time in them, events that are equal may both be real; the same request comes twice all the same."""
    later = datetime.fromtimestamp(NOW.timestamp() + 9, UTC)
    for event, is_same in ((b'{"EventType":"a","TimeStamp":"1"}', True), (b'{"EventType":"a"}', False)):
        (first,) = verified(dingtalk_event(event, NOW)).deliveries
        (again,) = verified(dingtalk_event(event, NOW)).deliveries
        (second,) = verified(dingtalk_event(event, later)).deliveries
        assert first == again
        assert (first == second) == is_same


def test_a_known_message_to_a_robot_is_taken() -> None:
    headers = {"timestamp": "1700000000000", "sign": "8uruo3rTE+XEvrVa0ufXX7pyFvsTj5uqvHBQepYY/mg="}
    asked = request(b'{"msgId":"m-1"}', headers)
    assert verified(asked, app_secret="SECflowloom").deliveries == (Delivery("m-1"),)
    assert "sign" in DingTalkSender().secret_headers(DingTalkSettings())


@pytest.mark.parametrize("secrets", [{"app_secret": "SECflowloom"}, {"token": "tokFlowloom"}, {"aes_key": AES_KEY}])
def test_events_need_both_of_their_secrets(secrets: dict[str, str]) -> None:
    with pytest.raises(NotVerifiedError):
        verified(dingtalk_event(b'{"EventType":"a"}', NOW), **secrets)
