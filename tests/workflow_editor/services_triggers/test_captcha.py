"""A captcha before public forms, verified by a service of the operator's choice."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs

import pytest
from django.test import Client
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from tests.doubles.http_server import LoopbackServer, Received, Reply, serving
from tests.workflow_editor.services_triggers.conftest import PublishTrigger
from workflow_editor.models import Run, Trigger

VERDICTS: dict[str, Reply] = {
    "right": Reply.of_json({"success": True, "hostname": "testserver"}),
    "wrong": Reply.of_json({"success": False, "error-codes": ["invalid-input-response"]}),
    "of another site": Reply.of_json({"success": True, "hostname": "elsewhere.example"}),
    "odd": Reply.of_json({"success": "true", "hostname": "testserver"}),
    "broken": Reply(body=b"oops", status=500),
}
KEY = "k" * 22


@pytest.fixture
def service(settings: Settings) -> Iterator[LoopbackServer]:
    def answer(received: Received) -> Reply:
        given = parse_qs(received.body.decode())
        assert given["secret"] == ["s3cret"]
        return VERDICTS[given["response"][0]]

    with serving(answer) as server:
        settings.CAPTCHA_SERVICE, settings.CAPTCHA_SITE_KEY, settings.CAPTCHA_SECRET = "turnstile", "site", "s3cret"
        settings.CAPTCHA_VERIFY_URL, settings.OUTBOUND_ALLOW = f"{server.url}/siteverify", ["127.0.0.1"]
        yield server


def send(trigger: Trigger, captcha: str) -> Any:
    body = {"key": KEY, "values": {"topic": "x"}, "captcha": captcha}
    return APIClient().post(f"/api/forms/{trigger.token}/submissions/", body)


@pytest.mark.parametrize("captcha", ["", *(name for name in VERDICTS if name != "right")])
def test_what_is_not_verified_starts_nothing(
    service: LoopbackServer, publish_trigger: PublishTrigger, captcha: str
) -> None:
    answer = send(publish_trigger("form_trigger"), captcha)
    assert (answer.status_code, answer.json()["code"]) == (403, "form_captcha")
    assert "s3cret" not in answer.content.decode()
    assert not Run.objects.exists()


def test_a_person_is_asked_once(service: LoopbackServer, publish_trigger: PublishTrigger) -> None:
    trigger = publish_trigger("form_trigger")
    shown = APIClient().get(f"/api/forms/{trigger.token}/").json()["captcha"]
    assert (shown["global_name"], shown["site_key"]) == ("turnstile", "site")
    assert send(trigger, "right").status_code == 201
    assert send(trigger, "wrong").status_code == 201
    assert Run.objects.count() == 1


SOURCES = {
    "": "",
    "turnstile": " https://challenges.cloudflare.com",
    "hcaptcha": " https://hcaptcha.com https://*.hcaptcha.com",
    "recaptcha": " https://www.google.com https://www.gstatic.com",
}


@pytest.mark.parametrize("name", SOURCES)
def test_the_page_loads_from_the_service_and_from_nobody_else(
    settings: Settings, publish_trigger: PublishTrigger, name: str
) -> None:
    settings.CAPTCHA_SERVICE = name
    header = Client().get(f"/forms/{publish_trigger('form_trigger').token}")["Content-Security-Policy"]
    policy = dict(directive.strip().split(" ", 1) for directive in header.split(";"))
    others = SOURCES[name]
    assert policy["script-src"] == "'self'" + others
    assert policy.get("frame-src", "").strip() == others.strip()
    assert policy.get("connect-src", "'self'") == "'self'" + others
    assert policy["default-src"] == policy["form-action"] == "'self'"
    assert policy["object-src"] == "'none'"


def test_who_is_signed_in_is_not_asked(service: LoopbackServer, publish_trigger: PublishTrigger) -> None:
    trigger = publish_trigger("form_trigger", {"access": "signed_in"})
    assert APIClient().get(f"/api/forms/{trigger.token}/").json()["captcha"] is None
