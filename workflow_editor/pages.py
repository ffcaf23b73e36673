"""Page of the front end, which routes by itself, and the panel's sign-in redirect."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from uuid import UUID

from django.conf import settings
from django.contrib import admin
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language_from_request
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from workflow_editor.adapters.node.captcha import captcha_service
from workflow_editor.content_policy import framed_policy
from workflow_editor.conversations.shares import share_framing_pages
from workflow_editor.selectors.outside.forms import form_framing_pages

ENTRY = "src/main.tsx"
EDITOR = "src/features/editor/editor-page.tsx"
TEXTS = "src/i18n/{language}/index.ts"
# Read by the editor before it draws the first card: the server answers while the browser fetches and reads the code.
EDITOR_READS = ("/api/session/", "/api/node-types/", "/api/workflows/{id}/", "/api/workflows/{id}/graph/")


@dataclass(frozen=True, slots=True)
class Bundle:
    """The files of the built front end that the page must load."""

    script: str
    styles: tuple[str, ...]
    preloads: tuple[str, ...]


@never_cache
@ensure_csrf_cookie
@require_safe
def app_page(request: HttpRequest) -> HttpResponse:
    """Serve the front end, or say how to build it."""
    return _page(request)


@never_cache
@ensure_csrf_cookie
@require_safe
def editor_page(request: HttpRequest, workflow_id: UUID) -> HttpResponse:
    """Serve the front end for the editor, with code and data that it would ask for only when it has begun."""
    signed_in = request.user.is_authenticated
    reads = [address.format(id=workflow_id) for address in EDITOR_READS] if signed_in else []
    return _page(request, screen=EDITOR, reads=reads)


def _page(request: HttpRequest, screen: str = ENTRY, reads: Sequence[str] = ()) -> HttpResponse:
    bundle = current_bundle(settings.FRONTEND_MANIFEST, screen, _texts(request))
    if bundle is None:
        return render(request, "not_built.html", status=503)
    return render(request, "app.html", {"bundle": bundle, "reads": reads})


def _texts(request: HttpRequest) -> str:
    """Return the texts that the front end will most likely ask for, unless another language was chosen in it."""
    return TEXTS.format(language=get_language_from_request(request).partition("-")[0])


def form_page(request: HttpRequest, token: str) -> HttpResponse:
    """Serve the front end for a public form, also inside pages of others where the form may be shown there."""
    pages = form_framing_pages(token)
    if not pages:
        return app_page(request)
    response = xframe_options_exempt(app_page)(request)
    service = captcha_service()
    response.headers["Content-Security-Policy"] = framed_policy(pages, service.origins if service else ())
    return response


def shared_page(request: HttpRequest, token: str) -> HttpResponse:
    """Serve the front end for a link to a conversation, also inside pages of others: no session counts there."""
    response = xframe_options_exempt(app_page)(request)
    response.headers["Content-Security-Policy"] = framed_policy(share_framing_pages(token))
    return response


@never_cache
def admin_login(request: HttpRequest) -> HttpResponse:
    """Redirect from the administrator's panel to the product's sign-in, and back.

    Raises PermissionDenied for a signed-in person without access to the panel.
    """
    wanted = request.GET.get(REDIRECT_FIELD_NAME) or reverse("admin:index")
    if admin.site.has_permission(request):
        return redirect("admin:index")
    if request.user.is_authenticated:
        raise PermissionDenied
    return redirect_to_login(wanted)


def current_bundle(manifest: Path, *parts: str) -> Bundle | None:
    """Return the bundle of Vite's manifest; None when the front end has not been built.

    `parts` are modules it would load late: a screen's, those of texts. Source:
    https://vite.dev/guide/backend-integration.
    """
    try:
        built_at = manifest.stat().st_mtime_ns
    except FileNotFoundError:
        return None
    return _read_bundle(manifest, built_at, parts)


@lru_cache(maxsize=4)
def _read_bundle(manifest: Path, built_at: int, parts: tuple[str, ...]) -> Bundle:
    chunks = json.loads(manifest.read_text())
    names = _with_imports(chunks, [ENTRY, *(part for part in parts if part in chunks)], set())
    styles = [style for name in names for style in chunks[name].get("css", [])]
    return Bundle(
        script=static(chunks[ENTRY]["file"]),
        styles=tuple(static(style) for style in dict.fromkeys(styles)),
        preloads=tuple(static(chunks[name]["file"]) for name in names[1:]),
    )


def _with_imports(chunks: dict[str, dict[str, list[str]]], names: Sequence[str], seen: set[str]) -> list[str]:
    found = []
    for name in names:
        if name not in seen:
            seen.add(name)
            found += [name, *_with_imports(chunks, chunks[name].get("imports", []), seen)]
    return found
