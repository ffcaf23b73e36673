"""A proxy of one credential, as its owner stores it: used by its calls, its password shown to nobody."""

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from rest_framework.test import APIClient

from agents import selectors
from agents.models import ModelProvider
from agents.services.providers import provider_create
from tests.doubles.http_server import LoopbackServer
from tests.doubles.proxy import TunnelProxy, tunnels_to
from tests.tools.conftest import ToolMaker
from tests.tools.services.test_credential_origins import HEADER, called, web
from tools.core.errors import OutboundBlockedError
from tools.models import AccessEvent, Account, Credential, ToolInvocation
from tools.services.account_tokens import account_outbound
from tools.services.accounts import account_create
from tools.services.credentials import credential_create, credential_update
from tools.services.reencryption import reencrypt_all

__all__ = ["web"]
URL = "/api/credentials/"
USER = "me:planted-pass%40word"
SECRETS = ("planted-pass", "bWU6")
"""The password, and how Basic begins with it."""


@pytest.fixture
def proxy(web: LoopbackServer) -> Iterator[TunnelProxy]:
    with tunnels_to(web.server_port) as proxy:
        proxy.user = "me:planted-pass@word"
        yield proxy


@pytest.mark.django_db(transaction=True)
def test_calls_with_the_credential_go_over_it_and_nothing_shows_its_password(
    alice: User,
    alice_api: APIClient,
    panel: Client,
    make_tool: ToolMaker,
    web: LoopbackServer,
    proxy: TunnelProxy,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    tool = make_tool(config={"url": web.url, **HEADER})
    credential = Credential.objects.get()
    detail = f"{URL}{credential.pk}/"
    shown: list[str] = []

    def change(address: str) -> Any:
        answer = alice_api.patch(detail, {"proxy": address}, format="json")
        shown.append(answer.content.decode())
        return answer.json()

    assert change(f"http://{USER}@127.0.0.1:{proxy.port}")["proxy"] == f"http://127.0.0.1:{proxy.port}"
    assert called(tool, alice, {}).success
    assert proxy.places == [f"127.0.0.1:{web.server_port}"]
    proxy.user = "me:other"
    refused = called(tool, alice, {})
    assert refused.message.startswith(f"The proxy of the credential “{credential.name}” refused the user name")
    assert change("")["proxy"] == ""
    assert called(tool, alice, {}).success
    assert len(proxy.places) == 2
    assert change("http://me:planted-pass@127.0.0.1:1")["proxy"] == "http://127.0.0.1:1"
    shown += [alice_api.get(URL).content.decode(), alice_api.get(f"/api/tools/configs/{tool.pk}/").content.decode()]
    shown += [panel.get(f"/admin/tools/credential/{credential.pk}/change/").content.decode()]
    shown += [repr(refused), caplog.text, repr(list(ToolInvocation.objects.values()))]
    shown += [repr(list(AccessEvent.objects.values())), repr(Credential.objects.get().use())]
    assert not [text for text in shown for secret in SECRETS if secret in text]
    credential.refresh_from_db()
    assert credential.proxy_ciphertext
    assert credential.proxy_ciphertext not in repr(list(AccessEvent.objects.values()))


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("proxy.example:3128", "Enter an address such as"),
        ("socks5://planted-pass@proxy.example", "Enter an address such as"),
        ("http://me:planted-pass@proxy.example/path", "Enter an address such as"),
        ("http://me:planted-pass@proxy.example:99999", "Enter an address such as"),
        ("http://me:planted-pass@10.0.0.7:3128", "private or reserved"),
        ("http://me:planted-pass@localhost:3128", "private or reserved"),
    ],
)
def test_a_wrong_or_forbidden_address_is_refused_without_being_repeated(
    address: str, sentence: str, alice_api: APIClient
) -> None:
    body = {"name": "Shop", "kind": "http", "values": {"secret": "planted-1"}, "proxy": address}
    answer = alice_api.post(URL, body, format="json")
    (error,) = answer.json()["errors"]
    assert (answer.status_code, error["pointer"]) == (400, "/proxy")
    assert sentence in error["message"]
    assert "planted" not in answer.content.decode()
    assert not Credential.objects.exists()


def test_only_the_owner_decides(alice: User, admin_api: APIClient) -> None:
    hers = credential_create(name="Shop", kind="http", values={"secret": "x"}, owner=alice)
    address = {"proxy": "http://proxy.example:3128"}
    assert admin_api.patch(f"{URL}{hers.pk}/", address, format="json").status_code == 403
    provider = credential_create(name="Model", kind="model_provider", values={}, owner=None)
    changed = admin_api.patch(f"{URL}{provider.pk}/", address, format="json")
    assert (changed.status_code, changed.json()["proxy"]) == (200, address["proxy"])


def test_an_account_is_renewed_over_its_proxy(alice: User) -> None:
    account = account_create(owner=alice, name="Code", service="github", client_id="a", client_secret="b")
    assert account_outbound(account).proxy is None
    account.credential.set_proxy("http://proxy.example:3128", "http://me:pw@proxy.example:3128")
    account.credential.save()
    found = account_outbound(Account.objects.get()).proxy
    assert found is not None
    assert (found.address, found.credential, bool(found.authorization)) == ("http://proxy.example:3128", "Code", True)


def test_a_new_key_of_the_installation_takes_it_along(alice: User) -> None:
    address = "http://me:pw@proxy.example:3128"
    row = credential_create(name="Shop", kind="http", values={"secret": "x"}, owner=alice, proxy=address)
    before = row.proxy_ciphertext
    reencrypt_all()
    row.refresh_from_db()
    assert row.proxy_ciphertext != before
    assert row.use().proxy == address


@pytest.fixture
def provider(admin: User) -> ModelProvider:
    return provider_create(name="Test", preset="custom-openai", base_url="https://api.example/v1", api_key="sk-1")


@pytest.mark.parametrize("allowed", [True, False])
def test_the_proxy_of_a_model_provider_is_checked_at_each_call(
    allowed: bool, provider: ModelProvider, settings: Any
) -> None:
    settings.OUTBOUND_ALLOW = ["127.0.0.0/8", "localhost"]
    assert provider.credential is not None
    credential_update(credential=provider.credential, proxy=f"http://{USER}@localhost:3128")
    settings.OUTBOUND_ALLOW = ["127.0.0.0/8", "localhost"] if allowed else []
    if allowed:
        found = selectors.provider_connection(provider=provider).proxy
        assert found is not None
        assert found.host in {"127.0.0.1", "::1"}
        assert found.authorization
    else:
        with pytest.raises(OutboundBlockedError, match="proxy of the credential “Test”"):
            selectors.provider_connection(provider=provider)
    credential_update(credential=provider.credential, proxy="")
    assert selectors.provider_connection(provider=provider).proxy is None
