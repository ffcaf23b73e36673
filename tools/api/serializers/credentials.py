"""The JSON of stored credentials."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from tools.api.serializers.shared import ObjectField
from tools.definitions import JsonObject
from tools.http_credential import HTTP_KIND
from tools.models import Credential


class CredentialSerializer(serializers.ModelSerializer[Credential]):
    """A credential without its values, which never leave the server."""

    class Meta:
        model = Credential
        fields = ["id", "name", "kind", "created_at"]
        read_only_fields = fields


class CredentialCreateSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=200)
    kind = serializers.SlugField(max_length=40)
    values = ObjectField(write_only=True)


class CredentialChangeSerializer(serializers.Serializer[Credential]):
    """What may change of a stored credential."""

    name = serializers.CharField(max_length=200, required=False)
    values = ObjectField(write_only=True, required=False)

    def validate_values(self, values: JsonObject) -> JsonObject:
        if self.instance is not None and self.instance.kind != HTTP_KIND:
            raise serializers.ValidationError(_("Replace it in the settings of the tool or model API that uses it."))
        return values
