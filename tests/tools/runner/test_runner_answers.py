"""Answers of a runner that is down, slow, wrong, foreign or hostile; refusals of the server itself."""

import socket
from collections.abc import Iterator
from functools import partial
from typing import Any

import httpx2
import pytest

from tests.doubles.code_runner import TOKEN, RunningRunner, running_runner
from tests.doubles.http_server import Received, Reply, serving
from tests.doubles.tool_ports import ALICE, Bench, Cancel, loopback_bench
from tools.core.definitions import ToolCall, ToolRef
from tools.core.envelope import ToolResult
from tools.core.ports import PolicyRule
from tools.core.tool_id import ToolId
from tools.runner.frames import HEAD_BYTES, MAX_OBJECT_BYTES, frame

REF = ToolRef(ToolId("tool:r"))


def rehearsing_bench(url: str, token: str = TOKEN) -> Bench:
    bench = loopback_bench()
    bench.policies.current = (PolicyRule("r1", None, "code_runner", None, "allow"),)
    bench.tools.add("r", "code-runner", {"url": url, "token": token})
    return bench


def call(bench: Bench, *, timeout_s: float = 20, **arguments: Any) -> ToolResult:
    toolbox = bench.gateway().offer((REF,), ALICE)
    wanted = ToolCall("c1", toolbox.tools()[0].function.name, {"code": "1", **arguments})
    return toolbox.call(wanted, timeout_s=timeout_s, cancel=Cancel())


def answer(value: Any, rest: bytes = b"") -> Reply:
    return Reply(200, frame(value) + rest, {"Content-Type": "application/octet-stream"})


def made(value: Any, *files: dict[str, Any], rest: bytes = b"") -> Reply:
    return answer({"value": value, "logs": "", "files": list(files)}, rest)


NOT_SENT = {"$type": "file", "content": 3}


def answered(reply: Reply, request: Received) -> Reply:
    return reply


FILE = {"$type": "file", "index": 0}
HOSTILE = [
    ("a page", Reply(200, b"<html>welcome</html>")),
    ("nothing", Reply(200, b"")),
    ("a length beyond all bounds", Reply(200, b"\xff" * 8)),
    ("a length one too large", Reply(200, (MAX_OBJECT_BYTES + 1).to_bytes(HEAD_BYTES, "big"))),
    ("cut off in its object", Reply(200, frame({"value": 1, "files": []})[:-3])),
    ("no JSON", Reply(200, (4).to_bytes(HEAD_BYTES, "big") + b"nope")),
    ("a list", Reply(200, (2).to_bytes(HEAD_BYTES, "big") + b"[]")),
    ("no value", answer({"files": []})),
    ("no files", answer({"value": 1})),
    ("files that are none", answer({"value": 1, "files": [1]})),
    ("a negative size", made(1, {"name": "x", "size": -1})),
    ("a size that is no number", made(1, {"name": "x", "size": True})),
    ("many files", made(1, *[{"name": "x", "size": 0}] * 21)),
    ("a name that is no text", made(1, {"name": 1, "size": 0})),
    ("a file that is cut off", made(FILE, {"name": "x", "size": 10}, rest=b"123")),
    ("a file that it did not send", made(FILE)),
    ("a place that is no number", made({"$type": "file", "index": "0"}, {"name": "x", "size": 0})),
    ("a log that is no text", answer({"value": 1, "logs": 7, "files": []})),
    ("a long log", answer({"value": 1, "logs": "x" * 100_000, "files": []})),
    ("a failure without a form", answer({"failed": "yes", "files": []})),
    ("a kind that nobody knows", answer({"failed": {"kind": "x", "message": "", "line": None}, "files": []})),
    ("a reason that nobody knows", answer({"failed": {"kind": "result", "message": ": x", "line": None}, "files": []})),
    ("a line that is none", answer({"failed": {"kind": "exception", "message": "", "line": "1"}, "files": []})),
]


@pytest.mark.parametrize("reply", [row[1] for row in HOSTILE], ids=[row[0] for row in HOSTILE])
def test_nonsense_is_an_error_and_nothing_is_kept(reply: Reply) -> None:
    with serving(lambda request: reply) as server:
        bench = rehearsing_bench(server.url)
        result = call(bench)
    assert result.code == 2001, result
    assert "cannot be read" in result.message or "not one of a code runner" in result.message
    assert not any(file.content for file in bench.files.kept.values())


def test_a_result_beyond_the_limits_is_an_error_of_the_code() -> None:
    deep: Any = 1
    for _ in range(200):
        deep = [deep]
    for reply in (made("x" * 2_000_000), made(deep)):
        with serving(partial(answered, reply)) as server:
            assert call(rehearsing_bench(server.url)).success is False


