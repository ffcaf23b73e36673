"""Cookies of one session: kept between calls, sent where they belong. No framework."""

from collections import defaultdict
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


_PLACE = "place"
"""Scheme and port that a stored cookie belongs to."""


class Cookies:
    """Cookie jar per scheme and port, since cookies name only hosts (RFC 6265, 8.5). Thread-safe.

    Cookies of one server never reach another on the same host, nor an unencrypted one. `stored` is an earlier `state`.
    """

    def __init__(self, stored: Iterable[Mapping[str, Any]] = ()) -> None:
        self._jars: defaultdict[str, httpx2.Cookies] = defaultdict(lambda: httpx2.Cookies(CookieJar()))
        for cookie in stored:
            fields = {name: cookie[name] for name in _FIELDS}
            self._jars[cookie[_PLACE]].jar.set_cookie(Cookie(**fields, rest={}))

    def header(self, method: str, url: str) -> str | None:
        """Return the `Cookie` header for a request, None when no cookie belongs there."""
        request = httpx2.Request(method, url)
        self._jars[_place(request.url)].set_cookie_header(request)
        return request.headers.get("cookie")

    def take(self, url: str, lines: Sequence[str]) -> None:
        """Take up the `Set-Cookie` lines of an answer from this address."""
        if lines:
            request = httpx2.Request("GET", url)
            self._jars[_place(request.url)].extract_cookies(
                httpx2.Response(200, headers=[("set-cookie", line) for line in lines], request=request)
            )

    def state(self) -> list[dict[str, Any]]:
        """Return everything as JSON; all of it is secret."""
        return [
            {_PLACE: place, **{name: getattr(cookie, name) for name in _FIELDS}}
            for place, cookies in list(self._jars.items())
            for cookie in cookies.jar
        ]

    def close(self) -> None:
        self._jars.clear()


def _place(url: httpx2.URL) -> str:
    return f"{url.scheme}:{url.port or ''}"
