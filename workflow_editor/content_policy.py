"""Security headers that limit loading and actions of a page (Content Security Policy Level 3)."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

_COMMON = (
    "default-src 'self'; img-src 'self' data: blob:; font-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
)
APP_POLICY = f"{_COMMON}script-src 'self'"
# The admin theme is built on Alpine.js, which evaluates the expressions in its attributes.
ADMIN_POLICY = f"{_COMMON}script-src 'self' 'unsafe-inline' 'unsafe-eval'"
FEATURES = "camera=(), microphone=(), geolocation=(), payment=(), usb=()"


def framed_policy(pages: Sequence[str], origins: Sequence[str] = ()) -> str:
    """Return the policy of a page that may be framed by the origins `pages` (`*` for all, empty for none).

    `origins` lists further sources of scripts and frames.
    """
    policy = APP_POLICY
    if pages:
        policy = policy.replace("frame-ancestors 'none'", f"frame-ancestors {' '.join(pages)}")
    if not origins:
        return policy
    others = " ".join(origins)
    return f"{policy} {others}; frame-src {others}; connect-src 'self' {others}"


class ContentPolicyMiddleware(MiddlewareMixin):
    """Adds the policies to every answer that does not bring its own, and lets nobody keep JSON."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        policy = ADMIN_POLICY if request.path.startswith("/admin/") else APP_POLICY
        response.headers.setdefault("Content-Security-Policy", policy)
        response.headers.setdefault("Permissions-Policy", FEATURES)
        if response.headers.get("Content-Type", "").partition(";")[0].endswith("json"):
            # What somebody may see now is no one's to keep.
            response.headers.setdefault("Cache-Control", "no-store")
        return response
