"""Writes of accounts at other services: made, sent for a person's consent, connected by the answer."""

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from hashlib import sha256

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tools.adapters.access_log import access_record
from tools.adapters.outbound import outbound_client
from tools.core.errors import RecordInvalidError, RecordNotFoundError, ToolError
from tools.core.text import Text
from tools.executors.accounts import CUSTOM, SERVICES
from tools.models import ACCOUNT_KIND, Account, Consent
from tools.outbound.client import OutboundClient, OutboundRequest
from tools.outbound.oauth.answers import OauthError, Tokens
from tools.outbound.oauth.client import TIMEOUT_S, new_secret
from tools.outbound.oauth.service import CLIENT_AUTHS, Service
from tools.outbound.origins import origin_of
from tools.secrets import encryption as secrets
from tools.services.account_tokens import account_outbound, account_store, oauth_client, service_of
from tools.services.credentials import credential_create
from tools.services.validation import clean_and_save, invalid_field

CONSENT_LIFE = timedelta(minutes=10)
_PLACE = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?")
_MAX_NAME = 200


@transaction.atomic
def account_create(
    *,
    owner: User,
    name: str,
    service: str,
    client_id: str,
    client_secret: str,
    grant: str = Account.Grant.CODE,
    scopes: Iterable[str] | None = None,
    places: Mapping[str, str] | None = None,
    authorize_url: str = "",
    token_url: str = "",
    device_url: str = "",
    client_auth: str = "",
    origins: Iterable[str] = (),
) -> Account:
    """Store a person's app registration as an account that is not connected yet.

    Args:
        service: an id of `SERVICES`, or `custom`.
        scopes: requested scopes; None: all of the service's row.
        places: values of `{tenant}` or `{host}` in the service's addresses.
        authorize_url, token_url, device_url, client_auth, origins: of a custom service; without origins its owner is
            asked at the first use.
    Raises:
        RecordInvalidError: a field is missing or wrong.
    """
    known = SERVICES.get(service)
    if known is None:
        if service != CUSTOM:
            raise invalid_field("/service", "invalid", _("There is no such service."))
        known = _custom(authorize_url, token_url, device_url, client_auth, tuple(origins))
    _checked_grant(grant, known, service)
    filled = _filled(known, places or {})
    values = {"client_id": client_id, "client_secret": client_secret, "secret": "", "refresh_token": ""}
    credential = credential_create(
        name=name, kind=ACCOUNT_KIND, values=values, owner=owner, origins=[filled(origin) for origin in known.origins]
    )
    account = Account(
        credential=credential,
        service=service,
        grant=grant,
        authorize_url=filled(known.authorize_url),
        token_url=filled(_token_url(known, grant)),
        device_url=filled(known.device_url),
        # An app without a secret names itself in the body, and proves nothing (RFC 6749 section 3.2.1).
        client_auth=known.client_auth if client_secret else "none",
        scopes=list(known.all_scopes if scopes is None else scopes),
    )
    clean_and_save(account)
    return account


@transaction.atomic
def account_connect(
    *, account: Account, user: User, session_key: str, redirect_uri: str, more_scopes: Iterable[str] = ()
) -> str:
    """Return the consent address; its callback works once, in the same browser, for ten minutes.

    `more_scopes` are added to the connected ones for good once the person agrees. Raises RecordInvalidError if this
    account has no browser consent.
    """
    if account.grant != Account.Grant.CODE:
        raise RecordInvalidError(_("This account is not connected in a browser window."))
    now = timezone.now()
    Consent.objects.filter(expires_at__lt=now).delete()
    state, verifier = new_secret(), new_secret()
    account.scopes = widened(account, more_scopes)
    Consent.objects.create(
        state_hash=_hash(state),
        account=account,
        user=user,
        session_hash=_hash(session_key),
        verifier=secrets.encrypt({"verifier": verifier}),
        redirect_uri=redirect_uri,
        scopes=account.scopes,
        expires_at=now + CONSENT_LIFE,
    )
    return oauth_client(account).consent_url(redirect_uri=redirect_uri, state=state, verifier=verifier)


def account_finish(*, answer: Mapping[str, str], user: User, session_key: str) -> Account:
    """Process a service's callback and connect the account; its state is verified before anything else.

    Raises:
        RecordNotFoundError: the state is unknown, used, too old or of another browser.
        OauthError: the person or the service refused.
        ToolError: the service was not reached.
    """
    consent = _taken(answer.get("state", ""), user, session_key)
    account = consent.account
    issuer = service_of(account).issuer
    if issuer and answer.get("iss", "" if account.sends_issuer else issuer) != issuer:
        raise _unknown()
    code = answer.get("code") or answer.get("authCode") or ""
    if not code:
        raise OauthError(answer.get("error") or "invalid_request", answer.get("error_description", ""))
    verifier = str(secrets.decrypt(consent.verifier)["verifier"])
    outbound = account_outbound(account)
    tokens = oauth_client(account).exchange(outbound, code=code, redirect_uri=consent.redirect_uri, verifier=verifier)
    asked = consent.scopes
    return account_connected(account=account, tokens=tokens, asked=asked, user=user, outbound=outbound)


