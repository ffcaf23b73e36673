"""Endpoints without a noun: the health checks, and the answer to unknown addresses."""

from typing import Any, Literal

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView

from tools.api.contract.endpoints import Reply, endpoint
from tools.api.contract.shapes import Shape
from workflow_editor.adapters.process.readiness import readiness
from workflow_editor.errors import NotFoundError

PartState = Literal["ok", "failed"]


class Health(Shape):
    """Liveness of the process."""

    status: Literal["ok"]


class ReadyParts(Shape):
    """Dependencies of a run."""

    database: PartState
    broker: PartState
    channel_layer: PartState
    worker: PartState
    """ok when at least one worker answers"""


class Ready(Shape):
    """Readiness by part."""

    status: Literal["ready", "not_ready"]
    parts: ReadyParts


@endpoint("GET", "health/", authentication=(), permissions=(AllowAny,))
def health() -> Health:
    """Answer while the process lives, whatever else is down: restart it if it does not."""
    return Health(status="ok")


@endpoint("GET", "health/ready/", status=(200, 503), authentication=(), permissions=(AllowAny,))
def health_ready() -> Reply[Ready]:
    """Answer 200 when the database, the broker, the channel layer and a worker answer, else 503, in two seconds."""
    found = readiness.parts()
    ready = all(found.values())
    parts = ReadyParts.model_validate({name: "ok" if answers else "failed" for name, answers in found.items()})
    return Reply(Ready(status="ready" if ready else "not_ready", parts=parts), status=200 if ready else 503)


@extend_schema(exclude=True)
class UnknownAddressView(APIView):
    """Answers every method at an address that does not exist with a problem document."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    http_method_names = ("get", "post", "put", "patch", "delete", "head", "options")

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise NotFoundError("There is nothing at this address.")
