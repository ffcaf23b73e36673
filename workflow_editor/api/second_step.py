"""The proof of the second step: at sign-in, and when somebody confirms that it is still them."""

from ipaddress import ip_address
from typing import Any, cast
from urllib.parse import urlsplit

from allauth.account.internal.flows.reauthentication import did_recently_reauthenticate
from allauth.account.internal.stagekit import get_pending_stage
from allauth.account.stages import LoginStage, LoginStageController
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.internal.constants import LoginStageKey
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from rest_framework.permissions import SAFE_METHODS, BasePermission, IsAuthenticated
from rest_framework.request import Request

from tools.api.permissions import signed_in
from tools.api.public_address import public_address
from tools.core.definitions import JsonObject
from tools.core.text import Text
from workflow_editor.api.limits.sign_in import count_try
from workflow_editor.errors import ConflictError, ForbiddenError, InvalidInputError
from workflow_editor.services.second_factor.factors import code_accept, proofs_of

_WRONG_CODE = Text("This code is wrong or was used before. Wait for the next one, or use a recovery code.")
_WRONG_PASSKEY = Text("This passkey does not belong to your account here. Try another one.")
_NO_PASSKEYS = Text("Passkeys need an address with a domain name, over HTTPS.")


class SecondStep(LoginStage):  # type: ignore[misc]  # the package has no types
    """Holds a sign-in until its second factor is verified.

    Replaces the package's stage, which imports the passkey verifier: 15 MB per sign-in.
    """

    key = LoginStageKey.MFA_AUTHENTICATE.value

    def handle(self) -> tuple[HttpResponse | None, bool]:
        return (HttpResponse(status=401) if proofs_of(self.login.user) else None), True


class FactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # the package has no types
    """Names this installation to passkeys: by `PUBLIC_URL` where that is set."""

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        return {"id": passkey_domain(context.request), "name": "Flowloom"}


def passkey_domain(request: HttpRequest | Request) -> str:
    """Return the domain that passkeys are bound to; empty where browsers make none: IP addresses, and without HTTPS."""
    parts = urlsplit(public_address(request, "/"))
    host = parts.hostname or ""
    return host if host == "localhost" or (parts.scheme == "https" and not _is_address(host)) else ""


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def passkeys(request: Request) -> Any:
    """Return the package's functions for passkeys. Raises ConflictError where passkeys cannot work."""
    from allauth.mfa.webauthn.internal import auth

    if not passkey_domain(request):
        raise ConflictError(_NO_PASSKEYS, code="passkeys_impossible")
    return auth


class RecentlyConfirmed(BasePermission):
    """Refuses unsafe requests of a session without a recent confirmation.

    Used by every act that makes or ends access, in case a session is stolen.
    """

    def has_permission(self, request: Request, view: object) -> bool:
        acts = request.method not in SAFE_METHODS and hasattr(view, str(request.method).lower())
        if acts and not did_recently_reauthenticate(request._request):
            raise ForbiddenError(
                "Confirm that it is you.",
                code="confirmation_needed",
                details={"proofs": ["password", *proofs_of(signed_in(request))]},
            )
        return True


CONFIRMED = (IsAuthenticated, RecentlyConfirmed)


def pending_person(request: HttpRequest) -> User | None:
    """Return who has given the right password in this session and owes the second step."""
    stage = get_pending_stage(request)
    return cast(User, stage.login.user) if isinstance(stage, SecondStep) else None


def sign_in_complete(request: HttpRequest) -> None:
    """Complete the sign-in of `pending_person` after the second step."""
    LoginStageController.enter(request, SecondStep.key).exit()


def passkey_options(request: Request, user: User) -> JsonObject:
    """Return what the browser needs to ask for one of the person's passkeys."""
    return cast(JsonObject, passkeys(request).begin_authentication(user)["publicKey"])


def second_step_check(request: Request, user: User, *, code: str, credential: JsonObject | None) -> Authenticator:
    """Check a code, or the browser's credential of a passkey.

    Raises:
        Throttled: too many attempts for this person or address.
        InvalidInputError: it does not fit.
    """
    counted = count_try(request._request, "login_failed", f"second-step-{user.pk}")
    if credential is not None:
        row = _passkey(user, credential)
        problem = InvalidInputError.at("/credential", "wrong_passkey", _WRONG_PASSKEY)
    else:
        row = code_accept(user, code)
        problem = InvalidInputError.at("/code", "wrong_code", _WRONG_CODE)
    if row is None:
        raise problem
    counted.rollback()
    return row


def _passkey(user: User, credential: JsonObject) -> Authenticator | None:
    from allauth.mfa.webauthn.internal import auth as webauthn

    try:
        webauthn.parse_authentication_response(credential)
        return cast(Authenticator, webauthn.complete_authentication(user, credential))
    except Exception:  # its decoders raise whatever they meet in bytes that are no passkey's
        return None