def account_connected(
    *, account: Account, tokens: Tokens, asked: Iterable[str], user: User, outbound: OutboundClient
) -> Account:
    """Store a consent's tokens, look up the account's identity, and record the user; `asked` are the scopes."""
    account_store(account=account, tokens=tokens)
    connected_as = _identity(account, tokens.access_token, outbound)
    granted = None if tokens.scopes is None else list(tokens.scopes)
    Account.objects.filter(pk=account.pk).update(connected_as=connected_as, scopes=list(asked), granted_scopes=granted)
    access_record(user, "account.connected", account.credential.name, {"service": account.service})
    account.refresh_from_db()
    return account


def widened(account: Account, more_scopes: Iterable[str]) -> list[str]:
    """Return what the account is asked for, and these besides."""
    return list(dict.fromkeys((*account.scopes, *more_scopes)))


def _taken(state: str, user: User, session_key: str) -> Consent:
    with transaction.atomic():
        consent = (
            Consent.objects.select_for_update().filter(state_hash=_hash(state), expires_at__gte=timezone.now()).first()
        )
        if consent is None or consent.user_id != user.pk or consent.session_hash != _hash(session_key):
            raise _unknown()
        # The second one with the same state finds none, on SQLite too, where rows are not locked.
        if not Consent.objects.filter(pk=consent.pk).delete()[0]:
            raise _unknown()
    return consent


def _identity(account: Account, token: str, outbound: OutboundClient) -> str:
    """Return the account's identity, which may differ from the user; empty if unknown."""
    service = service_of(account)
    if not service.identity_url:
        return ""
    url = _with_places(service.identity_url, _places_of(account, service))
    request = OutboundRequest("GET", url, {"Authorization": f"Bearer {token}", "Accept": "application/json"})
    try:
        found = outbound.send(request, timeout_s=TIMEOUT_S, max_redirects=0).json()
    except ToolError:
        return ""
    return next((str(found[name])[:_MAX_NAME] for name in service.identity_names if found.get(name)), "")


def _places_of(account: Account, service: Service) -> dict[str, str]:
    """Return the place values in the service's addresses, as filled in for this account."""
    pattern = re.escape(service.token_url)
    for place in service.places:
        pattern = pattern.replace(re.escape(f"{{{place}}}"), f"(?P<{place}>[^/]+)", 1)
    match = re.fullmatch(pattern, account.token_url)
    return dict(service.places) | (match.groupdict() if match else {})


def _token_url(service: Service, grant: str) -> str:
    own = service.app_tokens if grant == Account.Grant.CLIENT else None
    return own.url if own else service.token_url


def _checked_grant(grant: str, service: Service, key: str) -> None:
    """Each way of connecting needs its address: of a service that we know the row has it, of others the form."""
    pointer, address = {
        Account.Grant.CODE: ("/authorize_url", service.authorize_url),
        Account.Grant.DEVICE: ("/device_url", service.device_url),
    }.get(Account.Grant(grant), ("/token_url", service.token_url))
    if key == CUSTOM:
        _checked_origin(pointer, address)
    elif not address:
        raise invalid_field("/grant", "invalid", _("Accounts of this service cannot be connected this way."))


def _custom(authorize_url: str, token_url: str, device_url: str, client_auth: str, origins: tuple[str, ...]) -> Service:
    _checked_origin("/token_url", token_url)
    if client_auth not in CLIENT_AUTHS:
        raise invalid_field("/client_auth", "invalid", _("Choose one of the offered values."))
    found = tuple(_checked_origin("/origins", origin) for origin in origins)
    title = Text.verbatim(CUSTOM)
    return Service(title, authorize_url, token_url, found, device_url=device_url, client_auth=client_auth)


def _checked_origin(pointer: str, url: str) -> str:
    try:
        outbound_client().check(url)
    except ToolError as error:
        raise invalid_field(pointer, "invalid", _("Enter an address such as https://example.com.")) from error
    return origin_of(url)


def _filled(service: Service, places: Mapping[str, str]) -> Callable[[str], str]:
    given = {place: places.get(place, "").strip() or default for place, default in service.places.items()}
    for place, value in given.items():
        if not _PLACE.fullmatch(value):
            raise invalid_field(f"/places/{place}", "invalid", _("Enter a name such as example.com."))
    return lambda url: _with_places(url, given)


def _with_places(url: str, given: Mapping[str, str]) -> str:
    for place, value in given.items():
        url = url.replace(f"{{{place}}}", value)
    return url


def _unknown() -> RecordNotFoundError:
    return RecordNotFoundError(
        _("This consent is unknown, too old, or began in another browser. Connect the account again.")
    )


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()
