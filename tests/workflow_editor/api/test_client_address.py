"""Trusted sources of the client's address."""

from ipaddress import ip_network

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpResponse
from django.test import RequestFactory
from pytest_django import Settings

from workflow_editor.api.client_address import TrustedProxyMiddleware, client_address
from workflow_editor.settings import env

PROXIES = [ip_network("10.0.0.0/24"), ip_network("192.0.2.1"), ip_network("fd00::/64")]


@pytest.mark.parametrize(
    ("peer", "forwarded_for", "expected"),
    [
        # Nobody is believed who is no proxy of ours.
        ("203.0.113.9", "1.2.3.4", "203.0.113.9"),
        ("127.0.0.1", "1.2.3.4", "127.0.0.1"),
        ("2001:db8::5", "1.2.3.4", "2001:db8::5"),
        # One proxy: its own entry counts, not what the client wrote before it.
        ("10.0.0.7", "203.0.113.9", "203.0.113.9"),
        ("10.0.0.7", "1.2.3.4, 203.0.113.9", "203.0.113.9"),
        ("10.0.0.7", "10.0.0.9, 203.0.113.9", "203.0.113.9"),
        # Two proxies.
        ("10.0.0.7", "1.2.3.4,203.0.113.9,192.0.2.1", "203.0.113.9"),
        ("fd00::2", "203.0.113.9, 10.0.0.7", "203.0.113.9"),
        # Only proxies: the request began at the farthest one.
        ("10.0.0.7", "192.0.2.1", "192.0.2.1"),
        ("10.0.0.7", "", "10.0.0.7"),
        # The forms of addresses.
        ("10.0.0.7", "203.0.113.9:52011", "203.0.113.9"),
        ("10.0.0.7", "[2001:db8::5]:52011", "2001:db8::5"),
        ("10.0.0.7", "[2001:db8::5]", "2001:db8::5"),
        ("10.0.0.7", "2001:DB8:0::5", "2001:db8::5"),
        ("10.0.0.7", "::ffff:203.0.113.9", "203.0.113.9"),
        ("::ffff:10.0.0.7", "203.0.113.9", "203.0.113.9"),
        ("fe80::1%eth0", "", "fe80::1"),
        # Malformed headers end at the proxy that sent them.
        ("10.0.0.7", "unknown", "10.0.0.7"),
        ("10.0.0.7", "1.2.3.4, ", "10.0.0.7"),
        ("10.0.0.7", "1.2.3.4, _hidden, 192.0.2.1", "192.0.2.1"),
        ("10.0.0.7", "999.1.1.1", "10.0.0.7"),
        ("10.0.0.7", "[[[", "10.0.0.7"),
        ("10.0.0.7", "1.2.3.4;" * 10, "10.0.0.7"),
        ("10.0.0.7", "\u0661.2.3.4", "10.0.0.7"),
        ("10.0.0.7", "192.0.2.1," * 1000 + "203.0.113.9", "10.0.0.7"),
        # A server that does not know its peer.
        ("", "1.2.3.4", ""),
        ("unix:", "1.2.3.4", ""),
    ],
)
def test_client_address(settings: Settings, peer: str, forwarded_for: str, expected: str) -> None:
    settings.TRUSTED_PROXIES = PROXIES
    headers = {"x-forwarded-for": forwarded_for} if forwarded_for else {}
    assert client_address(RequestFactory().get("/", headers=headers, REMOTE_ADDR=peer)) == expected


@pytest.mark.parametrize(("peer", "is_secure"), [("10.0.0.7", True), ("127.0.0.1", False), ("", False)])
def test_only_a_proxy_of_ours_can_state_that_a_request_came_by_https(
    settings: Settings, peer: str, is_secure: bool
) -> None:
    settings.TRUSTED_PROXIES = PROXIES
    request = RequestFactory().get("/", headers={"x-forwarded-proto": "https"}, REMOTE_ADDR=peer)
    TrustedProxyMiddleware(lambda _: HttpResponse())(request)
    assert request.is_secure() is is_secure


def test_a_malformed_proxy_stops_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUSTED_PROXIES", "10.0.0.1, 1")
    with pytest.raises(ImproperlyConfigured, match="not '1'"):
        env.networks("TRUSTED_PROXIES")
    monkeypatch.setenv("TRUSTED_PROXIES", "10.0.0.1, 10.1.0.0/16, fd00::/64")
    assert [str(network) for network in env.networks("TRUSTED_PROXIES")] == ["10.0.0.1/32", "10.1.0.0/16", "fd00::/64"]
