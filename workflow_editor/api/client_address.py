"""Client address of a request. Only the operator's proxies are trusted for headers."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from workflow_editor.services.forwarded_addresses import forwarded_client, is_trusted_proxy

_UNKNOWN = "0.0.0.0"  # noqa: S104  a value to store, nothing listens there
_FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_HOST", "HTTP_X_FORWARDED_PORT", "HTTP_X_FORWARDED_PROTO")


def client_address(request: HttpRequest) -> str:
    """Return the IP address of the client in its canonical form; empty when the server knows none."""
    meta = request.META
    return forwarded_client(meta.get("REMOTE_ADDR", ""), meta.get("HTTP_X_FORWARDED_FOR", ""))


def known_address(request: HttpRequest) -> str:
    """Return `client_address`, or 0.0.0.0 where a row must hold an address."""
    return client_address(request) or _UNKNOWN


class TrustedProxyMiddleware:
    """Removes the X-Forwarded-* headers of anybody but our proxies, so that nothing behind it can believe them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not is_trusted_proxy(request.META.get("REMOTE_ADDR", "")):
            for name in _FORWARDED:
                request.META.pop(name, None)
        return self._get_response(request)
