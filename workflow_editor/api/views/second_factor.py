"""One's second factors."""

from typing import Any

from allauth.mfa.adapter import get_adapter
from django.db import transaction
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.core.text import Text
from tools.secrets.encryption import decrypt, encrypt
from workflow_editor.api.requests import body_of, user_of
from workflow_editor.api.second_step import RecentlyConfirmed, passkey_domain, require_passkeys
from workflow_editor.api.serializers.second_factor import (
    FactorsSerializer,
    PasskeyCreateSerializer,
    PasskeyOptionsSerializer,
    RecoveryCodesSerializer,
    TotpConfirmSerializer,
    TotpOfferSerializer,
)
from workflow_editor.errors import ConflictError, InvalidInputError, NotFoundError
from workflow_editor.services.second_factor.factors import (
    factor_remove,
    factors_of,
    new_totp_secret,
    proofs_of,
    recovery_codes_create,
    recovery_codes_left,
    totp_add,
)

_OFFERED = "totp_offered"
"""Session key of the encrypted secret of an unconfirmed authenticator app."""
_WRONG_CODE = Text("This code is not valid. Check the clock of your device, and enter the code that it shows now.")
_UNREADABLE = Text("The browser's answer is no new passkey for this page. Try again.")
_HAS_APP = Text("You have an authenticator app already. Remove it first.")
_NO_FACTOR = Text("Set up an authenticator app or a passkey first.")


class FactorsView(APIView):
    @extend_schema(operation_id="factor_list", responses=FactorsSerializer)
    def get(self, request: Request) -> Response:
        """List one's second factors."""
        user = user_of(request)
        body = {
            "factors": factors_of(user),
            "recovery_codes_left": recovery_codes_left(user),
            "allows_passkeys": bool(passkey_domain(request)),
        }
        return Response(FactorsSerializer(body).data)


class _ChangeView(APIView):
    permission_classes = (IsAuthenticated, RecentlyConfirmed)


class FactorView(_ChangeView):
    @extend_schema(operation_id="factor_delete", responses={204: None})
    def delete(self, request: Request, factor_id: int) -> Response:
        """Remove a second factor; the recovery codes go with the last one."""
        if not factor_remove(user_of(request), factor_id):
            raise NotFoundError("This factor does not exist.")
        return Response(status=204)


class TotpOfferView(_ChangeView):
    @extend_schema(operation_id="totp_offer", request=None, responses=TotpOfferSerializer)
    def post(self, request: Request) -> Response:
        """Return the secret of a new authenticator app; it counts once a code of it is sent."""
        user = user_of(request)
        if any(factor.kind == "totp" for factor in factors_of(user)):
            raise ConflictError(_HAS_APP, code="factor_exists")
        secret = new_totp_secret()
        request.session[_OFFERED] = encrypt({"secret": secret})
        address = get_adapter().build_totp_url(user, secret)
        return Response({"secret": secret, "address": address, "qr": _qr_rows(address)})


class TotpView(_ChangeView):
    @extend_schema(operation_id="totp_create", request=TotpConfirmSerializer, responses={201: RecoveryCodesSerializer})
    def post(self, request: Request) -> Response:
        """Add the authenticator app that was offered, with a code of it."""
        code, offered = body_of(request, TotpConfirmSerializer)["code"], request.session.get(_OFFERED)
        with transaction.atomic():
            if not offered or totp_add(user_of(request), decrypt(offered)["secret"], code) is None:
                raise InvalidInputError.at("/code", "wrong_code", _WRONG_CODE)
            del request.session[_OFFERED]
            return _new_codes(request, only_first=True)


class PasskeyOptionsView(_ChangeView):
    @extend_schema(operation_id="passkey_offer", request=None, responses=PasskeyOptionsSerializer)
    def post(self, request: Request) -> Response:
        """Return what the browser needs to make a passkey."""
        from allauth.mfa.webauthn.internal import auth as webauthn

        require_passkeys(request)
        return Response({"options": webauthn.begin_registration(user_of(request), passwordless=False)["publicKey"]})


class PasskeysView(_ChangeView):
    @extend_schema(
        operation_id="passkey_create", request=PasskeyCreateSerializer, responses={201: RecoveryCodesSerializer}
    )
    def post(self, request: Request) -> Response:
        """Add a passkey that the browser made."""
        from allauth.mfa.webauthn.internal import auth as webauthn

        require_passkeys(request)
        given = body_of(request, PasskeyCreateSerializer)
        _check_new(given["credential"])
        with transaction.atomic():
            webauthn.WebAuthn.add(user_of(request), given["name"], given["credential"])
            return _new_codes(request, only_first=True)


class RecoveryCodesView(_ChangeView):
    @extend_schema(operation_id="recovery_codes_create", request=None, responses={201: RecoveryCodesSerializer})
    def post(self, request: Request) -> Response:
        """Make new recovery codes, which replace those before."""
        if not proofs_of(user_of(request)):
            raise ConflictError(_NO_FACTOR, code="factor_missing")
        return _new_codes(request, only_first=False)


def _new_codes(request: Request, *, only_first: bool) -> Response:
    return Response({"recovery_codes": recovery_codes_create(user_of(request), only_first=only_first)}, status=201)


def _check_new(credential: dict[str, Any]) -> None:
    from allauth.mfa.webauthn.internal import auth as webauthn

    try:
        webauthn.parse_registration_response(credential)
        webauthn.complete_registration(credential)
    except Exception:  # its decoders raise whatever they meet in bytes that are no passkey's
        raise InvalidInputError.at("/credential", "wrong_passkey", _UNREADABLE) from None


def _qr_rows(text: str) -> list[str]:
    from qrcode.main import QRCode

    code = QRCode(border=0)
    code.add_data(text)
    return ["".join("1" if dark else "0" for dark in row) for row in code.get_matrix()]
