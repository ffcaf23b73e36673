"""The only HTTP client for addresses that people enter, with guarded addresses, redirects, sizes and times.

It never logs, and messages name hosts only: paths, queries and headers may hold secrets. No framework.
"""

import copy
import ssl
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import httpx2

from tools.core.call.retry_after import seconds_of
from tools.core.call.transient import refused_before_doing
from tools.core.concurrency.cancellation import CancelScope
from tools.core.definitions import JsonObject
from tools.core.errors import (
    RETRY_AFTER,
    ToolArgumentsError,
    ToolConfigurationError,
    ToolError,
    ToolNotReachedError,
    ToolRateLimitedError,
    ToolTimeoutError,
    ToolUnavailableError,
    ToolUpstreamError,
)
from tools.core.formats.encodings import charset_of, decoded, page_text
from tools.core.formats.json_text import ANSWER_TOO_DEEP, JsonTooDeepError, parse_encoded_json
from tools.core.text import Text, byte_size
from tools.outbound.addresses import AddressGuard, Resolver, system_resolver
from tools.outbound.client_certificates import ClientCertificate
from tools.outbound.connections import GuardedTransport
from tools.outbound.cookies import Cookies
from tools.outbound.origins import OriginGuard, origin, origin_of, refusal
from tools.outbound.proxy import Proxy, read_proxy
from tools.secrets.names import is_secret_name

LATER = Text("Try again later.")

MAX_REDIRECTS = 5
MAX_BYTES = 5 * 1024 * 1024
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_BARE_METHODS = frozenset({"GET", "HEAD"})
_BODY_HEADERS = frozenset({"content-type", "content-length", "content-encoding", "content-language"})
_USER_AGENT = "Flowloom"
_MALFORMED_HEADER = Text("A request header is malformed.")
_HTTP_ONLY = Text("{proxy} is for HTTP only, so nothing was sent. Remove it, or use another credential.", proxy="")


@dataclass(frozen=True, slots=True)
class StreamedBody:
    """A body that is read while it is sent, again from its start for each hop."""

    length: int
    """In bytes."""
    chunks: Callable[[], Iterable[bytes]]

    def with_text(self, old: bytes, new: bytes) -> "StreamedBody":
        """Return the body with another text in place of one that it has outside of files; a file has none."""
        return self


