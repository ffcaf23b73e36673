"""Accounts that a person connects on another device, by typing in a code (RFC 8628)."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.test import APIClient

from tests.doubles.forms import form_fields
from tests.doubles.http_server import LoopbackServer, Reply, serving
from tests.doubles.oauth_server import CLIENT_ID, CLIENT_SECRET, DEVICE_CODE, USER_CODE, OauthServer
from tools.core.errors import RecordInvalidError, ToolError
from tools.models import Account, DeviceConsent
from tools.outbound.oauth.answers import OauthError
from tools.services.account_tokens import account_credential
from tools.services.accounts import account_create
from tools.services.device_consents import DeviceAnswer, device_consent_ask, device_consent_begin


@pytest.fixture
def service() -> OauthServer:
    return OauthServer()


@pytest.fixture
def server(service: OauthServer, settings: Any) -> Iterator[LoopbackServer]:
    settings.OUTBOUND_ALLOW = ["127.0.0.1"]
    with serving(service) as server:
        yield server


def app(address: str, **fields: Any) -> dict[str, Any]:
    given = {
        "name": "Sheets",
        "service": "custom",
        "grant": "device_code",
        "client_id": CLIENT_ID,
        "client_secret": CLIENT_SECRET,
        "device_url": f"{address}/device",
        "token_url": f"{address}/token",
        "client_auth": "client_secret_post",
        "scopes": ["read"],
        "origins": [address],
    }
    return given | fields


@pytest.fixture
def account(db: None, alice: User, server: LoopbackServer) -> Account:
    return account_create(owner=alice, **app(server.url))


def test_more_may_be_asked_for(account: Account, alice: User, service: OauthServer, server: LoopbackServer) -> None:
    device_consent_begin(account=account, more_scopes=["write"])
    assert form_fields(server.received[-1])["scope"] == "read write"
    service.typed_in = True
    due(account)
    device_consent_ask(account=account, user=alice)
    assert Account.objects.get(pk=account.pk).scopes == ["read", "write"]


def due(account: Account) -> None:
    """Let the service's interval be over by the clock."""
    DeviceConsent.objects.filter(account=account).update(ask_at=timezone.now() - timedelta(seconds=1))


def asked(account: Account, user: User) -> DeviceAnswer:
    due(account)
    return device_consent_ask(account=account, user=user)


def refusal(error: str) -> Reply:
    return Reply.of_json({"error": error}, 400)


class TestCode:
    def test_it_is_shown_with_its_address_and_interval(self, account: Account, server: LoopbackServer) -> None:
        code = device_consent_begin(account=account)
        assert (code.user_code, code.address, code.interval_s) == (USER_CODE, "https://example.com/device", 5)
        assert DEVICE_CODE not in DeviceConsent.objects.get(account=account).device_code
        assert b"scope=read" in server.received[-1].body

    def test_a_new_one_replaces_the_one_before(self, account: Account) -> None:
        device_consent_begin(account=account)
        device_consent_begin(account=account)
        assert DeviceConsent.objects.count() == 1

    @pytest.mark.parametrize(
        ("sent", "address", "complete", "interval_s"),
        [
            ({"interval": 7}, "https://example.com/device", "", 7),
            ({"interval": "nan"}, "https://example.com/device", "", 5),
            ({"interval": -3}, "https://example.com/device", "", 1),
            ({"interval": 1e30}, "https://example.com/device", "", 300),
            ({"verification_uri": None, "verification_url": "https://example.com/d"}, "https://example.com/d", "", 5),
            ({"verification_uri_complete": "https://x.y/?c=1"}, "https://example.com/device", "https://x.y/?c=1", 5),
            ({"verification_uri_complete": "javascript:alert(1)"}, "https://example.com/device", "", 5),
        ],
    )
    def test_it_is_read_in_every_spelling(
        self,
        sent: dict[str, object],
        address: str,
        complete: str,
        interval_s: int,
        account: Account,
        service: OauthServer,
    ) -> None:
        service.device = sent
        code = device_consent_begin(account=account)
        assert (code.address, code.address_with_code, code.interval_s) == (address, complete, interval_s)

    @pytest.mark.parametrize(
        "sent",
        [
            {"device_code": None},
            {"user_code": None},
            {"user_code": "x" * 101},
            {"verification_uri": None},
            {"verification_uri": "javascript:alert(1)"},
        ],
    )
    def test_an_answer_without_one_is_refused(
        self, sent: dict[str, object], account: Account, service: OauthServer
    ) -> None:
        service.device = sent
        with pytest.raises(ToolError, match="no code for another device"):
            device_consent_begin(account=account)
        assert not DeviceConsent.objects.exists()

    @pytest.mark.parametrize(
        ("answer", "sentence"),
        [
            (refusal("invalid_client"), "Client ID or client secret is wrong"),
            (refusal("unauthorized_client"), "not set up for this way of connecting"),
            (refusal("invalid_scope"), "may not ask for one of these permissions"),
            (Reply(503), "503"),
            (Reply(200, b"<html>"), "without JSON"),
        ],
    )
    def test_a_refusal_is_a_sentence(
        self, answer: Reply, sentence: str, account: Account, service: OauthServer
    ) -> None:
        service.fails = [answer]
        with pytest.raises(ToolError, match=sentence):
            device_consent_begin(account=account)


