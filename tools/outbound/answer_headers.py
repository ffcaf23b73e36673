"""Headers of answers that the one who asked may want: paging, limits of rate, versions. Pure."""

from collections.abc import Mapping

_OF_THE_CONNECTION = frozenset(
    "connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade"
    " set-cookie".split()
)
"""Those of one connection (RFC 9110, 7.6.1), and cookies, which are secrets of a session."""
_MOST = 100
_MAX_CHARACTERS = 16_000


def shown_headers(headers: Mapping[str, str]) -> dict[str, str]:
    """Return the headers of an answer by name, in lower case: at most 100 of them, and 16,000 characters."""
    shown: dict[str, str] = {}
    left = _MAX_CHARACTERS
    for name, value in headers.items():
        left -= len(name) + len(value)
        if left < 0 or len(shown) == _MOST:
            break
        if name not in _OF_THE_CONNECTION:
            shown[name] = value
    return shown
