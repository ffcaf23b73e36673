"""Standard library modules that pydantic-monty lacks, as plain functions in this process. Pure.

Arguments are untrusted, so total input and each result are bounded. Only values cross: the code gets results, never
functions.
"""

import hashlib
import hmac
import html
import re
import statistics
import urllib.parse
import uuid
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timezone
from functools import lru_cache, partial
from typing import Any, Literal, NamedTuple
from zoneinfo import ZoneInfo

import pydantic_monty as monty

MAX_MODULE_CALLS = 10_000
"""Calls of these functions in one run."""
MAX_MODULE_INPUT = 4_000_000
"""Characters, bytes and eighths of items that all of them take in one run."""
_ITEM = 8
_MAX_FIELDS = 10_000
_MAX_ADDRESS = 65_536
_MAX_SAFE = 100
_MAX_QUANTILES = 1_000
_DIGESTS = frozenset({"md5", "sha1", "sha224", "sha256", "sha384", "sha512"})
_DIGEST_FUNCTION = re.compile(r"<function (\w{1,20}) at ")
"""Name prefix of functions such as `hashlib.sha256`."""
_FIRST_YEAR, _LAST_YEAR = 2000, 2037
_NAMES = uuid.UUID("5e1d2a1c-6f0b-4e6e-9a57-0b9f6c1f0c58")
"""Makes the ids of the modules, which variables of a session keep."""

Function = Callable[..., Any]


class _Module(NamedTuple):
    functions: Mapping[str, Any]
    stubs: str


def external_modules() -> dict[str, Callable[[], monty.ExternalModule]]:
    """Return the modules for one run, by name; all share one allowance of input."""
    allowance = _Allowance()
    return {name: partial(_external, name, module, allowance) for name, module in _MODULES.items()}


class _Allowance:
    """Remaining input allowance of the functions."""

    def __init__(self) -> None:
        self._left = MAX_MODULE_INPUT

    def guarded(self, function: Function) -> Function:
        def call(*positional: Any, **named: Any) -> Any:
            self._left -= _size((positional, named))
            if self._left < 0:
                raise ValueError(f"The modules take at most {MAX_MODULE_INPUT} characters or bytes in one run.")
            return function(*positional, **named)

        return call


def _external(name: str, module: _Module, allowance: _Allowance) -> monty.ExternalModule:
    attributes = {
        key: allowance.guarded(value) if callable(value) else value for key, value in module.functions.items()
    }
    if name == "urllib":
        parse = monty.ExternalModule(attributes, stubs=module.stubs, id=uuid.uuid5(_NAMES, "urllib.parse"))
        return monty.ExternalModule({"parse": parse}, stubs="", id=uuid.uuid5(_NAMES, name))
    return monty.ExternalModule(attributes, stubs=module.stubs, id=uuid.uuid5(_NAMES, name))


def _size(value: Any) -> int:
    size, open_values = 0, [value]
    while open_values:
        one = open_values.pop()
        size += _ITEM
        if isinstance(one, str | bytes):
            size += len(one)
        elif isinstance(one, int):
            size += one.bit_length() // 8
        elif isinstance(one, Mapping):
            open_values += [*one.keys(), *one.values()]
        elif isinstance(one, list | tuple | set | frozenset):
            open_values += one
    return size


class _Hmac:
    """Result of `hmac.new`."""

    def __init__(self, key: bytes, message: bytes | None, name: str) -> None:
        self._hmac = hmac.new(key, message, name)

    def digest(self) -> bytes:
        return self._hmac.digest()

    def hexdigest(self) -> str:
        return self._hmac.hexdigest()


def _new_hmac(key: bytes, msg: bytes | None = None, digestmod: Any = "") -> monty.ClassInstance:
    return monty.ClassInstance(_Hmac(key, msg, _digest_name(digestmod)), allowed_methods=["digest", "hexdigest"])


