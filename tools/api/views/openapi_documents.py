"""OpenAPI documents that people bring in."""

from dataclasses import asdict

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.api.permissions import signed_in
from tools.api.requests import body_of
from tools.api.serializers.shared import ObjectField
from tools.core.text import Text
from tools.forms.local_text import local_text
from tools.services.openapi_documents import openapi_read
from tools.services.validation import invalid_field

_NO_DOCUMENT = Text("Choose a file or enter an address.")


class OpenApiRequestSerializer(serializers.Serializer[object]):
    """A document, as a file or by its address, and which of its operations are wanted."""

    file = serializers.FileField(required=False)
    address = serializers.CharField(required=False, allow_blank=True, max_length=2_000)
    chosen = serializers.CharField(
        required=False, allow_blank=True, max_length=20_000, help_text="Ids of operations, one in a line."
    )


class OpenApiOperationSerializer(serializers.Serializer[object]):
    id = serializers.CharField()
    method = serializers.CharField()
    path = serializers.CharField()
    title = serializers.CharField()
    tags = serializers.ListField(child=serializers.CharField())
    deprecated = serializers.BooleanField()
    notes = serializers.ListField(
        child=serializers.CharField(), help_text="What could not be taken over, and why; only of chosen operations."
    )


class OpenApiReportSerializer(serializers.Serializer[object]):
    title = serializers.CharField()
    operations = OpenApiOperationSerializer(many=True)
    notes = serializers.ListField(child=serializers.CharField(), help_text="What concerns all operations.")
    api = ObjectField(help_text="The chosen operations: `config.api` of a tool of type openapi.")


class OpenApiReading(APIView):
    """Reads an OpenAPI document without storing it."""

    parser_classes = (MultiPartParser,)

    @extend_schema(
        operation_id="openapi_read",
        request={"multipart/form-data": OpenApiRequestSerializer},
        responses={200: OpenApiReportSerializer},
        tags=["tools"],
    )
    def post(self, request: Request) -> Response:
        """Return the operations of a document, and the chosen ones as a tool of type openapi stores them."""
        user = signed_in(request)
        given = body_of(request, OpenApiRequestSerializer)
        upload, address = given.get("file"), given.get("address", "").strip()
        if upload is None and not address:
            raise invalid_field("/file", "missing", local_text(_NO_DOCUMENT))
        chosen = given.get("chosen", "").split()
        found = openapi_read(user=user, upload=upload, address=address, chosen=chosen)
        return Response(
            {
                "title": found.title,
                "operations": [
                    {**asdict(one), "notes": [local_text(note) for note in one.notes]} for one in found.operations
                ],
                "notes": [local_text(note) for note in found.notes],
                "api": found.api.model_dump(mode="json", by_alias=True),
            }
        )
