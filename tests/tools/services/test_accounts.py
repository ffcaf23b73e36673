"""Accounts at other services: consent, renewal by one caller at a time, and what ends them."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone
from rest_framework.test import APIClient

from tests.doubles.http_server import Reply, serving
from tests.doubles.oauth_server import CLIENT_ID, CLIENT_SECRET, OauthServer
from tools.core.errors import RecordInvalidError, RecordNotFoundError, ToolConfigurationError, ToolError
from tools.models import Account, Consent
from tools.outbound.oauth.answers import OauthError
from tools.services.account_tokens import account_credential
from tools.services.accounts import account_connect, account_create, account_finish
from tools.services.stored_credentials import OrmCredentialStore

SESSION, CALLBACK = "session-1", "https://flowloom.example.com/oauth/callback"


@pytest.fixture
def service() -> OauthServer:
    return OauthServer()


@pytest.fixture
def address(service: OauthServer, settings: Any) -> Iterator[str]:
    settings.OUTBOUND_ALLOW = ["127.0.0.1"]
    with serving(service) as server:
        yield server.url


def new(owner: User, address: str, **fields: Any) -> Account:
    given = {
        "name": "Sheets",
        "service": "custom",
        "client_id": CLIENT_ID,
        "client_secret": CLIENT_SECRET,
        "authorize_url": f"{address}/authorize",
        "token_url": f"{address}/token",
        "client_auth": "client_secret_post",
        "scopes": ["read"],
        "origins": [address],
    }
    return account_create(owner=owner, **given | fields)


def consent(account: Account, user: User, service: OauthServer) -> dict[str, str]:
    url = account_connect(account=account, user=user, session_key=SESSION, redirect_uri=CALLBACK)
    return service.consented(url)


@pytest.fixture
def account(db: None, alice: User, address: str, service: OauthServer) -> Account:
    made = new(alice, address)
    return account_finish(answer=consent(made, alice, service), user=alice, session_key=SESSION)


def late(account: Account) -> Account:
    """Let the token be over by the clock."""
    Account.objects.filter(pk=account.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    return Account.objects.get(pk=account.pk)


class TestConsent:
    def test_it_connects_the_account(self, account: Account) -> None:
        assert account.state == Account.State.CONNECTED
        assert account.granted_scopes is None
        found = account_credential(account=account)
        assert found.secret == "planted-access-1"
        assert found.use is not None
        assert found.use.origins

    def test_what_was_granted_is_kept(self, alice: User, address: str, service: OauthServer, db: None) -> None:
        service.scope = "read,write"
        made = new(alice, address)
        found = account_finish(answer=consent(made, alice, service), user=alice, session_key=SESSION)
        assert found.granted_scopes == ["read", "write"]

    @pytest.mark.parametrize("wrong", ["state", "browser", "person", "late", "twice"])
    def test_an_answer_that_is_not_ours_is_refused(
        self, wrong: str, alice: User, bob: User, address: str, service: OauthServer, db: None
    ) -> None:
        made = new(alice, address)
        answer = consent(made, alice, service)
        user, session = alice, SESSION
        match wrong:
            case "state":
                answer["state"] = "forged"
            case "browser":
                session = "session-2"
            case "person":
                user = bob
            case "late":
                Consent.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
            case "twice":
                account_finish(answer=dict(answer), user=user, session_key=session)
        with pytest.raises(RecordNotFoundError):
            account_finish(answer=answer, user=user, session_key=session)

    def test_a_refusal_is_a_sentence(self, alice: User, address: str, service: OauthServer, db: None) -> None:
        made = new(alice, address)
        state = consent(made, alice, service)["state"]
        answer = {"state": state, "error": "access_denied", "error_description": "<b>no</b>"}
        with pytest.raises(OauthError, match="Nothing was connected"):
            account_finish(answer=answer, user=alice, session_key=SESSION)
        made.refresh_from_db()
        assert made.state == Account.State.NEW

    def test_connecting_again_asks_for_more_and_keeps_it_with_the_answer(
        self, account: Account, alice: User, service: OauthServer
    ) -> None:
        again: dict[str, Any] = {"account": account, "user": alice, "session_key": SESSION, "redirect_uri": CALLBACK}
        url = account_connect(**again, more_scopes=["write", "read"])
        assert parse_qs(urlsplit(url).query)["scope"] == ["read write"]
        assert Account.objects.get(pk=account.pk).scopes == ["read"]
        found = account_finish(answer=service.consented(url), user=alice, session_key=SESSION)
        assert (found.scopes, found.granted_scopes) == (["read", "write"], None)

    @pytest.mark.parametrize(("grant", "refused"), [("authorization_code", True), ("client_credentials", False)])
    def test_an_app_that_nobody_consents_to_has_tokens_of_its_own(
        self, alice: User, db: None, grant: str, refused: bool
    ) -> None:
        fields: dict[str, Any] = {
            "owner": alice,
            "name": "W",
            "service": "wecom",
            "client_id": "corp",
            "client_secret": "s",
        }
        if refused:
            with pytest.raises(RecordInvalidError):
                account_create(**fields, grant=grant)
        else:
            made = account_create(**fields, grant=grant)
            assert (made.token_url, made.scopes) == ("https://qyapi.weixin.qq.com/cgi-bin/gettoken", [])

    def test_a_tool_knows_what_its_account_was_granted(self, account: Account, alice: User) -> None:
        found = OrmCredentialStore().find(str(account.pk), alice.pk)
        assert found is not None
        assert (found.service, found.scopes) == ("custom", frozenset({"read"}))
        Account.objects.update(state=Account.State.ENDED)
        ended = OrmCredentialStore().find(str(account.pk), alice.pk)
        assert ended is not None
        assert ended.scopes == frozenset()

    def test_nobody_uses_what_nobody_has_connected(self, alice: User, address: str, db: None) -> None:
        with pytest.raises(ToolConfigurationError, match="not connected yet"):
            account_credential(account=new(alice, address))


class TestRenewal:
    def test_a_token_that_is_good_is_kept(self, account: Account, service: OauthServer) -> None:
        assert account_credential(account=account).secret == account_credential(account=account).secret
        assert service.refreshes == 0

    def test_one_that_is_over_is_renewed_once(self, account: Account, service: OauthServer) -> None:
        assert account_credential(account=late(account)).secret == "planted-access-2"
        assert account_credential(account=Account.objects.get(pk=account.pk)).secret == "planted-access-2"
        assert service.refreshes == 1

    def test_one_that_was_refused_is_renewed_whatever_its_end(self, account: Account, service: OauthServer) -> None:
        assert account_credential(account=account, refused="planted-access-1").secret == "planted-access-2"
        again = Account.objects.get(pk=account.pk)
        assert account_credential(account=again, refused="planted-access-1").secret == "planted-access-2"
        assert service.refreshes == 1

    def test_a_revoked_consent_ends_the_account(self, account: Account, service: OauthServer) -> None:
        service.revoke()
        with pytest.raises(ToolConfigurationError, match="has ended"):
            account_credential(account=late(account))
        assert Account.objects.get(pk=account.pk).state == Account.State.ENDED
        with pytest.raises(ToolConfigurationError, match="has ended"):
            account_credential(account=Account.objects.get(pk=account.pk))
        assert service.refreshes == 1

    @pytest.mark.parametrize("status", [500, 503, 429])
    def test_a_service_with_a_fault_costs_nothing_while_the_token_lives(
        self, status: int, account: Account, service: OauthServer
    ) -> None:
        soon = timezone.now() + timedelta(minutes=2)
        Account.objects.update(expires_at=soon)
        service.fails = [Reply(status, b"<html>")]
        assert account_credential(account=Account.objects.get(pk=account.pk)).secret == "planted-access-1"
        assert account_credential(account=Account.objects.get(pk=account.pk)).secret == "planted-access-2"

    def test_with_a_token_that_is_over_the_fault_is_the_callers(self, account: Account, service: OauthServer) -> None:
        service.fails = [Reply(503)]
        with pytest.raises(ToolError, match="503"):
            account_credential(account=late(account))
        assert Account.objects.get(pk=account.pk).state == Account.State.CONNECTED

    def test_an_app_gets_its_token_without_anybody(
        self, alice: User, address: str, service: OauthServer, db: None
    ) -> None:
        made = new(alice, address, grant="client_credentials", authorize_url="")
        assert account_credential(account=made).secret == "planted-access-1"
        assert account_credential(account=late(made)).secret == "planted-access-2"

    def test_a_token_without_an_end_is_never_renewed_by_the_clock(
        self, alice: User, address: str, service: OauthServer, db: None
    ) -> None:
        service.life_s = None
        made = new(alice, address)
        found = account_finish(answer=consent(made, alice, service), user=alice, session_key=SESSION)
        assert found.expires_at is None
        assert account_credential(account=found).secret == "planted-access-1"
        assert service.refreshes == 0


@pytest.mark.django_db(transaction=True)
def test_ten_callers_at_once_renew_once(alice: User, address: str, service: OauthServer) -> None:
    made = new(alice, address)
    account_finish(answer=consent(made, alice, service), user=alice, session_key=SESSION)
    late(made)

    def use(_number: int) -> str:
        try:
            return account_credential(account=Account.objects.get(pk=made.pk)).secret
        finally:
            connection.close()

    with ThreadPoolExecutor(10) as pool:
        assert set(pool.map(use, range(10))) == {"planted-access-2"}
    assert service.refreshes == 1


class TestApi:
    def test_from_the_app_to_a_connected_account(
        self, alice_api: APIClient, address: str, service: OauthServer
    ) -> None:
        assert "google" in {row["id"] for row in alice_api.get("/api/accounts/services/").json()}
        body = {
            "name": "Sheets",
            "service": "custom",
            "client_id": CLIENT_ID,
            "client_secret": CLIENT_SECRET,
            "authorize_url": f"{address}/authorize",
            "token_url": f"{address}/token",
        }
        made = alice_api.post("/api/accounts/", body, format="json")
        assert made.status_code == 201, made.content
        assert made.json()["account"]["state"] == "new"
        assert CLIENT_SECRET not in made.content.decode()
        url = alice_api.post(f"/api/accounts/{made.json()['id']}/consent/").json()["url"]
        answer = {"answer": service.consented(url)}
        found = alice_api.post("/api/accounts/answer/", answer, format="json")
        assert found.json()["account"]["state"] == "connected"
        assert "planted-access" not in found.content.decode()

    @pytest.mark.parametrize(
        ("wrong", "pointer"),
        [
            ({"service": "nothing"}, "/service"),
            ({"token_url": "ftp://x"}, "/token_url"),
            ({"token_url": "http://169.254.169.254/token"}, "/token_url"),
            ({"client_auth": "guess"}, "/client_auth"),
            ({"service": "gitlab", "places": {"host": "evil.example/@x"}}, "/places/host"),
        ],
    )
    def test_a_wrong_app_is_refused(
        self, wrong: dict[str, Any], pointer: str, alice_api: APIClient, address: str
    ) -> None:
        body = {
            "name": "Sheets",
            "service": "custom",
            "client_id": CLIENT_ID,
            "authorize_url": f"{address}/authorize",
            "token_url": f"{address}/token",
        }
        answer = alice_api.post("/api/accounts/", body | wrong, format="json")
        assert answer.status_code == 400, answer.content
        assert {error["pointer"] for error in answer.json()["errors"]} == {pointer}
        assert not Account.objects.exists()

    def test_an_account_of_somebody_else_is_unknown(self, account: Account, bob: User, charlie: User) -> None:
        api = APIClient()
        api.force_authenticate(charlie)
        assert api.post(f"/api/accounts/{account.pk}/consent/").status_code == 404