def _hmac_digest(key: bytes, msg: bytes, digest: Any) -> bytes:
    return hmac.digest(key, msg, _digest_name(digest))


def _digest_name(wanted: Any) -> str:
    found = _DIGEST_FUNCTION.match(str(wanted))
    name = found[1] if found else str(wanted).lower().replace("-", "")
    if name not in _DIGESTS or name not in hashlib.algorithms_available:
        raise ValueError(f"digestmod must be one of {', '.join(sorted(_DIGESTS))}, as text or as a function of hashlib")
    return name


def _quantiles(
    data: list[float], *, n: int = 4, method: Literal["inclusive", "exclusive"] = "exclusive"
) -> list[float]:
    if n > _MAX_QUANTILES:
        raise ValueError(f"n must be at most {_MAX_QUANTILES}")
    return statistics.quantiles(data, n=n, method=method)


def _short(text: str, most: int = _MAX_ADDRESS) -> str:
    """Return a text that the standard library keeps in a cache of its own, unless that would grow large."""
    if len(text) > most:
        raise ValueError(f"The text has more than {most} characters.")
    return text


def _zone_info(key: str, when: datetime | None = None) -> timezone:
    """Return a zone's offset at a moment, since the interpreter only has fixed ones. Raises ValueError if `when` is
    needed.
    """
    zone = ZoneInfo(key)
    if when is None:
        if not _is_fixed(key):
            raise ValueError(f"The offset of {key} changes over the year. Name the moment: ZoneInfo({key!r}, when)")
        when = datetime(_LAST_YEAR, 1, 1, tzinfo=UTC)
    moment = when.astimezone(zone) if when.tzinfo else when.replace(tzinfo=zone)
    offset = moment.utcoffset()
    if offset is None:
        raise ValueError(f"{key} has no offset")
    return timezone(offset, key)


@lru_cache(maxsize=1_000)
def _is_fixed(key: str) -> bool:
    zone = ZoneInfo(key)
    moments = (datetime(year, month, 1, tzinfo=zone) for year in range(_FIRST_YEAR, _LAST_YEAR + 1) for month in (1, 7))
    return len({moment.utcoffset() for moment in moments}) == 1


