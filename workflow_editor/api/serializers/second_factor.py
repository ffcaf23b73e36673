"""Second factors and the second step."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tools.forms.name_fields import NameField


@extend_schema_field({"$ref": "#/components/schemas/JsonObject"})
class WebAuthnField(serializers.DictField):
    """Browser passkey data (WebAuthn Level 3, JSON form)."""


class SecondStepSerializer(serializers.Serializer[Any]):
    """One of both."""

    code = serializers.CharField(
        max_length=40, default="", allow_blank=True, help_text="Of the authenticator app, or a recovery code."
    )
    credential = WebAuthnField(allow_null=True, default=None, help_text="A passkey's answer, as the browser made it.")


class ConfirmationSerializer(SecondStepSerializer):
    password = serializers.CharField(max_length=4096, trim_whitespace=False)


class PasskeyOptionsSerializer(serializers.Serializer[Any]):
    options = WebAuthnField(help_text="`publicKey` of `navigator.credentials`, in its JSON form.")


class FactorSerializer(serializers.Serializer[Any]):
    """A second factor of the person who asks."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(["totp", "webauthn"])
    name = serializers.CharField(help_text="Of a passkey; empty for an authenticator app.")
    created_at = serializers.DateTimeField()
    last_used_at = serializers.DateTimeField(allow_null=True)


class FactorsSerializer(serializers.Serializer[Any]):
    factors = FactorSerializer(many=True)
    recovery_codes_left = serializers.IntegerField()
    allows_passkeys = serializers.BooleanField(
        help_text="The address has a domain name and is reached over HTTPS, which browsers ask for."
    )


class TotpOfferSerializer(serializers.Serializer[Any]):
    """An authenticator app to be added."""

    secret = serializers.CharField()
    address = serializers.CharField(help_text="otpauth://, for a link on the same device.")
    qr = serializers.ListField(child=serializers.CharField(), help_text="Rows of the QR code: 1 is dark, 0 is light.")


class TotpConfirmSerializer(serializers.Serializer[Any]):
    code = serializers.CharField(max_length=40)


class PasskeyCreateSerializer(serializers.Serializer[Any]):
    name = NameField(max_length=100)
    credential = WebAuthnField(help_text="As the browser made it.")


class RecoveryCodesSerializer(serializers.Serializer[Any]):
    recovery_codes = serializers.ListField(
        child=serializers.CharField(), help_text="New ones, in this answer and nowhere else; empty if there are some."
    )
