"""Requests sent for one failing call: status x method x kind of node x attempts, counted at the service."""

from typing import Any
from zlib import crc32

import pytest

from tests.doubles.http_server import LoopbackServer, Received, Reply
from tests.factories.documents import JsonObject, edge, node
from tests.factories.run_documents import graph
from tests.workflow_editor.acceptance.api_user import ApiUser
from workflow_editor.nodes.meanings import NEWEST

URL = "https://api.example.com/items"
LASTING = (400, 401, 404, 409, 422, 501)
PASSING = (408, 500, 502, 503, 504, 520, 529)
REFUSED_AT_ONCE = (425, 429)
WAYS = ("http node", "tool node")


def calling(way: str, method: str, attempts: int, *, keyed: bool = False, version: int = NEWEST) -> JsonObject:
    """start -> one node that calls the service once."""
    policy = {"attempts": attempts, "backoffS": 0}
    if way == "http node":
        config: JsonObject = {"url": URL, "method": method, "sendsIdempotencyKey": keyed}
        fetch = node("fetch", "http_request", config, policy=policy)
    else:
        settings = {"url": URL, "method": method, "sendsIdempotencyKey": keyed}
        tool = {"id": "t1", "type": "http-request", "name": "Fetch", "config": settings}
        fetch = node("fetch", "tool", {"tool": tool}, policy=policy)
    fetch["type_version"] = version
    return graph([node("start", "start"), fetch], [edge("start", "fetch")])


def rows() -> list[Any]:
    found = []
    for way in WAYS:
        for method in ("GET", "POST", "DELETE"):
            for attempts in (1, 2, 3):
                for status in (*LASTING, *PASSING, *REFUSED_AT_ONCE):
                    is_tried = status in REFUSED_AT_ONCE or (status in PASSING and method == "GET")
                    wanted = attempts if is_tried else 1
                    found.append(pytest.param(way, method, attempts, status, wanted))
    # Mixed, so that the first ones stand for all.
    return sorted(found, key=lambda row: crc32(repr(row.values).encode()))


@pytest.mark.parametrize(("way", "method", "attempts", "status", "wanted"), rows())
@pytest.mark.everyday_rows(24)
def test_attempts_are_counted_once(
    api_user: ApiUser, web: LoopbackServer, way: str, method: str, attempts: int, status: int, wanted: int
) -> None:
    web.answer = lambda _: Reply.of_json({}, status)
    ran = api_user.run(calling(way, method, attempts))
    assert (ran.run["status"], len(web.received)) == ("failed", wanted), ran.error
    assert len(ran.payloads("node_retry_scheduled")) == wanted - 1


@pytest.mark.parametrize("status", [500, 503])
def test_a_service_that_honours_keys_is_asked_again_with_the_same_one(
    api_user: ApiUser, web: LoopbackServer, status: int
) -> None:
    web.answer = lambda _: Reply.of_json({}, status)
    api_user.run(calling("http node", "POST", 3, keyed=True))
    assert len(web.received) == 3
    assert len({request.headers["idempotency-key"] for request in web.received}) == 1


def test_what_an_earlier_attempt_has_deleted_is_not_missed(api_user: ApiUser, web: LoopbackServer) -> None:
    answers = [504, 404]
    web.answer = lambda _: Reply.of_json({}, answers.pop(0))
    ran = api_user.run(calling("http node", "DELETE", 2, keyed=True))
    assert (ran.run["status"], answers) == ("succeeded", []), ran.error


def test_a_post_that_asks_to_be_called_later_is_not_repeated_after_a_503(
    api_user: ApiUser, web: LoopbackServer
) -> None:
    web.answer = lambda _: Reply(503, b"", {"Retry-After": "1"})
    ran = api_user.run(calling("http node", "POST", 2))
    assert (ran.run["status"], len(web.received)) == ("failed", 1)
    assert "unknown" in ran.error["message"]


def test_a_wait_that_the_service_asks_for_is_kept(api_user: ApiUser, web: LoopbackServer) -> None:
    answers = [Reply(503, b"", {"Retry-After": "7"}), Reply.of_json({})]

    def answer(_: Received) -> Reply:
        return answers.pop(0)

    web.answer = answer
    ran = api_user.run(calling("http node", "GET", 2))
    (retry,) = ran.payloads("node_retry_scheduled")
    assert retry["delay_s"] == 7.0
