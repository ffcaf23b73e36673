"""The kinds of credentials that people make."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.api.serializers.shared import SchemaField
from tools.executors.contract.schema import form_schema
from tools.executors.signing.kinds import KINDS
from tools.forms.local_text_field import LocalTextField


class CredentialKindSerializer(serializers.Serializer[Any]):
    """A kind that signs requests whole, and the schema that its form is drawn from."""

    id = serializers.CharField(help_text="`kind` of such a credential.")
    title = LocalTextField()
    help = LocalTextField()
    values_schema = SchemaField()


class CredentialKindList(APIView):
    """Credential kinds besides a plain secret (`http`), which has `secret` and `username`."""

    @extend_schema(
        operation_id="credential_kinds_list", responses=CredentialKindSerializer(many=True), tags=["credentials"]
    )
    def get(self, request: Request) -> Response:
        """List the kinds."""
        rows = [
            {"id": kind.id, "title": kind.title, "help": kind.help, "values_schema": form_schema(kind.values_model)}
            for kind in KINDS.values()
        ]
        return Response(CredentialKindSerializer(rows, many=True).data)
