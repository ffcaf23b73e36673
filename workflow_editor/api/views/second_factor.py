"""One's second factors, the second step of a sign-in, and confirmations."""

from datetime import datetime
from functools import partial
from typing import Annotated, Any, Literal

from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base.internal.flows import post_authentication
from django.contrib.auth.models import User
from django.db import transaction
from pydantic import Field
from rest_framework import exceptions
from rest_framework.request import Request

from tools.adapters.access_log import access_record
from tools.api.contract.endpoints import FoundBy, endpoint
from tools.api.contract.fields import JsonObject
from tools.api.contract.shapes import Shape
from tools.core.naming.visible_name import READABLE
from tools.core.text import Text
from tools.secrets.encryption import decrypt, encrypt
from workflow_editor.api.client_address import client_address
from workflow_editor.api.headless import TEXTS
from workflow_editor.api.limits.sign_in import count_try
from workflow_editor.api.second_step import (
    CONFIRMED,
    passkey_domain,
    passkey_options,
    passkeys,
    pending_person,
    second_step_check,
    sign_in_complete,
)
from workflow_editor.api.views.session import Password, SessionShape, session_answer, sign_in_endpoint
from workflow_editor.errors import ConflictError, InvalidInputError, NotFoundError
from workflow_editor.services.second_factor.factors import (
    factor_remove,
    factors_of,
    new_totp_secret,
    proofs_of,
    totp_add,
)
from workflow_editor.services.second_factor.factors import recovery_codes_create as new_codes
from workflow_editor.services.second_factor.factors import recovery_codes_left as codes_left


def _pending(request: Request) -> User:
    user = pending_person(request._request)
    if user is None or not user.is_active:
        raise exceptions.NotAuthenticated
    return user


Pending = Annotated[User, FoundBy(_pending)]
"""The person who has given the right password."""


class SecondStepShape(Shape):
    """One of both."""

    code: Annotated[str, Field(max_length=40)] = ""
    """Code of the authenticator app, or a recovery code."""
    credential: JsonObject | None = None
    """A passkey's answer, as the browser made it."""


class Confirmation(SecondStepShape):
    """The password, and one of both where a second step is set up."""

    password: Password


class PasskeyOptions(Shape):
    options: JsonObject
    """`publicKey` of `navigator.credentials`, in its JSON form."""


@sign_in_endpoint("POST", "session/second-step/")
def session_second_step(user: Pending, request: Request, body: SecondStepShape) -> SessionShape:
    """Complete a sign-in with a code, a recovery code or a passkey."""
    inner = request._request
    post_authentication(inner, _checked(request, user, body, "sign_in.failed"))
    sign_in_complete(inner)
    return session_answer(request, inner.user)


@sign_in_endpoint("POST", "session/second-step/options/")
def session_passkey_options(user: Pending, request: Request) -> PasskeyOptions:
    """Return what the browser needs to ask for a passkey at sign-in."""
    return PasskeyOptions.model_construct(options=passkey_options(request, user))


@endpoint("POST", "account/confirmation/")
def account_confirm(user: User, request: Request, body: Confirmation) -> None:
    """Confirm that it is you, for a few minutes: the password, and the second step where one is set up."""
    inner = request._request
    tried = count_try(inner, "own_password")
    if not user.check_password(body.password):
        access_record(user, "confirmation.failed", user.username, address=client_address(inner))
        raise InvalidInputError.at("/password", "enter_current_password", TEXTS["enter_current_password"])
    if proofs_of(user):
        post_authentication(inner, _checked(request, user, body, "confirmation.failed"), reauthenticated=True)
    else:
        record_authentication(inner, user, method="password", reauthenticated=True)
    # Whoever knows the password guesses nothing, however often they are asked for it.
    tried.rollback()


@endpoint("POST", "account/confirmation/options/")
def account_passkey_options(user: User, request: Request) -> PasskeyOptions:
    """Return what the browser needs to ask for a passkey of the person who is signed in."""
    return PasskeyOptions.model_construct(options=passkey_options(request, user))


def _checked(request: Request, user: User, body: SecondStepShape, failure: str) -> Any:
    try:
        return second_step_check(request, user, code=body.code, credential=body.credential)
    except InvalidInputError:
        address = client_address(request._request)
        access_record(None, failure, user.get_username(), {"step": "second"}, address=address)
        raise


_OFFERED = "totp_offered"
"""Session key of the encrypted secret of an unconfirmed authenticator app."""
_WRONG_CODE = Text("This code is not valid. Check the clock of your device, and enter the code that it shows now.")
_UNREADABLE = Text("The browser's answer is no new passkey for this page. Try again.")
_HAS_APP = Text("You have an authenticator app already. Remove it first.")
_NO_FACTOR = Text("Set up an authenticator app or a passkey first.")


