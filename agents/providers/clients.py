"""One SDK client per credential and address in a process, created lazily over shared connections.

The SDKs are imported inside the functions: each costs over a second and some 60 MB, which a process with only the
offline model never pays.
"""

import os
from collections.abc import Callable
from functools import lru_cache
from http.cookiejar import CookieJar, DefaultCookiePolicy
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

from agents.providers.connection import UNUSED_KEY, Connection
from agents.providers.presets import Wire
from tools.outbound.proxy import Proxy

if TYPE_CHECKING:
    import anthropic
    import httpx2
    import openai

MAX_CLIENTS = 64
CONNECT_TIMEOUT_S = 10.0
READ_TIMEOUT_S = 300.0
"""Longest silence between two pieces; reasoning models think for minutes before the first one."""

T = TypeVar("T")


def sdk_import(wire: Wire) -> None:
    """Import the package that speaks a wire format before the first call needs it; they bear the formats' names."""
    if wire != "offline":
        import_module(wire)


def openai_client(connection: Connection) -> "openai.AsyncOpenAI":
    """Return the client of a connection, to be used on the loop of `sdk_calls`."""
    import openai

    return _client(openai.AsyncOpenAI, connection)


def anthropic_client(connection: Connection) -> "anthropic.AsyncAnthropic":
    """Do the same as `openai_client`."""
    import anthropic

    return _client(anthropic.AsyncAnthropic, connection)


def _client(sdk: Callable[..., T], connection: Connection) -> T:
    key = connection.api_key or UNUSED_KEY
    made: T = _cached(sdk, connection.base_url, key, connection.key_headers, connection.proxy)
    return made


@lru_cache(MAX_CLIENTS)
def _cached(
    sdk: Callable[..., Any], base_url: str, api_key: str, key_headers: tuple[str, ...], proxy: Proxy | None
) -> Any:
    """Return a client that never repeats a call by itself. One that falls out of the cache leaves nothing open."""
    return sdk(
        api_key=api_key,
        base_url=base_url,
        default_headers=dict.fromkeys(key_headers, api_key),
        max_retries=0,
        http_client=_http_client(proxy),
    )


@lru_cache(MAX_CLIENTS)
def _http_client(proxy: Proxy | None) -> "httpx2.AsyncClient":
    """Return this process's connections over one proxy, or none. No redirects, so prompt and keys stay with the entered
    address; no cookies, since people with different keys share the connections.
    """
    import httpx2

    from agents.providers.answer_body import bound_body
    from agents.providers.http_transport import AiohttpTransport

    return httpx2.AsyncClient(
        transport=AiohttpTransport(proxy),
        timeout=httpx2.Timeout(READ_TIMEOUT_S, connect=CONNECT_TIMEOUT_S),
        follow_redirects=False,
        headers={"Accept-Encoding": "identity"},
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),
        event_hooks={"response": [bound_body]},
    )


# The loop of the connections stays in the process that is forked.
os.register_at_fork(after_in_child=_cached.cache_clear)
os.register_at_fork(after_in_child=_http_client.cache_clear)
