"""The access token of an account: renewed before it expires and when a service refuses it, by one caller at a time."""

from datetime import UTC, datetime, timedelta

from django.db import transaction
from django.utils import timezone

from tools.adapters.cache_store import CacheStore
from tools.adapters.outbound import outbound_client
from tools.core.call.advice import CONNECT_ACCOUNT
from tools.core.concurrency.clock import SystemClock
from tools.core.concurrency.keyed_mutex import KeyedMutex
from tools.core.errors import AccountNotConnectedError, ToolError, ToolTimeoutError
from tools.core.text import Text, sentences
from tools.executors.accounts import CUSTOM, SERVICES
from tools.models import ACCOUNT_KIND, Account
from tools.outbound.client import OutboundClient
from tools.outbound.http_credential import HttpCredential
from tools.outbound.oauth.answers import OauthError, Tokens
from tools.outbound.oauth.client import TIMEOUT_S, OauthClient
from tools.outbound.oauth.service import Service
from tools.outbound.origins import person_of
from tools.selectors.credentials import credential_proxy

_EARLY = timedelta(minutes=5)
"""A token is renewed this long before its end, or in the last fifth of its life if that is shorter."""
_WAIT_S = 2 * TIMEOUT_S + 5
_ENDED = "invalid_grant"


def account_credential(*, account: Account, refused: str = "") -> HttpCredential:
    """Return the signing credential of an account, renewing its token when old or `refused` by a 401.

    Many services accept a refresh token once and revoke everything on reuse, so one process renews while others wait
    for its result.
    Raises:
        AccountNotConnectedError: nobody has connected the account, or its consent has ended.
        ToolError: unreachable service, and the current token has expired.
    """
    if _is_good(account, refused):
        return _signer(account)
    with KeyedMutex(CacheStore(), SystemClock()).held(f"account:{account.pk}", wait_s=_WAIT_S, hold_s=_WAIT_S):
        account.refresh_from_db()
        if _is_good(account, refused):
            return _signer(account)
        try:
            account_store(account=account, tokens=_renewed(account))
        except OauthError as error:
            if error.error not in {_ENDED, *service_of(account).ended}:
                raise
            Account.objects.filter(pk=account.pk).update(state=Account.State.ENDED)
            raise _not_connected(account) from error
        except ToolError:
            if not _is_live(account, refused):
                raise
    return _signer(account)


@transaction.atomic
def account_store(*, account: Account, tokens: Tokens) -> None:
    """Store what a service gave; a refresh token that it did not send stays as it was."""
    row = Account.objects.select_for_update().select_related("credential").get(pk=account.pk)
    values = row.credential.values()
    values["secret"] = tokens.access_token
    values["refresh_token"] = tokens.refresh_token or values.get("refresh_token", "")
    if tokens.account_id:
        values["account_id"] = tokens.account_id
    row.credential.set_values(values)
    row.credential.save(update_fields=["ciphertext", "value_names", "updated_at"])
    row.expires_at = datetime.fromtimestamp(tokens.expires_at, UTC) if tokens.expires_at else None
    row.life_s = max(round(tokens.expires_at - timezone.now().timestamp()), 0) if tokens.expires_at else 0
    if tokens.scopes is not None:
        row.granted_scopes = list(tokens.scopes)
    row.state = Account.State.CONNECTED
    row.save()
    account.refresh_from_db()


def oauth_client(account: Account) -> OauthClient:
    """Return the app that the account was made for, with its secret."""
    values = account.credential.values()
    return OauthClient(
        service_of(account),
        account.authorize_url,
        account.token_url,
        str(values.get("client_id", "")),
        str(values.get("client_secret", "")),
        tuple(account.scopes),
        account.client_auth,  # type: ignore[arg-type]  # one of the three, which the service that made it checks
        account.device_url,
        account.resource,
    )


def account_outbound(account: Account) -> OutboundClient:
    """Return the client for the account's own requests, over its proxy where it has one."""
    return outbound_client().over(credential_proxy(account.credential))


def service_of(account: Account) -> Service:
    """Return what is known of the account's service."""
    title = Text.verbatim(account.service)
    plain = Service(title, account.authorize_url, account.token_url, (), issuer=account.issuer)
    return plain if account.service == CUSTOM else SERVICES.get(account.service, plain)


def _renewed(account: Account) -> Tokens:
    client, outbound = oauth_client(account), account_outbound(account)
    if account.grant == Account.Grant.CLIENT:
        return client.own_token(outbound)
    refresh_token = str(account.credential.values().get("refresh_token", ""))
    if not refresh_token:
        raise OauthError(_ENDED)
    try:
        return client.refresh(outbound, refresh_token)
    except ToolTimeoutError:
        # The answer may be lost, and the token used up: services with a leeway take it once more.
        return client.refresh(outbound, refresh_token)


def _is_good(account: Account, refused: str) -> bool:
    """Return whether the current token is usable. Raises AccountNotConnectedError if a person must reconnect."""
    if account.state == Account.State.ENDED:
        raise _not_connected(account)
    if account.state == Account.State.NEW:
        if account.grant == Account.Grant.CLIENT:
            return False
        raise _not_connected(account)
    if account.expires_at is not None:
        early = min(_EARLY, timedelta(seconds=account.life_s / 5))
        if account.expires_at - early <= timezone.now():
            return False
    return not refused or _signer(account).secret != refused


def _is_live(account: Account, refused: str) -> bool:
    if account.state != Account.State.CONNECTED or (refused and _signer(account).secret == refused):
        return False
    return account.expires_at is None or account.expires_at > timezone.now()


def _signer(account: Account) -> HttpCredential:
    return HttpCredential(account.credential.values(), ACCOUNT_KIND, account.credential.use(), renewable=True)


def _not_connected(account: Account) -> AccountNotConnectedError:
    name = account.credential.name
    text = (
        Text("The account “{name}” is not connected yet.", name=name)
        if account.state == Account.State.NEW
        else Text("The consent for the account “{name}” has ended.", name=name)
    )
    advice = CONNECT_ACCOUNT.text.filled(person=person_of(account.credential.use()))
    return AccountNotConnectedError(sentences([text, advice]), details={"credential_id": str(account.pk)})
