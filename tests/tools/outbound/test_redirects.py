"""Redirects to another origin, between real servers: nothing that a request carried goes along, whatever its name."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.doubles.http_server import LoopbackServer, Received, Reply, serving
from tools.core.errors import ToolError, ToolUpstreamError
from tools.outbound.client import OutboundClient, OutboundRequest, OutboundResponse
from tools.outbound.cookies import Cookies

SECRET = "s3cret-value-4711"
CARRIED: Mapping[str, Mapping[str, Any]] = {
    "a header with a telling name": {"headers": {"Authorization": f"Bearer {SECRET}"}},
    "a header with any name": {"headers": {"X-Auth": SECRET}},
    "a header of everyday use": {"headers": {"Accept": SECRET, "User-Agent": SECRET}},
    "basic auth": {"headers": {"Proxy-Authorization": f"Basic {SECRET}"}},
    "a cookie that was typed in": {"headers": {"Cookie": f"id={SECRET}"}},
    "a key in the query": {"query": f"?api_key={SECRET}"},
    "a parameter of the settings": {"query": f"?channel={SECRET}", "private_query": frozenset({"channel"})},
    "a body": {"method": "POST", "content": SECRET.encode(), "headers": {"Content-Type": "text/plain"}},
}
STATUSES = (301, 302, 303, 307, 308)


def leading_to(target: str) -> Any:
    """Answer with a redirect that repeats the query, as servers do that only move house."""

    def answer(request: Received) -> Reply:
        query = "&".join(f"{name}={value}" for name, value in request.query.items())
        return Reply(status_of(request), b"", {"Location": f"{target}/moved?{query}"})

    return answer


def status_of(request: Received) -> int:
    return int(request.path.strip("/"))


def sent(first: LoopbackServer, status: int, carried: Mapping[str, Any]) -> OutboundResponse:
    fields = {"method": "GET", "headers": {}, **carried}
    url = f"{first.url}/{status}{fields.pop('query', '')}"
    return OutboundClient(["127.0.0.1"]).send(OutboundRequest(url=url, **fields), timeout_s=60)


def everything(server: LoopbackServer) -> str:
    return repr(server.received)


@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("name", CARRIED)
def test_another_port_gets_nothing_of_what_was_carried(name: str, status: int) -> None:
    stays_a_body = status in {307, 308} and "content" in CARRIED[name]
    with serving(lambda request: Reply(200, b"ok")) as other, serving(leading_to(other.url)) as first:
        if stays_a_body:
            with pytest.raises(ToolUpstreamError) as raised:
                sent(first, status, CARRIED[name])
            assert SECRET not in str(raised.value.text)
        else:
            assert sent(first, status, CARRIED[name]).status == 200
    assert len(other.received) == (0 if stays_a_body else 1)
    assert SECRET in everything(first)
    assert SECRET not in everything(other)


@pytest.mark.parametrize("status", [301, 302, 303])
@pytest.mark.parametrize("name", CARRIED)
def test_the_way_back_does_not_bring_back_what_was_left_behind(name: str, status: int) -> None:
    """A, B, A: by then it is B who chooses what A is asked for."""

    def first_answer(request: Received) -> Reply:
        if request.path == "/back":
            return Reply(200, b"ok")
        return Reply(status, b"", {"Location": f"{other.url}/away"})

    with (
        serving(first_answer) as first,
        serving(lambda request: Reply(status, b"", {"Location": f"{first.url}/back"})) as other,
    ):
        sent(first, status, CARRIED[name])
    assert SECRET in repr(first.received[0])
    assert SECRET not in everything(other) + repr(first.received[1])


@pytest.mark.parametrize("name", CARRIED)
def test_within_an_origin_everything_goes_along(name: str) -> None:
    def answer(request: Received) -> Reply:
        is_next = request.path == "/next"
        query = "&".join(f"{key}={value}" for key, value in request.query.items())
        return Reply(200, b"ok") if is_next else Reply(307, b"", {"Location": f"/next?{query}"})

    with serving(answer) as server:
        sent(server, 307, CARRIED[name])
    assert SECRET in repr(server.received[1])


def test_an_ordinary_parameter_that_the_server_repeats_stays() -> None:
    with serving(lambda request: Reply(200, b"ok")) as other, serving(leading_to(other.url)) as first:
        sent(first, 302, {"query": "?q=tea&page=2"})
    assert other.received[0].query == {"q": "tea", "page": "2"}


def test_a_cookie_goes_to_no_other_port_of_the_machine_that_gave_it() -> None:
    def gives(request: Received) -> Reply:
        return Reply(302, b"", {"Set-Cookie": f"id={SECRET}; Path=/", "Location": f"{other.url}/moved"})

    with serving(lambda request: Reply(200, b"ok")) as other, serving(gives) as first:
        cookies = Cookies()
        OutboundClient(["127.0.0.1"]).send(OutboundRequest("GET", first.url), timeout_s=60, cookies=cookies)
        again = Cookies(cookies.state())
        assert again.header("GET", first.url) == f"id={SECRET}"
        assert again.header("GET", other.url) is None
    assert SECRET not in everything(other)


def test_a_cookie_of_an_encrypted_page_is_not_sent_in_clear() -> None:
    cookies = Cookies()
    cookies.take("https://shop.example/", ["id=1; Path=/"])
    assert cookies.header("GET", "https://shop.example/cart") == "id=1"
    assert cookies.header("GET", "http://shop.example/cart") is None


@pytest.mark.parametrize(
    "location",
    [f"https://{SECRET}.example.invalid/", f"http://user:{SECRET}@127.0.0.1/", f"ftp://127.0.0.1/{SECRET}", "http://["],
)
def test_the_words_about_a_redirect_hold_no_path_query_or_password(location: str) -> None:
    with serving(lambda request: Reply(302, b"", {"Location": location})) as server, pytest.raises(ToolError) as raised:
        OutboundClient(["127.0.0.1"]).send(OutboundRequest("GET", f"{server.url}/{SECRET}?key={SECRET}"), timeout_s=60)
    host = f"{SECRET}.example.invalid"
    assert SECRET not in str(raised.value.text).replace(host, "")
