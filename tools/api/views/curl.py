"""cURL commands that people paste."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.api.permissions import signed_in
from tools.api.requests import body_of
from tools.api.serializers.shared import ObjectField
from tools.core.errors import ToolArgumentsError
from tools.executors.http_request.curl import MAX_COMMAND, read_curl
from tools.forms.local_text import local_text
from tools.services.validation import invalid_field


class CurlCommandSerializer(serializers.Serializer[object]):
    command = serializers.CharField(max_length=MAX_COMMAND, trim_whitespace=False)


class CurlReportSerializer(serializers.Serializer[object]):
    """Request that a command sends, its secret kept apart."""

    config = ObjectField(help_text="Settings of an HTTP request node.")
    secret = ObjectField(help_text="Values for a credential of kind http; empty where the command is not signed.")
    notes = serializers.ListField(child=serializers.CharField(), help_text="What could not be taken over.")


class CurlReading(APIView):
    """Reads a cURL command without storing or sending anything."""

    @extend_schema(
        operation_id="curl_read", request=CurlCommandSerializer, responses=CurlReportSerializer, tags=["tools"]
    )
    def post(self, request: Request) -> Response:
        """Return the command as settings."""
        signed_in(request)
        command = body_of(request, CurlCommandSerializer)["command"]
        try:
            read = read_curl(command)
        except ToolArgumentsError as error:
            raise invalid_field("/command", "not_curl", local_text(error.text)) from error
        notes = [local_text(note) for note in read.notes]
        return Response(CurlReportSerializer({"config": read.settings(), "secret": read.secret, "notes": notes}).data)
