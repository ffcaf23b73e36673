"""Writes of accounts that a person connects on another device, by typing in a code (RFC 8628)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from tools.core.errors import RecordInvalidError, ToolTimeoutError, ToolUnavailableError
from tools.models import Account, DeviceConsent
from tools.outbound.oauth.answers import DeviceCode, OauthError
from tools.secrets import encryption as secrets
from tools.services.account_tokens import account_outbound, oauth_client
from tools.services.accounts import account_connected, widened

_SLOWER_S = 5
"""RFC 8628 section 3.5: by so much every `slow_down` lengthens the interval, for good."""


@dataclass(frozen=True, slots=True)
class DeviceAnswer:
    """Outcome of a poll."""

    is_connected: bool
    interval_s: int
    """Until the next question is of use."""


def device_consent_begin(*, account: Account, more_scopes: Iterable[str] = ()) -> DeviceCode:
    """Request a device code, dropping an earlier one; `more_scopes` as in `account_connect`.

    Raises:
        RecordInvalidError: this account is connected in another way.
        OauthError: the service refuses.
        ToolError: unreachable.
    """
    if account.grant != Account.Grant.DEVICE:
        raise RecordInvalidError(_("This account is not connected by a code."))
    account.scopes = widened(account, more_scopes)
    code = oauth_client(account).device_code(account_outbound(account))
    fields = {
        "device_code": secrets.encrypt({"device_code": code.device_code}),
        "interval_s": code.interval_s,
        "scopes": account.scopes,
        "ask_at": timezone.now() + timedelta(seconds=code.interval_s),
        "expires_at": datetime.fromtimestamp(code.expires_at, UTC),
    }
    DeviceConsent.objects.update_or_create(account=account, defaults=fields)
    return code


def device_consent_ask(*, account: Account, user: User) -> DeviceAnswer:
    """Poll the service for consent, never before its interval is over.

    Raises:
        OauthError: the person or the service refused, or the code has expired.
        ToolError: an unreadable answer.
    """
    consent = DeviceConsent.objects.filter(account=account).first()
    if consent is None:
        raise OauthError("expired_token")
    now = timezone.now()
    if consent.expires_at <= now:
        consent.delete()
        raise OauthError("expired_token")
    # When two windows ask at once, one reaches the service.
    ask_at = now + timedelta(seconds=consent.interval_s)
    if not DeviceConsent.objects.filter(pk=consent.pk, ask_at__lte=now).update(ask_at=ask_at):
        return DeviceAnswer(False, consent.interval_s)
    outbound = account_outbound(account)
    device_code = str(secrets.decrypt(consent.device_code)["device_code"])
    try:
        tokens = oauth_client(account).device_tokens(outbound, device_code)
    except OauthError as error:
        if error.error == "authorization_pending":
            return DeviceAnswer(False, consent.interval_s)
        if error.error == "slow_down":
            return _slower(consent, consent.interval_s + _SLOWER_S)
        consent.delete()
        raise
    except (ToolTimeoutError, ToolUnavailableError):
        # Section 3.5: back off from a service that does not answer, twice as long each time.
        return _slower(consent, 2 * consent.interval_s)
    consent.delete()
    account_connected(account=account, tokens=tokens, asked=consent.scopes, user=user, outbound=outbound)
    return DeviceAnswer(True, 0)


def _slower(consent: DeviceConsent, interval_s: int) -> DeviceAnswer:
    ask_at = timezone.now() + timedelta(seconds=interval_s)
    DeviceConsent.objects.filter(pk=consent.pk).update(interval_s=interval_s, ask_at=ask_at)
    return DeviceAnswer(False, interval_s)
