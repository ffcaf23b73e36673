"""Accounts of Douyin: tokens with an open id, a refresh token that is prolonged, and refusals with status 200."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from tests.doubles.douyin import CLIENT_KEY, CLIENT_SECRET, CODE, HOST, OPEN_ID, Douyin
from tests.doubles.http_server import StandInTransport, clients_over, serving
from tools.core.errors import AccountNotConnectedError
from tools.models import Account
from tools.outbound.oauth.answers import OauthError
from tools.services import account_tokens
from tools.services.account_tokens import account_credential
from tools.services.accounts import account_connect, account_create, account_finish

SESSION, CALLBACK = "session-1", "https://flowloom.example.com/oauth/callback"


@pytest.fixture
def douyin(monkeypatch: pytest.MonkeyPatch) -> Iterator[Douyin]:
    double = Douyin()
    with serving(double) as server:
        transport = StandInTransport({HOST: server.url})
        monkeypatch.setattr(account_tokens, "outbound_client", clients_over(transport))
        yield double
        transport.close()


@pytest.fixture
def account(db: None, alice: User, douyin: Douyin) -> Account:
    return connected(alice, CODE)


def connected(owner: User, code: str, secret: str = CLIENT_SECRET) -> Account:
    made = account_create(owner=owner, name="Videos", service="douyin", client_id=CLIENT_KEY, client_secret=secret)
    address = account_connect(account=made, user=owner, session_key=SESSION, redirect_uri=CALLBACK)
    state = address.partition("state=")[2].partition("&")[0]
    return account_finish(answer={"state": state, "code": code}, user=owner, session_key=SESSION)


def late(account: Account) -> Account:
    """Let the token be over by the clock."""
    Account.objects.filter(pk=account.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    return Account.objects.get(pk=account.pk)


def test_the_open_id_comes_with_the_token_and_stays(account: Account, douyin: Douyin) -> None:
    first = account_credential(account=account)
    assert (first.values["account_id"], first.secret) == (OPEN_ID, douyin.valid)
    renewed = account_credential(account=late(account))
    assert (renewed.values["account_id"], renewed.secret) == (OPEN_ID, douyin.valid)
    assert renewed.secret != first.secret


@pytest.mark.parametrize("prolongs", [True, False])
def test_a_refresh_token_is_prolonged_where_the_app_may(account: Account, douyin: Douyin, prolongs: bool) -> None:
    douyin.prolongs = prolongs
    for _ in range(3):
        assert account_credential(account=late(account)).secret == douyin.valid
    assert douyin.refresh_token == "planted-refresh-0" + "-renewed" * (3 if prolongs else 0)


def test_a_consent_that_has_ended_asks_for_a_new_one(account: Account, douyin: Douyin) -> None:
    douyin.refresh_token = "planted-another"
    with pytest.raises(AccountNotConnectedError, match="Under Settings, Credentials, alice can connect it"):
        account_credential(account=late(account))
    assert Account.objects.get().state == Account.State.ENDED


@pytest.mark.parametrize(
    ("code", "secret", "words"), [("used", CLIENT_SECRET, "used"), (CODE, "wrong", "client_secret")]
)
def test_a_refused_consent_gives_the_reason(
    db: None, alice: User, douyin: Douyin, code: str, secret: str, words: str
) -> None:
    with pytest.raises(OauthError, match=words):
        connected(alice, code, secret)
    assert Account.objects.get().state == Account.State.NEW
