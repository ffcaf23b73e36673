"""Base addresses of services that a person types into a tool's settings, checked in form. Pure."""

import re

from tools.core.errors import OutboundBlockedError
from tools.core.field_errors import refused_value
from tools.core.text import Text
from tools.outbound.addresses import AddressGuard

_ANY_HOST = AddressGuard(["0.0.0.0/0", "::/0", "localhost"])
"""Host rules apply only where the tool runs; here only the form is checked."""
_HTTPS = Text("The URL must start with https://.")
_BARE = Text("The URL must not contain ? or #.")


_HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9])?\.?|\[?[0-9A-Fa-f:]+\]?")
_HOST_FORM = Text("Enter a host name or an IP address, without scheme and port.")


def host_name(host: str) -> str:
    """Return a trimmed host name or address. Raises PydanticCustomError for anything else."""
    host = host.strip()
    if host and not _HOST.fullmatch(host):
        raise refused_value("host", _HOST_FORM)
    return host


def callable_address(url: str, *, allow_http: bool = False) -> str:
    """Return the trimmed address; empty stays empty. `allow_http` is for services usually in one's own network.

    Raises PydanticCustomError if it is malformed, not https, or has user name or password.
    """
    url = url.strip()
    if not url:
        return url
    try:
        parsed = _ANY_HOST.check_url(url)
    except OutboundBlockedError as error:
        raise refused_value("address", error.text) from error
    if parsed.scheme != "https" and not allow_http:
        raise refused_value("address", _HTTPS)
    return url


def base_address(url: str, *, allow_http: bool = False) -> str:
    """Return the address, also without the last slash; `allow_http` as in `callable_address`.

    Raises PydanticCustomError if it cannot be called, or has a query or fragment.
    """
    url = callable_address(url.strip().rstrip("/"), allow_http=allow_http)
    if "?" in url or "#" in url:
        raise refused_value("address", _BARE)
    return url
