"""Shells without a noun: the health checks, and the answer to unknown addresses."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from workflow_editor.adapters.process.readiness import readiness
from workflow_editor.errors import NotFoundError


class HealthSerializer(serializers.Serializer[Any]):
    """Liveness of the process."""

    status = serializers.ChoiceField(["ok"])


class ReadyPartsSerializer(serializers.Serializer[Any]):
    """Dependencies of a run."""

    database = serializers.ChoiceField(["ok", "failed"])
    broker = serializers.ChoiceField(["ok", "failed"])
    channel_layer = serializers.ChoiceField(["ok", "failed"])
    worker = serializers.ChoiceField(["ok", "failed"], help_text="ok when at least one worker answers")


class ReadySerializer(serializers.Serializer[Any]):
    """Readiness by part."""

    status = serializers.ChoiceField(["ready", "not_ready"])
    parts = ReadyPartsSerializer()


class HealthView(APIView):
    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(operation_id="health", responses=HealthSerializer)
    def get(self, request: Request) -> Response:
        """Answer while the process lives, whatever else is down: restart it if it does not."""
        return Response({"status": "ok"})


class ReadyView(APIView):
    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(operation_id="health_ready", responses={200: ReadySerializer, 503: ReadySerializer})
    def get(self, request: Request) -> Response:
        """Answer 200 when the database, the broker, the channel layer and a worker answer, else 503, in two seconds."""
        found = readiness.parts()
        ready = all(found.values())
        parts = {name: "ok" if answers else "failed" for name, answers in found.items()}
        return Response({"status": "ready" if ready else "not_ready", "parts": parts}, status=200 if ready else 503)


@extend_schema(exclude=True)
class UnknownAddressView(APIView):
    """Answers every method at an address that does not exist with a problem document."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    http_method_names = ("get", "post", "put", "patch", "delete", "head", "options")

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise NotFoundError("There is nothing at this address.")