@pytest.mark.parametrize(
    ("reply", "code", "words"),
    [
        (Reply(401), 5001, "token"),
        (Reply(413), 1002, "--files-mb"),
        (Reply(404), 2001, "no code runner (status 404)"),
        (Reply(302, b"", {"Location": "http://127.0.0.1:1/"}), 2001, "no code runner (status 302)"),
        (Reply(503), 5002, ""),
    ],
)
def test_a_refusal_names_the_remedy(reply: Reply, code: int, words: str) -> None:
    with serving(lambda request: reply) as server:
        result = call(rehearsing_bench(server.url))
    assert (result.code, words in result.message, TOKEN in repr(result)) == (code, True, False), result


def test_a_runner_that_is_down_or_silent() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        assert call(rehearsing_bench(f"http://127.0.0.1:{port}")).code == 5002
        free.listen()
        result = call(rehearsing_bench(f"http://127.0.0.1:{port}"), timeout_s=0.5)
    assert result.code == 2002, result


def test_the_token_is_sent_to_the_runner_alone_and_is_not_in_the_audit_log() -> None:
    with serving(lambda request: made(1)) as server:
        bench = rehearsing_bench(server.url)
        assert call(bench).data == 1
        assert server.received[0].headers["authorization"] == f"Bearer {TOKEN}"
    assert TOKEN not in bench.shown()


def test_without_a_rule_nobody_may_use_it() -> None:
    bench = rehearsing_bench("http://127.0.0.1:1")
    bench.policies.current = ()
    assert bench.gateway().offer((REF,), ALICE).skipped()[0].code == "denied"


@pytest.fixture(scope="module")
def runner() -> Iterator[RunningRunner]:
    with running_runner("--calls", "1", "--files-mb", "1") as found:
        yield found


def test_the_runner_refuses_another_token(runner: RunningRunner) -> None:
    assert call(rehearsing_bench(runner.url, "another-token-altogether")).code == 5001


def test_the_runner_refuses_files_beyond_its_limit(runner: RunningRunner) -> None:
    bench = rehearsing_bench(runner.url)
    file = bench.files.save("x", "", [b"x" * 2_000_000], ALICE).to_json()
    assert call(bench, inputs={"file": file}).code == 1002
    assert call(bench, inputs={"file": [file] * 30}).code == 1002


@pytest.mark.parametrize(
    ("path", "content", "status"),
    [
        ("/other", frame({}), 404),
        ("/run", b"", 400),
        ("/run", b"\xff" * 8, 400),
        ("/run", frame({}), 400),
        ("/run", frame({"code": 1, "inputs": {}, "seconds": 1, "files": []}), 400),
        ("/run", frame({"code": "1", "inputs": [], "seconds": 1, "files": []}), 400),
        ("/run", frame({"code": "1", "inputs": {}, "seconds": "x", "files": []}), 400),
        ("/run", frame({"code": "1", "inputs": {}, "seconds": 1, "files": [{"name": "x", "size": 5}]}), 400),
        (
            "/run",
            frame({"code": "1", "inputs": {"f": NOT_SENT}, "seconds": 1, "files": []}),
            400,
        ),
    ],
)
def test_the_server_refuses_what_is_no_call(runner: RunningRunner, path: str, content: bytes, status: int) -> None:
    headers = {"Authorization": f"Bearer {TOKEN}"}
    assert httpx2.post(f"{runner.url}{path}", content=content, headers=headers, timeout=20).status_code == status
    assert httpx2.get(f"{runner.url}/health", timeout=20).status_code == 200
    assert call(rehearsing_bench(runner.url)).data == 1


def test_the_server_hears_only_who_has_the_token(runner: RunningRunner) -> None:
    for headers in ({}, {"Authorization": TOKEN}, {"Authorization": f"Bearer {TOKEN}x"}):
        assert httpx2.post(f"{runner.url}/run", content=b"x" * 500_000, headers=headers, timeout=20).status_code == 401


def test_one_call_too_many_is_refused_for_now(runner: RunningRunner) -> None:
    with socket.create_connection(("127.0.0.1", int(runner.url.rpartition(":")[2]))) as first:
        first.sendall(f"POST /run HTTP/1.0\r\nAuthorization: Bearer {TOKEN}\r\nContent-Length: 99\r\n\r\n".encode())
        while (result := call(rehearsing_bench(runner.url))).success:
            pass  # the first has not been heard yet
        assert result.code == 5002