@dataclass(frozen=True, slots=True)
class OutboundRequest:
    """One request; `content` is the body in wire form.

    `private_query` names query parameters added by the settings or a credential; `certificate` is a client certificate.
    """

    method: str
    url: str = field(repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    content: bytes | StreamedBody | None = field(default=None, repr=False)
    private_query: frozenset[str] = frozenset()
    certificate: ClientCertificate | None = field(default=None, repr=False)

    @property
    def length(self) -> int:
        return self.content.length if isinstance(self.content, StreamedBody) else len(self.content or b"")


@dataclass(frozen=True, slots=True)
class OutboundResponse:
    """The answer; header names are lower case, `content` is decoded from its transfer encoding."""

    status: int
    reason: str
    headers: Mapping[str, str]
    content: bytes = field(repr=False)
    encoding: str
    """The label that the content type names; empty where it names none."""
    redirects: int = 0
    set_cookies: tuple[str, ...] = field(default=(), repr=False)

    @property
    def text(self) -> str:
        """The body as text, undecodable bytes replaced."""
        is_page = "html" in self.headers.get("content-type", "").lower()
        return page_text(self.content, self.encoding) if is_page else decoded(self.content, self.encoding)

    def wait_s(self, header: str = "retry-after") -> float | None:
        """Return how long the service wants to be left alone, in seconds; None when it does not say."""
        return seconds_of(self.headers.get(header, ""))

    def parsed(self) -> Any:
        """Parse the body as JSON. Raises ToolUpstreamError if it is not JSON, or nested too deeply."""
        try:
            return parse_encoded_json(self.content, self.encoding)
        except JsonTooDeepError as error:
            raise ToolUpstreamError(ANSWER_TOO_DEEP) from error
        except ValueError as error:
            raise ToolUpstreamError(
                Text("The service returned status {status} without JSON. Check the URL.", status=self.status)
            ) from error

    def json(self) -> JsonObject:
        """Return the body as a JSON object. Raises ToolUpstreamError for anything else."""
        found = self.parsed()
        if not isinstance(found, dict):
            raise ToolUpstreamError(
                Text("The service returned status {status} without a JSON object. Check the URL.", status=self.status)
            )
        return found


Sink = Callable[[OutboundResponse, Iterator[bytes]], None]
"""Takes the body of a success in pieces; the response comes without its content."""


class OutboundClient:
    """Calls addresses that people enter. Thread-safe.

    Args:
        allow: hosts, addresses and networks (CIDR) that may be called although they are private.
        transport: replaces guarded connections in tests; an address's form is still checked.
        max_bytes: longest body after decoding.
        proxy: for public addresses.
    """

    def __init__(
        self,
        allow: Iterable[str] = (),
        *,
        resolve: Resolver = system_resolver,
        transport: httpx2.BaseTransport | None = None,
        max_bytes: int = MAX_BYTES,
        proxy: Proxy | None = None,
    ) -> None:
        self._guard = AddressGuard(allow, resolve, proxy)
        self._transport = transport
        self._max_bytes = max_bytes
        self._credentials: tuple[OriginGuard, ...] = ()
        self._scope = CancelScope()
        self.proxy: Proxy | None = None
        """The way that a credential wants everything to take, in place of the operator's."""

    def for_call(self, credentials: Iterable[OriginGuard], scope: CancelScope) -> "OutboundClient":
        """Return a client for one call that sends only to its credentials' origins, over the last one's proxy.

        `scope` aborts requests when it is cancelled.
        """
        guards = tuple(credentials)
        proxies = [read_proxy(use.proxy, use.title) for use in (guard.use for guard in guards) if use.proxy]
        client = self.over(proxies[-1] if proxies else None)
        client._credentials, client._scope = guards, scope
        return client

    def over(self, proxy: Proxy | None) -> "OutboundClient":
        """Return the same client for requests over the proxy of a credential; None changes nothing."""
        client = copy.copy(self)
        if proxy is not None:
            client._guard, client.proxy = self._guard.over(proxy), proxy
        return client

    def checked_proxy(self) -> Proxy | None:
        """Return the credential's resolved proxy, for other clients.

        Raises:
            OutboundBlockedError: the address must not be called.
            ToolNotReachedError: the host is unknown.
        """
        return self._guard.checked(self.proxy) if self.proxy else None

    def without_credential(self) -> "OutboundClient":
        """Return a client for requests without the tool's credential, still over its proxy."""
        return self.for_call((), self._scope)

    def check(self, url: str) -> None:
        """Check an address offline.

        Raises:
            OutboundBlockedError: the address must not be called.
            OriginNotConfirmedError: the call's credential may not be sent there.
        """
        found = origin_of(self._guard.check_url(url))
        for credential in self._credentials:
            if credential.would_refuse(found):
                raise refusal(credential.use, found)

    def check_origin(self, origin: str) -> None:
        """Check an origin for the call's credential; every protocol but HTTP calls this itself.

        Raises OriginNotConfirmedError if its owner has to be asked first.
        """
        for credential in self._credentials:
            credential.check(origin)

    def addresses(self, scheme: str, host: str, port: int) -> Sequence[str]:
        """Resolve a non-HTTP target; connect to one of these without another lookup.

        Args:
            scheme: of the origin: `postgresql`, `mysql`.
        Raises:
            OriginNotConfirmedError: the call's credential may not be sent there.
            OutboundBlockedError: one of the host's addresses must not be called.
            ToolNotReachedError: the host is unknown.
            ToolConfigurationError: the call's credential has a proxy, which carries HTTP only.
        """
        if self.proxy is not None:
            raise ToolConfigurationError(_HTTP_ONLY.filled(proxy=self.proxy.title))
        self.check_origin(origin(scheme, host, port))
        return self._guard.addresses(host, port)

    def send(
        self,
        request: OutboundRequest,
        *,
        timeout_s: float,
        max_redirects: int = MAX_REDIRECTS,
        max_bytes: int | None = None,
        cookies: Cookies | None = None,
        sink: Sink | None = None,
    ) -> OutboundResponse:
        """Send the request, follow redirects, and return the whole answer, whatever its status.

        Every hop is checked. 303 (and 301, 302 after a POST) turn into GET. A redirect to another origin drops headers,
        cookies and body for good, and is not followed if the body is needed.

        Args:
            timeout_s: total time in seconds.
            max_redirects: 0 returns the redirect itself.
            cookies: sent and updated at every hop; a `Cookie` header of the request comes first.
            max_bytes: limit of this body, if not the client's.
            sink: receives the body of a success (2xx) in place of `content`.
        Raises:
            OutboundBlockedError: an address on the way must not be called.
            OriginNotConfirmedError: the call's credential may not be sent there.
            ToolNotReachedError: no connection, so nothing was sent.
            ToolConfigurationError: the proxy refused its user name and password, so nothing was sent.
            ToolTimeoutError: no whole answer within timeout_s.
            ToolUnavailableError: the connection broke.
            ToolUpstreamError: bad redirects, a body that is too large, or a bad certificate.
            ToolArgumentsError: a header or method is malformed.
        """
        deadline = time.monotonic() + timeout_s
        redirects = 0
        self.check_origin(origin_of(self._guard.check_url(request.url)))
        while True:
            self._scope.check()
            url = self._guard.check_url(request.url)
            sent = _with_cookies(request, cookies)
            response, location = self._exchange(sent, url, deadline, max_bytes or self._max_bytes, sink)
            if cookies is not None:
                cookies.take(str(url), response.set_cookies)
            if location is None or max_redirects == 0:
                return replace(response, redirects=redirects)
            if redirects == max_redirects:
                raise ToolUpstreamError(
                    Text(
                        "{host} redirects more than {max_redirects} times. Enter the final URL.",
                        host=url.host,
                        max_redirects=max_redirects,
                    )
                )
            redirects += 1
            request = _redirected(request, url, response.status, location)

    def _exchange(
        self, request: OutboundRequest, url: httpx2.URL, deadline: float, max_bytes: int, sink: Sink | None
    ) -> tuple[OutboundResponse, str | None]:
        transport = self._transport or GuardedTransport(self._guard, deadline, self._scope, request.certificate)
        try:
            raw = transport.handle_request(_raw(request, url, deadline))
            try:
                location = raw.headers.get("location") if raw.status_code in _REDIRECTS else None
                answer = _answer(raw)
                if location is None and sink is not None and 200 <= raw.status_code < 300:
                    sink(answer, _pieces(raw, url.host, deadline, None))
                elif location is None:
                    content = b"".join(_pieces(raw, url.host, deadline, max_bytes))
                    answer = replace(answer, content=content)
            finally:
                raw.close()
        except httpx2.HTTPError as error:
            raise as_tool_error(error, url.host) from error
        finally:
            if transport is not self._transport:
                transport.close()
        return answer, location


def _answer(raw: httpx2.Response) -> OutboundResponse:
    return OutboundResponse(
        raw.status_code,
        raw.reason_phrase,
        {name.lower(): value for name, value in raw.headers.items()},
        b"",
        charset_of(raw.headers.get("content-type", "")),
        set_cookies=tuple(raw.headers.get_list("set-cookie")),
    )


def _pieces(raw: httpx2.Response, host: str, deadline: float, max_bytes: int | None) -> Iterator[bytes]:
    length = 0
    for piece in raw.iter_bytes():
        length += len(piece)
        if max_bytes is not None and length > max_bytes:
            raise ToolUpstreamError(
                Text(
                    "The response from {host} is larger than {size}. Ask for less at once.",
                    host=host,
                    size=byte_size(max_bytes),
                )
            )
        if time.monotonic() > deadline:
            raise ToolTimeoutError(
                Text(
                    "{host} did not send a complete response in time. Check that the service is up, or raise "
                    "the time limit.",
                    host=host,
                )
            )
        yield piece


def _with_cookies(request: OutboundRequest, cookies: Cookies | None) -> OutboundRequest:
    header = cookies.header(request.method, request.url) if cookies is not None else None
    if header is None or any(name.lower() == "cookie" for name in request.headers):
        return request
    return replace(request, headers={**request.headers, "Cookie": header})


def _raw(request: OutboundRequest, url: httpx2.URL, deadline: float) -> httpx2.Request:
    wait_s = max(deadline - time.monotonic(), 0.001)
    # A compressed body could unpack to a thousand times its size in one step, so none is asked for.
    headers = httpx2.Headers({"Accept": "*/*", "Accept-Encoding": "identity", "User-Agent": _USER_AGENT})
    try:
        headers.update(request.headers)
        body = request.content
        if isinstance(body, StreamedBody):
            headers["Content-Length"] = str(body.length)
        content = iter(body.chunks()) if isinstance(body, StreamedBody) else body
        return httpx2.Request(
            request.method,
            url,
            headers=headers,
            content=content,
            extensions={"timeout": dict.fromkeys(("connect", "read", "write", "pool"), wait_s)},
        )
    except (ValueError, TypeError) as error:
        raise ToolArgumentsError(_MALFORMED_HEADER) from error


def _redirected(request: OutboundRequest, url: httpx2.URL, status: int, location: str) -> OutboundRequest:
    try:
        target = url.join(location)
    except (httpx2.InvalidURL, ValueError) as error:
        raise ToolUpstreamError(
            Text("{host} redirects to a malformed URL. Enter the final URL.", host=url.host)
        ) from error
    headers, content, method = request.headers, request.content, request.method.upper()
    if status == 303 or (status in {301, 302} and method == "POST"):
        method = method if method == "HEAD" else "GET"
        content = None
        headers = {name: value for name, value in headers.items() if name.lower() not in _BODY_HEADERS}
    if origin_of(target) == origin_of(url):
        return replace(request, method=method, url=str(target), headers=headers, content=content)
    if method not in _BARE_METHODS:
        raise ToolUpstreamError(
            Text(
                "{host} redirects to another server, so the request was not sent on. Enter the final URL of the "
                "service.",
                host=url.host,
            )
        )
    # By origin, not by name: which header is secret only the one who wrote it knows.
    return OutboundRequest(method, _without_private_query(target, url, request.private_query))


def _without_private_query(target: httpx2.URL, url: httpx2.URL, private: frozenset[str]) -> str:
    """Return where a redirect leads without the keys that the server repeats from our own query."""
    ours = set(url.params.multi_items())
    found = target.params.multi_items()
    kept = [pair for pair in found if pair not in ours or not (pair[0] in private or is_secret_name(pair[0]))]
    return str(target if len(kept) == len(found) else target.copy_with(params=kept))


def as_tool_error(error: httpx2.HTTPError, host: str) -> ToolError:
    if _certificate_failed(error):
        return ToolUpstreamError(
            Text("The certificate of {host} is not trusted. Check the URL, or have the certificate renewed.", host=host)
        )
    if isinstance(error, httpx2.ConnectError | httpx2.ConnectTimeout | httpx2.PoolTimeout):
        return ToolNotReachedError(Text("{host} could not be reached. Check the URL, or try again later.", host=host))
    if isinstance(error, httpx2.TimeoutException):
        return ToolTimeoutError(
            Text("{host} did not respond in time. Check that the service is up, or raise the time limit.", host=host)
        )
    if isinstance(error, httpx2.LocalProtocolError):
        return ToolArgumentsError(_MALFORMED_HEADER)
    if isinstance(error, httpx2.DecodingError):
        return ToolUpstreamError(
            Text("The response from {host} could not be decompressed. Try again later.", host=host)
        )
    return ToolUnavailableError(
        Text("The connection to {host} was lost. Check the network and the service.", host=host)
    )


def _certificate_failed(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError):
            return True
        error = error.__cause__ or error.__context__
    return False


def later(wait_s: float | None) -> Text:
    return Text("Try again in {seconds:g} s.", seconds=wait_s) if wait_s else LATER


def busy_error(title: Text, response: OutboundResponse) -> ToolUnavailableError:
    """Return the error of a busy service; its details hold the wait if the service named one."""
    wait_s = response.wait_s()
    text = Text("{title} returned status {status}. {later}", title=title, status=response.status, later=later(wait_s))
    if refused_before_doing(response.status):
        return ToolRateLimitedError(text, retry_after_s=wait_s)
    return ToolUnavailableError(text, details={RETRY_AFTER: wait_s} if wait_s else None)
