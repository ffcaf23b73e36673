"""Endpoints in the OpenAPI document, by the extension points of drf-spectacular."""

from typing import Any, Literal, get_args, get_origin, get_type_hints

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from pydantic import TypeAdapter

from tools.api.contract.components import serializer_of, written
from tools.api.contract.endpoints import Endpoint, Media, Paged, Reply
from tools.api.contract.shapes import Shape


class EndpointSchema(AutoSchema):
    """Describes endpoints; other views are described as usual."""

    @property
    def _endpoint(self) -> Endpoint | None:
        return getattr(self.view, "endpoints", {}).get(self.method)

    def is_excluded(self) -> bool:
        return self._endpoint.is_hidden if self._endpoint else super().is_excluded()

    def get_operation_id(self) -> str:
        return self._endpoint.operation if self._endpoint else super().get_operation_id()

    def get_tags(self) -> list[str]:
        return [self._endpoint.tag] if self._endpoint else super().get_tags()

    def get_auth(self) -> Any:
        """Name no credential where a session is only made."""
        makers = (getattr(one, "makes_sessions", False) for one in self.view.get_authenticators())
        return [] if any(makers) else super().get_auth()

    def get_override_parameters(self) -> Any:
        one = self._endpoint
        if one is None:
            return super().get_override_parameters()
        headers = [
            OpenApiParameter(header.name, OpenApiTypes.STR, OpenApiParameter.HEADER, description=header.description)
            for header in one.headers
        ]
        choices = [
            OpenApiParameter(name, OpenApiTypes.STR, OpenApiParameter.PATH, enum=get_args(hint))
            for name, hint in get_type_hints(one.function).items()
            if get_origin(hint) is Literal
        ]
        return [*headers, *choices, *([serializer_of(one.query)] if one.query else [])]

    def get_request_serializer(self) -> Any:
        one = self._endpoint
        if one is None:
            return super().get_request_serializer()
        if one.bodies:
            return {media: _described(body) for media, body in one.bodies.items()}
        return serializer_of(one.body) if one.body else None

    def get_response_serializers(self) -> Any:
        """Return the answers by status, or by status and media type."""
        one = self._endpoint
        if one is None:
            return super().get_response_serializers()
        problems = {
            (status, "application/problem+json"): OpenApiResponse(serializer_of(shape), text)
            for status, (shape, text) in one.problems.items()
        }
        if media := next((part for part in get_args(one.answer) if isinstance(part, Media)), None):
            kind = OpenApiTypes.BINARY if media.is_binary else OpenApiTypes.STR
            return {(one.statuses[0], media.type): OpenApiResponse(kind, media.description)} | problems
        answer = get_args(one.answer)[0] if get_origin(one.answer) is Reply else one.answer
        if get_origin(answer) in (list, Paged):
            described: Any = serializer_of(get_args(answer)[0])(many=True)
        else:
            described = _described(answer) if answer else None
        return dict.fromkeys(one.statuses, described) | problems

    def _get_paginator(self) -> Any:
        if self._endpoint is None:
            return super()._get_paginator()  # type: ignore[no-untyped-call]  # drf-spectacular's own
        return self._endpoint.pages() if self._endpoint.pages else None


def _described(annotation: Any) -> Any:
    """Return the placeholder of a shape, or the schema of other JSON."""
    if isinstance(annotation, type) and issubclass(annotation, Shape):
        return serializer_of(annotation)
    return written(TypeAdapter(annotation).json_schema(), {})