_MODULES: Mapping[str, _Module] = {
    "uuid": _Module(
        {
            "uuid4": lambda: str(uuid.uuid4()),
            "uuid5": lambda namespace, name: str(uuid.uuid5(uuid.UUID(namespace), name)),
            "UUID": lambda hex: str(uuid.UUID(hex)),
            "NAMESPACE_DNS": str(uuid.NAMESPACE_DNS),
            "NAMESPACE_URL": str(uuid.NAMESPACE_URL),
        },
        "NAMESPACE_DNS: str\nNAMESPACE_URL: str\ndef uuid4() -> str: ...\n"
        "def uuid5(namespace: str, name: str) -> str: ...\ndef UUID(hex: str) -> str: ...\n",
    ),
    "hmac": _Module(
        {"new": _new_hmac, "digest": _hmac_digest, "compare_digest": lambda a, b: hmac.compare_digest(a, b)},
        "from typing import Any\n"
        "class HMAC:\n    def digest(self) -> bytes: ...\n    def hexdigest(self) -> str: ...\n"
        "def new(key: bytes, msg: bytes | None = None, digestmod: Any = ...) -> HMAC: ...\n"
        "def digest(key: bytes, msg: bytes, digest: Any) -> bytes: ...\n"
        "def compare_digest(a: str | bytes, b: str | bytes) -> bool: ...\n",
    ),
    "html": _Module(
        {"escape": lambda s, quote=True: html.escape(s, quote), "unescape": lambda s: html.unescape(s)},
        "def escape(s: str, quote: bool = ...) -> str: ...\ndef unescape(s: str) -> str: ...\n",
    ),
    "urllib": _Module(
        {
            "quote": lambda string, safe="/": urllib.parse.quote(string, _short(safe, _MAX_SAFE)),
            "quote_plus": lambda string, safe="": urllib.parse.quote_plus(string, _short(safe, _MAX_SAFE)),
            "unquote": lambda string: urllib.parse.unquote(string),
            "unquote_plus": lambda string: urllib.parse.unquote_plus(string),
            "urlencode": lambda query, doseq=False: urllib.parse.urlencode(query, doseq),
            "parse_qs": lambda qs, keep_blank_values=False: urllib.parse.parse_qs(
                qs, keep_blank_values, max_num_fields=_MAX_FIELDS
            ),
            "parse_qsl": lambda qs, keep_blank_values=False: urllib.parse.parse_qsl(
                qs, keep_blank_values, max_num_fields=_MAX_FIELDS
            ),
            "urljoin": lambda base, url: urllib.parse.urljoin(_short(base), _short(url)),
            "urlsplit": lambda url: urllib.parse.urlsplit(_short(url)),
            "urlparse": lambda url: urllib.parse.urlparse(_short(url)),
            "urlunsplit": lambda components: urllib.parse.urlunsplit(components),
            "urlunparse": lambda components: urllib.parse.urlunparse(components),
        },
        "from typing import Any, NamedTuple\n"
        "class SplitResult(NamedTuple):\n    scheme: str\n    netloc: str\n    path: str\n    query: str\n"
        "    fragment: str\n"
        "class ParseResult(NamedTuple):\n    scheme: str\n    netloc: str\n    path: str\n    params: str\n"
        "    query: str\n    fragment: str\n"
        "def quote(string: str | bytes, safe: str = ...) -> str: ...\n"
        "def quote_plus(string: str | bytes, safe: str = ...) -> str: ...\n"
        "def unquote(string: str) -> str: ...\ndef unquote_plus(string: str) -> str: ...\n"
        "def urlencode(query: Any, doseq: bool = ...) -> str: ...\n"
        "def parse_qs(qs: str, keep_blank_values: bool = ...) -> dict[str, list[str]]: ...\n"
        "def parse_qsl(qs: str, keep_blank_values: bool = ...) -> list[tuple[str, str]]: ...\n"
        "def urljoin(base: str, url: str) -> str: ...\n"
        "def urlsplit(url: str) -> SplitResult: ...\n"
        "def urlparse(url: str) -> ParseResult: ...\n"
        "def urlunsplit(components: Any) -> str: ...\ndef urlunparse(components: Any) -> str: ...\n",
    ),
    "statistics": _Module(
        {
            **{
                name: partial(lambda function, data: function(data), getattr(statistics, name))
                for name in (
                    "mean",
                    "fmean",
                    "geometric_mean",
                    "harmonic_mean",
                    "median",
                    "median_low",
                    "median_high",
                    "mode",
                    "multimode",
                    "stdev",
                    "pstdev",
                    "variance",
                    "pvariance",
                )
            },
            "quantiles": _quantiles,
            "correlation": lambda x, y: statistics.correlation(x, y),
        },
        "from typing import Any\n"
        + "".join(
            f"def {name}(data: Any) -> {answer}: ...\n"
            for name, answer in {
                **dict.fromkeys(("mean", "fmean", "geometric_mean", "harmonic_mean", "median"), "float"),
                **dict.fromkeys(("median_low", "median_high", "mode"), "Any"),
                "multimode": "list[Any]",
                **dict.fromkeys(("stdev", "pstdev", "variance", "pvariance"), "float"),
            }.items()
        )
        + "def quantiles(data: Any, *, n: int = ..., method: str = ...) -> list[float]: ...\n"
        "def correlation(x: Any, y: Any) -> float: ...\n",
    ),
    "zoneinfo": _Module(
        {"ZoneInfo": _zone_info},
        "from datetime import datetime, timezone\n"
        "def ZoneInfo(key: str, when: datetime | None = None) -> timezone: ...\n",
    ),
}
