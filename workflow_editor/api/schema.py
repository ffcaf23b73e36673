"""OpenAPI parts that drf-spectacular cannot infer: error answers, and parameters shared by views."""

from typing import Any, Literal

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

from workflow_editor.api.serializers.shared import ApiProblemSerializer

IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="A repeated request with the same key answers with the first run instead of starting another.",
)
PREFER = OpenApiParameter(
    "Prefer",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description=(
        "`wait=<seconds>`: answer when the run has ended or asks a person, at the latest after so many seconds "
        "(RFC 7240)."
    ),
)


class ProblemAutoSchema(AutoSchema):
    """Adds the problem document to every operation as its default answer."""

    def _get_response_bodies(self, direction: Literal["request", "response"] = "response") -> Any:
        bodies = super()._get_response_bodies(direction=direction)
        bodies["default"] = self._get_response_for_code(  # type: ignore[no-untyped-call]  # drf-spectacular's own
            ApiProblemSerializer, "default", media_types=["application/problem+json"], direction=direction
        )
        return bodies
