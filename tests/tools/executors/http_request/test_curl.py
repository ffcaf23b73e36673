"""cURL commands as people copy them, read into the settings of a request."""

from typing import Any

import pytest

from tools.core.errors import ToolArgumentsError
from tools.executors.http_request.curl import read_curl

SECRET = "planted-secret-1"
READ: dict[str, tuple[str, dict[str, Any], dict[str, str]]] = {
    "an address alone": (
        "curl https://a.example/x?b=1",
        {"method": "GET", "url": "https://a.example/x", "query": [("b", "1")]},
        {},
    ),
    "as browsers copy it": (
        f"curl 'https://a.example/' \\\n  -H 'accept: */*' \\\n  -H 'authorization: Bearer {SECRET}' \\\n"
        "  --data-raw '{\"a\": 1}' --compressed",
        {
            "method": "POST",
            "headers": [("accept", "*/*")],
            "body_type": "json",
            "body": '{"a": 1}',
            "auth": {"authType": "bearer"},
        },
        {"secret": SECRET},
    ),
    "as browsers on Windows copy it": (
        f'curl ^"https://a.example/?q=5^%^20m^" ^\r\n  -H ^"accept: */*^" ^\r\n'
        f'  -H ^"authorization: Bearer {SECRET}^" ^\r\n  --data-raw ^"^{{^\\^"a^\\^": ^\\^"b^\\^"^}}^"',
        {
            "method": "POST",
            "url": "https://a.example/",
            "query": [("q", "5 m")],
            "headers": [("accept", "*/*")],
            "body": '{"a": "b"}',
            "auth": {"authType": "bearer"},
        },
        {"secret": SECRET},
    ),
    "a caret before a quotation mark of a text": (
        """curl https://a.example --data-raw '{"a": "b^"}'""",
        {"method": "POST", "body": '{"a": "b^"}'},
        {},
    ),
    "a file as it is": ("curl --data-binary @a.pdf https://a.example", {"method": "POST"}, {}),
    "with an apostrophe, as browsers copy it": (
        r"""curl 'https://a.example/' -H 'x: 5 $' --data-raw $'{"a": "it\'s \u0021 \ud83e\uddf5\\n"}' -H "y: $'" """,
        {"headers": [("x", "5 $"), ("y", "$'")], "body": '{"a": "it\'s ! \U0001f9f5\\n"}'},
        {},
    ),
    "a form": (
        "curl -d a=1 -d 'b=two words' https://a.example",
        {"method": "POST", "body_type": "form", "form": [("a", "1"), ("b", "two words")]},
        {},
    ),
    "parts of a form": (
        "curl -F name=Tea -F 'file=@a.pdf' https://a.example",
        {"method": "POST", "body_type": "multipart", "form": [("name", "Tea"), ("file", "")]},
        {},
    ),
    "data in the query": (
        "curl -G https://a.example --data-urlencode 'q=a b&c' -d n=2",
        {"method": "GET", "query": [("q", "a b&c"), ("n", "2")], "body_type": "none"},
        {},
    ),
    "user and password": (
        f"curl -u me:{SECRET} https://a.example",
        {"auth": {"authType": "basic"}},
        {"username": "me", "secret": SECRET},
    ),
    "user and password in the address": (
        f"curl https://me:{SECRET}@a.example/x",
        {"url": "https://a.example/x", "auth": {"authType": "basic"}},
        {"username": "me", "secret": SECRET},
    ),
    "Basic in a header": (
        "curl -H 'Authorization: Basic bWU6cGxhbnRlZC1zZWNyZXQtMQ==' https://a.example",
        {"headers": [], "auth": {"authType": "basic"}},
        {"username": "me", "secret": SECRET},
    ),
    "a key in a header": (
        f"curl -H 'X-Api-Key: {SECRET}' https://a.example",
        {"headers": [], "auth": {"authType": "apikey", "authName": "X-Api-Key", "authPlace": "header"}},
        {"secret": SECRET},
    ),
    "a key in the query": (
        f"curl 'https://a.example/?api_key={SECRET}&n=1'",
        {"query": [("n", "1")], "auth": {"authType": "apikey", "authName": "api_key", "authPlace": "query"}},
        {"secret": SECRET},
    ),
    "JSON": ("curl --json '[1]' a.example", {"url": "http://a.example", "body_type": "json", "body": "[1]"}, {}),
    "letters together": ("curl -sSLXPUT https://a.example", {"method": "PUT"}, {}),
    "only the headers": ("curl -I https://a.example", {"method": "HEAD"}, {}),
    "text of another type": (
        "curl -H 'Content-Type: text/csv' -d 'a,b' https://a.example",
        {"body_type": "raw", "body": "a,b", "headers": [("Content-Type", "text/csv")]},
        {},
    ),
    "lines of a Windows shell": ("curl ^\r\n https://a.example", {"url": "https://a.example"}, {}),
}


@pytest.mark.parametrize(("command", "found", "secret"), READ.values(), ids=list(READ))
def test_a_command_is_read(command: str, found: dict[str, Any], secret: dict[str, str]) -> None:
    read = read_curl(command)
    assert {name: getattr(read, name) for name in found} == found
    assert read.secret == secret
    assert SECRET not in repr(read.settings())


def test_what_is_left_out_is_named() -> None:
    read = read_curl("curl --proxy-insecure -d @body.json https://a.example -o out.txt")
    assert [note.en for note in read.notes] == [
        "The option --proxy-insecure was left out.",
        "The file body.json was left out: choose a file value in its place.",
    ]


def test_a_second_secret_is_left_out_and_named() -> None:
    headers = f"-H 'Authorization: Bearer first' -H 'X-Api-Key: {SECRET}' -H 'Cookie: session={SECRET}'"
    read = read_curl(f"curl {headers} -u me:{SECRET} 'https://me:{SECRET}@a.example/?access_token={SECRET}'")
    assert (read.secret, read.headers, read.query) == ({"secret": "first"}, [], [])
    assert [note.en.split()[3] for note in read.notes] == ["X-Api-Key", "Cookie", "--user", "URL", "access_token"]
    assert SECRET not in repr((read.settings(), read.notes))


BAD = {
    "another program": "wget https://a.example",
    "nothing": "  ",
    "no address": "curl -s",
    "a quote that does not end": "curl 'https://a.example",
    "a quote of a browser that does not end": r"""curl https://a.example -d $'it\'s""",
    "a method of its own": "curl -X BREW https://a.example",
    "too long": "curl https://a.example/" + "a" * 100_000,
}


@pytest.mark.parametrize("command", BAD.values(), ids=list(BAD))
def test_what_is_no_command_is_refused(command: str) -> None:
    with pytest.raises(ToolArgumentsError):
        read_curl(command)
