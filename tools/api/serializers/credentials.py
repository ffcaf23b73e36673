"""The JSON of stored credentials."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from tools.api.serializers.accounts import AccountSerializer
from tools.api.serializers.shared import ObjectField, PersonSerializer, proxy_field
from tools.core.definitions import JsonObject
from tools.executors.signing.kinds import KINDS
from tools.forms.name_fields import NameField
from tools.models import Credential
from tools.outbound.http_credential import HTTP_KIND
from tools.selectors.credentials import credential_decides_origins

_WITH_FORM = frozenset({HTTP_KIND, *KINDS})
"""Kinds that people enter in a form of their own."""


class AskedOriginSerializer(serializers.Serializer[Any]):
    """A call that wanted to send a credential where it may not be sent."""

    origin = serializers.CharField()
    by = serializers.CharField(allow_blank=True, help_text="User name of whoever ran the call.")
    workflow_id = serializers.CharField(allow_null=True)
    at = serializers.DateTimeField()


class CredentialSerializer(serializers.ModelSerializer[Credential]):
    """A credential without its values, which never leave the server. Needs `context["user"]`."""

    has_test_values = serializers.BooleanField(help_text="Whether drafts are tried with other values.")
    origins = serializers.ListField(
        child=serializers.CharField(), help_text="Where it may be sent. Empty: the first use fills it in."
    )
    asked_origins = AskedOriginSerializer(many=True)
    owner = PersonSerializer(allow_null=True)
    account = AccountSerializer(allow_null=True, default=None, help_text="Where the secret comes from a consent.")
    proxy = serializers.CharField(help_text="The HTTP proxy of its calls, without user name and password; empty: none.")
    decides_origins = serializers.SerializerMethodField(help_text="Whether you may confirm origins.")

    class Meta:
        model = Credential
        fields = [
            "id",
            "name",
            "kind",
            "owner",
            "account",
            "has_test_values",
            "origins",
            "asked_origins",
            "decides_origins",
            "max_calls",
            "per_seconds",
            "proxy",
            "created_at",
        ]
        read_only_fields = fields

    def get_decides_origins(self, credential: Credential) -> bool:
        return credential_decides_origins(user=self.context["user"], credential=credential)


def _limit_field(least: int, most: int, help_text: str = "") -> serializers.IntegerField:
    return serializers.IntegerField(required=False, min_value=least, max_value=most, help_text=help_text)


class CredentialCreateSerializer(serializers.Serializer[Any]):
    name = NameField(max_length=200)
    kind = serializers.SlugField(max_length=40)
    values = ObjectField(write_only=True)
    test_values = ObjectField(
        write_only=True, required=False, help_text="What drafts are tried with: editor runs and debugged nodes."
    )
    max_calls = _limit_field(0, 1_000, "Requests that it may sign in any span of `per_seconds`; 0: no limit.")
    per_seconds = _limit_field(1, 86_400)
    proxy = proxy_field()

    def validate(self, attrs: JsonObject) -> JsonObject:
        if attrs.get("test_values") and attrs["kind"] not in _WITH_FORM:
            raise serializers.ValidationError({"test_values": _("Credentials of this kind have no test values.")})
        return attrs


class OriginSerializer(serializers.Serializer[Any]):
    origin = serializers.CharField(max_length=2000, help_text="An address; its scheme, host and port count.")


class CredentialChangeSerializer(serializers.Serializer[Credential]):
    """Changeable fields of a stored credential."""

    name = NameField(max_length=200, required=False)
    values = ObjectField(write_only=True, required=False)
    test_values = ObjectField(
        write_only=True, required=False, help_text="What drafts are tried with; an empty object removes it."
    )
    max_calls = _limit_field(0, 1_000)
    per_seconds = _limit_field(1, 86_400)
    proxy = proxy_field()

    def validate_values(self, values: JsonObject) -> JsonObject:
        if self.instance is not None and self.instance.kind not in _WITH_FORM:
            raise serializers.ValidationError(
                _("Replace it in the settings of the tool or model provider that uses it.")
            )
        return values

    def validate_test_values(self, values: JsonObject) -> JsonObject:
        if self.instance is not None and self.instance.kind not in _WITH_FORM:
            raise serializers.ValidationError(_("Credentials of this kind have no test values."))
        return values
