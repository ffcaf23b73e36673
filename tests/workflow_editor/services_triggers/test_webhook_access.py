"""From where a webhook may be called: networks of clients, and pages in browsers."""

from collections.abc import Iterable
from ipaddress import ip_network
from typing import Any

import pytest
from django.test import Client

from tests.workflow_editor.services_triggers.conftest import PublishTrigger
from workflow_editor.models import Run, Trigger
from workflow_editor.nodes.builtin.webhook import WebhookConfig, WebhookNode

PAGE = "https://shop.example.com"
V4, V6 = "192.0.2.0/24", "2001:db8::/32"


def call(trigger: Trigger, method: str = "POST", peer: str = "192.0.2.7", **headers: str) -> Any:
    return Client(REMOTE_ADDR=peer).generic(
        method, f"/hooks/{trigger.token}/", b'{"topic": "x"}', content_type="application/json", headers=headers
    )


@pytest.mark.parametrize(
    ("networks", "peer", "forwarded", "status"),
    [
        ((), "203.0.113.9", "", 202),
        ((V4,), "192.0.2.7", "", 202),
        ((V4,), "203.0.113.9", "", 403),
        ((V4,), "2001:db8::1", "", 403),
        ((V4,), "::ffff:192.0.2.7", "", 202),
        ((V6,), "2001:db8::1", "", 202),
        ((V6,), "2001:db9::1", "", 403),
        ((V4, V6), "2001:db8::1", "", 202),
        (("192.0.2.7",), "192.0.2.7", "", 202),
        # Who is no proxy of ours may write what they like.
        ((V4,), "203.0.113.9", "192.0.2.7", 403),
        ((V4,), "10.0.0.1", "192.0.2.7", 202),
        ((V4,), "10.0.0.1", "192.0.2.7, 203.0.113.9", 403),
        ((V4,), "10.0.0.1", "nonsense", 403),
        # A line that cannot be read holds nobody.
        (("192.0.2.0/33",), "192.0.2.7", "", 403),
        (("192.0.2.7/24", V6), "192.0.2.7", "", 403),
        ((V4,), "", "", 403),
    ],
)
def test_only_clients_of_the_networks_may_call(
    publish_trigger: PublishTrigger,
    settings: Any,
    networks: Iterable[str],
    peer: str,
    forwarded: str,
    status: int,
) -> None:
    settings.TRUSTED_PROXIES = [ip_network("10.0.0.1")]
    trigger = publish_trigger("webhook", {"allowedNetworks": "\n".join(networks)})
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    assert call(trigger, peer=peer, **headers).status_code == status
    assert Run.objects.count() == (1 if status == 202 else 0)


@pytest.mark.parametrize(
    ("origins", "origin", "allowed"),
    [
        ("", PAGE, ""),
        (PAGE, PAGE, PAGE),
        (f"{PAGE}/\nhttp://localhost:3000", "http://localhost:3000", "http://localhost:3000"),
        (PAGE, "https://shop.example.com.evil.test", ""),
        (PAGE, "http://shop.example.com", ""),
        (PAGE, "null", ""),
        ("*", "https://anybody.test", "*"),
    ],
)
def test_pages_of_the_origins_may_read_the_answer(
    publish_trigger: PublishTrigger, origins: str, origin: str, allowed: str
) -> None:
    trigger = publish_trigger("webhook", {"allowedOrigins": origins})
    asked = call(trigger, "OPTIONS", Origin=origin, **{"Access-Control-Request-Headers": "content-type, x-key"})
    assert asked.status_code == (204 if allowed else 403)
    answer = call(trigger, Origin=origin)
    for response in (asked, answer):
        assert response.get("Access-Control-Allow-Origin", "") == allowed
        assert "Access-Control-Allow-Credentials" not in response
    if allowed:
        assert asked["Access-Control-Allow-Methods"] == "POST"
        assert asked["Access-Control-Allow-Headers"] == "content-type, x-key"
        assert "Origin" in answer["Vary"]
    assert Run.objects.count() == 1


def test_a_page_reads_why_it_was_refused(publish_trigger: PublishTrigger) -> None:
    trigger = publish_trigger("webhook", {"allowedOrigins": PAGE, "sender": "bearer"})
    answer = call(trigger, Origin=PAGE)
    assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (401, PAGE)


def test_nobody_learns_from_a_preflight_what_listens(publish_trigger: PublishTrigger) -> None:
    trigger = publish_trigger("webhook", {"allowedOrigins": "*", "enabled": False})
    off = call(trigger, "OPTIONS", Origin=PAGE)
    trigger.token = "guessed"
    unknown = call(trigger, "OPTIONS", Origin=PAGE)
    assert (off.status_code, off.json()) == (unknown.status_code, unknown.json())
    assert off.status_code == 404
    assert "Access-Control-Allow-Origin" not in off


@pytest.mark.parametrize("wanted", ["x\r\nEvil: 1", "a" * 1001, "<script>"])
def test_header_names_of_a_preflight_are_bounded(publish_trigger: PublishTrigger, wanted: str) -> None:
    trigger = publish_trigger("webhook", {"allowedOrigins": "*"})
    asked = call(trigger, "OPTIONS", Origin=PAGE, **{"Access-Control-Request-Headers": wanted})
    assert (asked.status_code, asked.get("Access-Control-Allow-Headers")) == (204, None)


@pytest.mark.parametrize(
    ("config", "codes"),
    [
        ({"allowedNetworks": f"{V4}\n{V6}\n\n192.0.2.7", "allowedOrigins": f"{PAGE}\n*"}, []),
        ({"allowedNetworks": "192.0.2.0/33\nhome"}, ["network_invalid"] * 2),
        ({"allowedNetworks": "192.0.2.7/24"}, ["network_invalid"]),
        ({"allowedOrigins": "shop.example.com"}, ["origin_invalid"]),
        ({"allowedOrigins": f"{PAGE}/cart"}, ["origin_invalid"]),
    ],
)
def test_what_cannot_be_read_is_a_problem(config: dict[str, Any], codes: list[str]) -> None:
    assert [problem.code for problem in WebhookNode().problems(WebhookConfig.model_validate(config))] == codes