change = partial(endpoint, permissions=CONFIRMED)
"""Make a function an operation that needs a recent confirmation."""
Passkeys = Annotated[Any, FoundBy(passkeys)]
"""The package's functions for passkeys, where these can work."""


class Factor(Shape):
    """A second factor of the person who asks."""

    id: int
    kind: Literal["totp", "webauthn"]
    name: str
    """Name of a passkey; empty for an authenticator app."""
    created_at: datetime
    last_used_at: datetime | None


class Factors(Shape):
    factors: list[Factor]
    recovery_codes_left: int
    allows_passkeys: bool
    """The address has a domain name and is reached over HTTPS, which browsers ask for."""


class TotpOffer(Shape):
    """An authenticator app to be added."""

    secret: str
    address: str
    """otpauth://, for a link on the same device."""
    qr: list[str]
    """Rows of the QR code: 1 is dark, 0 is light."""


class TotpConfirm(Shape):
    code: Annotated[str, Field(min_length=1, max_length=40)]


class PasskeyCreate(Shape):
    name: Annotated[str, Field(min_length=1, max_length=100), READABLE]
    credential: JsonObject
    """As the browser made it."""


class RecoveryCodes(Shape):
    recovery_codes: list[str]
    """New ones, in this answer and nowhere else; empty if there are some."""


@endpoint("GET", "account/factors/")
def factor_list(user: User, request: Request) -> Factors:
    """List one's second factors."""
    return Factors.model_construct(
        factors=[Factor.of(row) for row in factors_of(user)],
        recovery_codes_left=codes_left(user),
        allows_passkeys=bool(passkey_domain(request)),
    )


@change("DELETE", "account/factors/<int:factor_id>/")
def factor_delete(user: User, factor_id: int) -> None:
    """Remove a second factor; the recovery codes go with the last one."""
    if not factor_remove(user, factor_id):
        raise NotFoundError("This factor does not exist.")


@change("POST", "account/factors/totp/offer/")
def totp_offer(user: User, request: Request) -> TotpOffer:
    """Return the secret of a new authenticator app; it counts once a code of it is sent."""
    if any(factor.kind == "totp" for factor in factors_of(user)):
        raise ConflictError(_HAS_APP, code="factor_exists")
    secret = new_totp_secret()
    request.session[_OFFERED] = encrypt({"secret": secret})
    address = get_adapter().build_totp_url(user, secret)
    return TotpOffer(secret=secret, address=address, qr=_qr_rows(address))


@change("POST", "account/factors/totp/", status=201)
def totp_create(user: User, request: Request, body: TotpConfirm) -> RecoveryCodes:
    """Add the authenticator app that was offered, with a code of it."""
    offered = request.session.get(_OFFERED)
    with transaction.atomic():
        if not offered or totp_add(user, decrypt(offered)["secret"], body.code) is None:
            raise InvalidInputError.at("/code", "wrong_code", _WRONG_CODE)
        del request.session[_OFFERED]
        return RecoveryCodes(recovery_codes=new_codes(user, only_first=True))


@change("POST", "account/factors/passkeys/options/")
def passkey_offer(user: User, webauthn: Passkeys) -> PasskeyOptions:
    """Return what the browser needs to make a passkey."""
    options = webauthn.begin_registration(user, passwordless=False)["publicKey"]
    return PasskeyOptions.model_construct(options=options)


@change("POST", "account/factors/passkeys/", status=201)
def passkey_create(user: User, webauthn: Passkeys, body: PasskeyCreate) -> RecoveryCodes:
    """Add a passkey that the browser made."""
    try:
        webauthn.parse_registration_response(body.credential)
        webauthn.complete_registration(body.credential)
    except Exception:  # its decoders raise whatever they meet in bytes that are no passkey's
        raise InvalidInputError.at("/credential", "wrong_passkey", _UNREADABLE) from None
    with transaction.atomic():
        webauthn.WebAuthn.add(user, body.name, body.credential)
        return RecoveryCodes(recovery_codes=new_codes(user, only_first=True))


@change("POST", "account/factors/recovery-codes/", status=201)
def recovery_codes_create(user: User) -> RecoveryCodes:
    """Make new recovery codes, which replace those before."""
    if not proofs_of(user):
        raise ConflictError(_NO_FACTOR, code="factor_missing")
    return RecoveryCodes(recovery_codes=new_codes(user))


def _qr_rows(text: str) -> list[str]:
    from qrcode.main import QRCode

    code = QRCode(border=0)
    code.add_data(text)
    return ["".join("1" if dark else "0" for dark in row) for row in code.get_matrix()]