class TestAsking:
    def test_it_waits_until_the_person_has_typed_it_in(
        self, account: Account, service: OauthServer, alice: User
    ) -> None:
        device_consent_begin(account=account)
        assert asked(account, alice) == DeviceAnswer(False, 5)
        service.typed_in = True
        assert asked(account, alice).is_connected
        account.refresh_from_db()
        assert account.state == Account.State.CONNECTED
        assert account_credential(account=account).secret == "planted-access-1"
        assert not DeviceConsent.objects.exists()

    def test_the_token_is_renewed_as_any_other(self, account: Account, service: OauthServer, alice: User) -> None:
        service.typed_in = True
        device_consent_begin(account=account)
        asked(account, alice)
        Account.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
        assert account_credential(account=Account.objects.get()).secret == "planted-access-2"

    def test_the_service_is_asked_once_in_its_interval(
        self, account: Account, server: LoopbackServer, alice: User
    ) -> None:
        device_consent_begin(account=account)
        asked(account, alice)
        before = len(server.received)
        for _ in range(3):
            assert device_consent_ask(account=account, user=alice) == DeviceAnswer(False, 5)
        assert len(server.received) == before

    def test_slow_down_lengthens_every_later_interval_by_five_seconds(
        self, account: Account, service: OauthServer, alice: User
    ) -> None:
        device_consent_begin(account=account)
        service.fails = [refusal("slow_down"), refusal("slow_down")]
        assert [asked(account, alice).interval_s for _ in range(3)] == [10, 15, 15]

    @pytest.mark.parametrize("answer", [Reply(500), Reply(503), Reply(429)])
    def test_a_service_with_a_fault_is_asked_half_as_often(
        self, answer: Reply, account: Account, service: OauthServer, alice: User
    ) -> None:
        device_consent_begin(account=account)
        service.fails = [answer, answer]
        assert [asked(account, alice).interval_s for _ in range(3)] == [10, 20, 20]

    @pytest.mark.parametrize(
        ("error", "sentence"),
        [
            ("access_denied", "Nothing was connected"),
            ("expired_token", "Nobody entered the code in time"),
            ("invalid_grant", "Connect the account again"),
            ("invalid_client", "Client ID or client secret is wrong"),
            ("unsupported_grant_type", "not set up for this way of connecting"),
        ],
    )
    def test_a_refusal_ends_it(
        self, error: str, sentence: str, account: Account, service: OauthServer, alice: User
    ) -> None:
        device_consent_begin(account=account)
        service.fails = [refusal(error)]
        with pytest.raises(OauthError, match=sentence):
            asked(account, alice)
        service.typed_in = True
        with pytest.raises(OauthError, match="Nobody entered the code in time"):
            asked(account, alice)
        account.refresh_from_db()
        assert account.state == Account.State.NEW

    def test_a_code_that_is_too_old_is_not_asked_about(
        self, account: Account, server: LoopbackServer, alice: User
    ) -> None:
        device_consent_begin(account=account)
        DeviceConsent.objects.update(expires_at=timezone.now())
        before = len(server.received)
        with pytest.raises(OauthError, match="Nobody entered the code in time"):
            asked(account, alice)
        assert len(server.received) == before

    def test_an_account_of_another_grant_has_no_code(self, alice: User, server: LoopbackServer, db: None) -> None:
        made = account_create(
            owner=alice, **app(server.url, grant="authorization_code", authorize_url=f"{server.url}/authorize")
        )
        with pytest.raises(RecordInvalidError):
            device_consent_begin(account=made)


class TestApi:
    def test_from_the_app_to_a_connected_account(
        self, alice_api: APIClient, server: LoopbackServer, service: OauthServer
    ) -> None:
        made = alice_api.post("/api/accounts/", app(server.url), format="json").json()["id"]
        code = alice_api.post(f"/api/accounts/{made}/device-code/")
        assert code.json()["user_code"] == USER_CODE
        assert DEVICE_CODE not in code.content.decode()
        service.typed_in = True
        DeviceConsent.objects.update(ask_at=timezone.now())
        assert alice_api.post(f"/api/accounts/{made}/device-answer/").json() == {"is_connected": True, "interval_s": 0}
        (row,) = alice_api.get("/api/credentials/").json()
        assert row["account"]["state"] == "connected"

    @pytest.mark.parametrize(
        ("wrong", "pointer"),
        [
            ({"device_url": ""}, "/device_url"),
            ({"device_url": "http://169.254.169.254/device"}, "/device_url"),
            ({"service": "slack"}, "/grant"),
        ],
    )
    def test_an_app_without_an_address_for_codes_is_refused(
        self, wrong: dict[str, Any], pointer: str, alice_api: APIClient, server: LoopbackServer
    ) -> None:
        answer = alice_api.post("/api/accounts/", app(server.url, **wrong), format="json")
        assert answer.status_code == 400, answer.content
        assert {error["pointer"] for error in answer.json()["errors"]} == {pointer}

    @pytest.mark.parametrize("action", ["device-code", "device-answer"])
    def test_an_account_of_somebody_else_is_unknown(self, action: str, account: Account, charlie: User) -> None:
        api = APIClient()
        api.force_authenticate(charlie)
        assert api.post(f"/api/accounts/{account.pk}/{action}/").status_code == 404
