"""Cookies of one session: kept between calls, sent where they belong. No framework."""

from collections.abc import Iterable, Mapping, Sequence
from http.cookiejar import Cookie, CookieJar
from typing import Any

import httpx2

_FIELDS = (
    "version",
    "name",
    "value",
    "port",
    "port_specified",
    "domain",
    "domain_specified",
    "domain_initial_dot",
    "path",
    "path_specified",
    "secure",
    "expires",
    "discard",
    "comment",
    "comment_url",
)


class Cookies:
    """Safe to share by threads; the jar has a lock of its own.

    Args:
        stored: what `state` gave before.
    """

    def __init__(self, stored: Iterable[Mapping[str, Any]] = ()) -> None:
        self._jar = CookieJar()
        for cookie in stored:
            self._jar.set_cookie(Cookie(**cookie, rest={}))
        self._cookies = httpx2.Cookies(self._jar)

    def header(self, method: str, url: str) -> str | None:
        """Return the `Cookie` header for a request, None when no cookie belongs there."""
        request = httpx2.Request(method, url)
        self._cookies.set_cookie_header(request)
        return request.headers.get("cookie")

    def take(self, url: str, lines: Sequence[str]) -> None:
        """Take up the `Set-Cookie` lines of an answer from this address."""
        if lines:
            request = httpx2.Request("GET", url)
            self._cookies.extract_cookies(
                httpx2.Response(200, headers=[("set-cookie", line) for line in lines], request=request)
            )

    def state(self) -> list[dict[str, Any]]:
        """Return everything as JSON; all of it is secret."""
        return [{name: getattr(cookie, name) for name in _FIELDS} for cookie in self._jar]

    def close(self) -> None:
        """Forget everything."""
        self._jar.clear()
