"""Digest against the example of RFC 7616, and against a server that checks what comes."""

import hashlib
from typing import Any
from urllib.request import parse_http_list, parse_keqv_list

import pytest

from tests.doubles.http_server import Received, Reply, serving
from tests.doubles.tool_ports import loopback_bench
from tools.executors.signing.digest import Digest, DigestValues
from tools.outbound.client import OutboundRequest, OutboundResponse
from tools.outbound.http_credential import HttpCredential

VALUES = DigestValues(username="Mufasa", password="Circle of Life")
# Source: RFC 7616, 3.9.1.
NONCE, CLIENT_NONCE = "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
OPAQUE = "FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
RFC = {
    "MD5": "8ca523f5e9506fed4657c9700eebdbec",
    "SHA-256": "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1",
}


def asked(challenge: str) -> OutboundRequest | None:
    request = OutboundRequest("GET", "http://www.example.org/dir/index.html")
    return Digest().answer(request, VALUES, OutboundResponse(401, "", {"www-authenticate": challenge}, b"", "utf-8"))


@pytest.mark.parametrize(("algorithm", "response"), RFC.items())
def test_the_example_of_the_standard(monkeypatch: pytest.MonkeyPatch, algorithm: str, response: str) -> None:
    monkeypatch.setattr("secrets.token_hex", lambda length: CLIENT_NONCE)
    found = asked(
        f'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm={algorithm}, nonce="{NONCE}", '
        f'opaque="{OPAQUE}"'
    )
    assert found is not None
    assert f'response="{response}"' in found.headers["Authorization"]
    assert f'opaque="{OPAQUE}"' in found.headers["Authorization"]


UNKNOWN = {
    "another scheme": "Basic realm=x",
    "an unknown hash": 'Digest realm="x", nonce="n", algorithm=ROT13',
    "no nonce": 'Digest realm="x"',
    "only with the body": 'Digest realm="x", nonce="n", qop="auth-int"',
    "nothing at all": "",
}


@pytest.mark.parametrize("challenge", UNKNOWN.values(), ids=list(UNKNOWN))
def test_other_challenges_are_not_answered(challenge: str) -> None:
    assert asked(challenge) is None


def test_a_call_answers_the_challenge_once() -> None:
    def answer(request: Received) -> Reply:
        header = request.headers.get("authorization", "")
        given = parse_keqv_list(parse_http_list(header.removeprefix("Digest "))) if header else {}
        if given.get("response") != _expected(given):
            return Reply(401, b"", {"WWW-Authenticate": 'Digest realm="cams", nonce="n1"'})
        return Reply.of_json({"seen": True})

    bench = loopback_bench()
    bench.credentials.by_id["c1"] = HttpCredential(VALUES.model_dump(by_alias=True), "digest")
    with serving(answer) as server:
        bench.credentials.origins.add(server.url)
        config = {"url": f"{server.url}/snap?n=1", "authType": "credential", "credential": "c1"}
        result = bench.call("http-request", config, {})
    assert (result.data["data"], len(server.received)) == ({"seen": True}, 2)
    assert VALUES.password not in repr(server.received)


def _expected(given: dict[str, Any]) -> str:
    def md5(text: str) -> str:
        return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()

    return md5(f"{md5('Mufasa:cams:Circle of Life')}:n1:{md5('GET:/snap?n=1')}") if given else "none yet"
