"""Security headers that limit loading and actions of a page (Content Security Policy Level 3)."""

from collections.abc import Mapping, Sequence

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

_APP = {
    "default-src": "'self'",
    "img-src": "'self' data: blob:",
    "font-src": "'self' data:",
    "style-src": "'self' 'unsafe-inline'",
    "worker-src": "'self' blob:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "script-src": "'self'",
}
# The admin theme is built on Alpine.js, which evaluates the expressions in its attributes.
_ADMIN = {"script-src": "'self' 'unsafe-inline' 'unsafe-eval'"}
_SELF = "'self'"
_SHOWING_FILES = ("img-src", "media-src", "connect-src")
FEATURES = "camera=(), microphone=(), geolocation=(), payment=(), usb=()"


def _policy(changes: Mapping[str, str]) -> str:
    """Return the policy of our own pages with other sources for some directives; files may be at `CONTENT_URL`."""
    directives = {**_APP, **changes}
    if settings.CONTENT_URL:
        directives |= {name: f"{directives.get(name, _SELF)} {settings.CONTENT_URL}" for name in _SHOWING_FILES}
    return "; ".join(f"{name} {sources}" for name, sources in directives.items())


def framed_policy(pages: Sequence[str], origins: Sequence[str] = ()) -> str:
    """Return the policy of a page that may be framed by the origins `pages` (`*` for all, empty for none).

    `origins` lists further sources of scripts and frames.
    """
    changes = {"frame-ancestors": " ".join(pages)} if pages else {}
    if origins:
        others = " ".join(origins)
        changes |= {"script-src": f"'self' {others}", "frame-src": others, "connect-src": f"'self' {others}"}
    return _policy(changes)


class ContentPolicyMiddleware(MiddlewareMixin):
    """Adds the policies to every answer that does not bring its own, and lets nobody keep JSON."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        policy = _policy(_ADMIN if request.path.startswith("/admin/") else {})
        response.headers.setdefault("Content-Security-Policy", policy)
        response.headers.setdefault("Permissions-Policy", FEATURES)
        if response.headers.get("Content-Type", "").partition(";")[0].endswith("json"):
            # Nobody may keep a page that somebody may see now.
            response.headers.setdefault("Cache-Control", "no-store")
        return response
