"""Two shells without a noun: the health check, and the answer to unknown addresses."""

from typing import Any

from django.db import connection
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from workflow_editor.errors import NotFoundError


class HealthSerializer(serializers.Serializer[Any]):
    """Says that requests are answered and the database is there."""

    status = serializers.ChoiceField(["ok"])


class HealthView(APIView):
    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(operation_id="health", responses=HealthSerializer)
    def get(self, request: Request) -> Response:
        """Answer when the server and its database work."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        return Response({"status": "ok"})


@extend_schema(exclude=True)
class UnknownAddressView(APIView):
    """Answers every method at an address that does not exist with a problem document."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    http_method_names = ("get", "post", "put", "patch", "delete", "head", "options")

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise NotFoundError("There is nothing at this address.")
