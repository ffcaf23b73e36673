"""The JSON of accounts at other services."""

from typing import Any

from rest_framework import serializers

from tools.api.serializers.shared import ObjectField, proxy_field
from tools.forms.local_text_field import LocalTextField
from tools.forms.name_fields import NameField
from tools.models import Account
from tools.outbound.oauth.service import CLIENT_AUTHS
from tools.outbound.oauth.services import CUSTOM, SERVICES


class PermissionSerializer(serializers.Serializer[Any]):
    """One permission that an account can be connected for."""

    id = serializers.CharField()
    title = LocalTextField()
    scopes = serializers.ListField(child=serializers.CharField(), help_text="As the service names it.")


class ServiceSerializer(serializers.Serializer[Any]):
    """A service that accounts can be connected of."""

    id = serializers.CharField()
    title = LocalTextField()
    scopes = serializers.ListField(child=serializers.CharField(), help_text="Asked for in any case.")
    permissions = PermissionSerializer(many=True)
    places = serializers.DictField(
        child=serializers.CharField(), help_text="Parts of the addresses that may be filled in, with their defaults."
    )
    has_consent = serializers.BooleanField(help_text="Whether a person can consent in a browser.")
    has_device_codes = serializers.BooleanField(help_text="Whether a person can consent on another device.")
    console = serializers.CharField(help_text="Where an app and its callback address are registered.")


class AccountSerializer(serializers.ModelSerializer[Account]):
    """Public fields of a connected account."""

    granted_scopes = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="Null: those that were asked for."
    )
    scopes = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = Account
        fields = ["service", "grant", "state", "connected_as", "scopes", "granted_scopes", "expires_at"]
        read_only_fields = fields


class AccountCreateSerializer(serializers.Serializer[Any]):
    """An app that a person has registered at a service."""

    name = NameField(max_length=200)
    service = serializers.ChoiceField(choices=[*SERVICES, CUSTOM])
    grant = serializers.ChoiceField(choices=Account.Grant.values, default=Account.Grant.CODE)
    client_id = serializers.CharField(max_length=2000)
    client_secret = serializers.CharField(
        max_length=4000, write_only=True, allow_blank=True, default="", help_text="Never shown again."
    )
    scopes = serializers.ListField(
        child=serializers.CharField(max_length=400),
        max_length=100,
        required=False,
        help_text="Left out: all that the service's permissions stand for.",
    )
    places = serializers.DictField(child=serializers.CharField(max_length=253, allow_blank=True), required=False)
    authorize_url = serializers.CharField(max_length=2000, allow_blank=True, default="")
    token_url = serializers.CharField(max_length=2000, allow_blank=True, default="")
    device_url = serializers.CharField(max_length=2000, allow_blank=True, default="")
    client_auth = serializers.ChoiceField(choices=CLIENT_AUTHS, default=CLIENT_AUTHS[0])
    origins = serializers.ListField(child=serializers.CharField(max_length=2000), max_length=20, required=False)


class McpAccountCreateSerializer(serializers.Serializer[Any]):
    """An MCP server that asks for consent."""

    name = NameField(max_length=200)
    url = serializers.CharField(max_length=2000, help_text="The server's MCP endpoint.")
    client_id = serializers.CharField(
        max_length=2000,
        allow_blank=True,
        default="",
        help_text="Of an app that you registered; empty: one is made.",
    )
    client_secret = serializers.CharField(
        max_length=4000, write_only=True, allow_blank=True, default="", help_text="Never shown again."
    )
    proxy = proxy_field()


class MoreScopesSerializer(serializers.Serializer[Any]):
    """Scopes to request in addition to those already granted."""

    more_scopes = serializers.ListField(
        child=serializers.CharField(max_length=400), max_length=100, required=False, default=list
    )


class ConsentSerializer(serializers.Serializer[Any]):
    url = serializers.CharField(help_text="Where the person consents.")


class DeviceCodeSerializer(serializers.Serializer[Any]):
    """Code that a person enters on another device, and the address to enter it at."""

    user_code = serializers.CharField()
    address = serializers.CharField(help_text="Where the code is typed in.")
    address_with_code = serializers.CharField(
        allow_blank=True, help_text="The same with the code in it, if there is one."
    )
    expires_at = serializers.FloatField(help_text="Seconds since the epoch.")
    interval_s = serializers.IntegerField(help_text="Until the first question is of use.")


class DeviceAnswerSerializer(serializers.Serializer[Any]):
    """State of a device consent."""

    is_connected = serializers.BooleanField()
    interval_s = serializers.IntegerField(help_text="Until the next question is of use.")


class AppDocumentSerializer(serializers.Serializer[Any]):
    """Client metadata that authorization servers read about this app."""

    client_id = serializers.CharField()
    client_name = serializers.CharField()
    redirect_uris = serializers.ListField(child=serializers.CharField())
    grant_types = serializers.ListField(child=serializers.CharField())
    response_types = serializers.ListField(child=serializers.CharField())
    application_type = serializers.CharField()
    token_endpoint_auth_method = serializers.CharField()


class AnswerSerializer(serializers.Serializer[Any]):
    """The query with which a service sent the browser back."""

    answer = ObjectField(help_text="Its parameters: `state`, then `code` or `error`.")
