"""One's second factors."""

from datetime import datetime
from functools import partial
from typing import Annotated, Any, Literal

from allauth.mfa.adapter import get_adapter
from django.contrib.auth.models import User
from django.db import transaction
from pydantic import Field
from rest_framework.request import Request

from tools.api.contract.endpoints import FoundBy, endpoint
from tools.api.contract.fields import JsonObject
from tools.api.contract.shapes import Shape
from tools.core.naming.visible_name import READABLE
from tools.core.text import Text
from tools.secrets.encryption import decrypt, encrypt
from workflow_editor.api.second_step import CONFIRMED, passkey_domain, passkeys
from workflow_editor.api.views.second_step import PasskeyOptions
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
