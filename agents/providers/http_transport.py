"""HTTP transport of the SDKs over aiohttp, with a parser in C.

The SDKs recommend aiohttp for concurrency, but their own client keeps cookies, which people with different keys would
share. Source: aiohttp, client reference; HTTPX, custom transports.
"""

from collections.abc import AsyncIterator
from urllib.request import getproxies, proxy_bypass

import aiohttp
import httpx2
from yarl import URL

from tools.outbound.proxy import Proxy

MAX_CONNECTIONS = 1000
_NOT_SIGNED_IN = 407


class AiohttpTransport(httpx2.AsyncBaseTransport):
    """Connections of one event loop, without redirects, cookies or decoding; `proxy` overrides the environment's."""

    def __init__(self, proxy: Proxy | None = None) -> None:
        self._own = proxy
        self._signed = {"Proxy-Authorization": proxy.authorization} if proxy and proxy.authorization else {}
        self._trusted = httpx2.create_ssl_context()
        self._proxies = getproxies()
        self._session: aiohttp.ClientSession | None = None

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Return the response once its head has arrived.

        Raises aiohttp.ClientError if it does not; subclasses named `Timeout` for a timeout.
        """
        if self._session is None:
            self._session = self._opened()
        limits = request.extensions["timeout"]
        response = await self._session.request(
            request.method,
            URL(str(request.url), encoded=True),
            # Without TLS there is no tunnel: the proxy reads the request itself, and keeps its own header.
            headers=[*request.headers.multi_items(), *(self._signed.items() if request.url.scheme == "http" else ())],
            data=await request.aread() or None,
            allow_redirects=False,
            proxy=self._proxy(request.url),
            proxy_headers=self._signed,
            timeout=aiohttp.ClientTimeout(sock_connect=limits["connect"], sock_read=limits["read"]),
        )
        if response.status == _NOT_SIGNED_IN:
            response.close()
            raise aiohttp.ClientHttpProxyError(response.request_info, (), status=response.status)
        return httpx2.Response(response.status, headers=response.raw_headers, stream=_Body(response))

    async def aclose(self) -> None:
        if self._session is not None:
            await self._session.close()

    def _opened(self) -> aiohttp.ClientSession:
        """Return a session, which belongs to the loop that runs now."""
        return aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=MAX_CONNECTIONS, ssl=self._trusted),
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
        )

    def _proxy(self, url: httpx2.URL) -> str | None:
        """Return the credential's or the environment's proxy; aiohttp would also read passwords from `~/.netrc`."""
        if self._own is not None:
            return self._own.address
        proxy = self._proxies.get(url.scheme) or self._proxies.get("all")
        return None if proxy is None or proxy_bypass(url.host) else proxy


class _Body(httpx2.AsyncByteStream):
    def __init__(self, response: aiohttp.ClientResponse) -> None:
        self._response = response

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for raw in self._response.content.iter_any():
            yield raw

    async def aclose(self) -> None:
        """Hang up, unless all has come: then the connection is free for others already."""
        self._response.close()
