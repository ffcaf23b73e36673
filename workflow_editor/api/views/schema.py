"""The OpenAPI document, for people who are signed in unless `PUBLIC_API_DOCS` opens it."""

from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import get_language, override
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response

from workflow_editor.api.rendering import JsonRenderer

_LANGUAGES = frozenset(code for code, _ in settings.LANGUAGES)
_WRITERS = {"json": OpenApiJsonRenderer, "yaml": OpenApiYamlRenderer}


class SchemaView(SpectacularAPIView):
    """Built once for each language and format: that takes up to a second, and nothing changes it while we run."""

    def _get_schema_response(self, request: Request) -> HttpResponse | Response:
        media_type = request.accepted_renderer.media_type
        kind = "json" if media_type.endswith("json") else "yaml"
        # The query may name any language, and each that is built stays in memory.
        language = get_language()
        return HttpResponse(_written(kind, language if language in _LANGUAGES else "en"), content_type=media_type)


class DocsView(SpectacularSwaggerSplitView):
    """The explorer of the document; its refusals are problem documents, not pages."""

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        if response.status_code >= 400:
            request.accepted_renderer, request.accepted_media_type = JsonRenderer(), JsonRenderer.media_type
        return super().finalize_response(request, response, *args, **kwargs)


@cache
def _written(kind: str, language: str) -> bytes:
    with override(language):
        document: Any = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
        written = _WRITERS[kind]().render(document, renderer_context={})
        return written.encode() if isinstance(written, str) else written
