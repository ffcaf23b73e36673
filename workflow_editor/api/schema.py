"""Error answers, which drf-spectacular cannot detect by itself."""

from typing import Any, Literal

from tools.api.contract.components import serializer_of
from tools.api.contract.openapi import EndpointSchema
from workflow_editor.api.problem_shapes import ApiProblem


class ProblemAutoSchema(EndpointSchema):
    """Adds the problem document to every operation as its default answer."""

    def _get_response_bodies(self, direction: Literal["request", "response"] = "response") -> Any:
        bodies = super()._get_response_bodies(direction=direction)
        bodies["default"] = self._get_response_for_code(  # type: ignore[no-untyped-call]  # drf-spectacular's own
            serializer_of(ApiProblem), "default", media_types=["application/problem+json"], direction=direction
        )
        return bodies
