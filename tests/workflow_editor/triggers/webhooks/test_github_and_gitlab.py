from urllib.parse import urlencode

import pytest

from tests.workflow_editor.triggers.webhooks.signed_requests import (
    FORM,
    NOW,
    STANDARD_SECRET,
    changed,
    github,
    request,
    standard,
    without,
)
from workflow_editor.triggers.github.webhook import GitHubSender
from workflow_editor.triggers.gitlab.webhook import GitLabSender
from workflow_editor.triggers.webhooks.sender import Delivery, NoSettings, NotVerifiedError, Verified, WebhookRequest

OFFICIAL = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"


def from_github(asked: WebhookRequest) -> Verified:
    return GitHubSender().verify(asked, {"secret": "It's a Secret to Everybody"}, NoSettings())


def from_gitlab(asked: WebhookRequest, **secrets: str) -> Verified:
    return GitLabSender().verify(asked, secrets, NoSettings())


def test_the_documented_signature_of_github_is_taken() -> None:
    assert from_github(request(b"Hello, World!", {"x-hub-signature-256": OFFICIAL})).deliveries == (Delivery(),)
    for other in (OFFICIAL.removeprefix("sha256="), OFFICIAL.upper(), OFFICIAL.replace("sha256", "sha1")):
        with pytest.raises(NotVerifiedError):
            from_github(request(b"Hello, World!", {"x-hub-signature-256": other}))


def test_a_ping_of_github_starts_nothing() -> None:
    answer = from_github(changed(github(b"{}", NOW), "x-github-event", "ping"))
    assert answer.deliveries == ()
    assert answer.answer is not None


def test_a_form_of_github_holds_the_event() -> None:
    asked = github(urlencode({"payload": '{"action":"opened"}'}).encode(), NOW)
    formed = WebhookRequest("POST", {**asked.headers, **FORM}, {}, asked.body, NOW)
    assert from_github(formed).deliveries == (Delivery(None, {"action": "opened"}, "guid-1"),)


@pytest.mark.parametrize("key", ["x" * 201, "a\x00b"])
def test_an_id_that_cannot_be_stored_is_refused(key: str) -> None:
    with pytest.raises(NotVerifiedError, match="ID of the delivery"):
        from_github(changed(github(b"{}", NOW), "x-github-delivery", key))


def test_gitlab_is_proved_by_its_signing_token_where_it_has_one() -> None:
    signed = standard("webhook")(b"{}", NOW)
    assert from_gitlab(signed, signing_token=STANDARD_SECRET).deliveries == (Delivery("msg_1"),)
    downgraded = request(b"{}", {"x-gitlab-token": "t"})
    with pytest.raises(NotVerifiedError, match="webhook-id"):
        from_gitlab(downgraded, signing_token=STANDARD_SECRET, token="t")


def test_gitlab_is_proved_by_its_secret_token() -> None:
    asked = request(b"{}", {"x-gitlab-token": "t", "idempotency-key": "k"})
    assert from_gitlab(asked, token="t").deliveries == (Delivery(given_key="k"),)
    assert from_gitlab(without(asked, "idempotency-key"), token="t").deliveries == (Delivery(),)
    assert "x-gitlab-token" in GitLabSender().secret_headers(NoSettings())
