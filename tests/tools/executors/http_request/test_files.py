"""Files in requests and answers: sent while they are read, kept while they come."""

from collections.abc import Iterator
from email.parser import BytesParser
from email.policy import HTTP
from typing import Any

import pytest

from tests.doubles.http_server import LoopbackServer, Received, Reply, serving
from tests.doubles.tool_ports import ALICE, Bench, loopback_bench
from tests.tools.executors.http_request.test_http_request import request
from tools.core.registered.files import StoredFile

PDF = b"%PDF-1.7 " + b"x" * 300_000


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with serving(lambda received: Reply(200, PDF, {"Content-Type": "application/pdf"})) as server:
        yield server


@pytest.fixture
def bench() -> Bench:
    return loopback_bench()


def kept(bench: Bench, name: str = 'in"voice.pdf', content: bytes = PDF) -> StoredFile:
    return bench.files.save(name, "application/pdf", [content], ALICE)


def test_a_file_is_the_body(bench: Bench, server: LoopbackServer) -> None:
    config = {"url": server.url, "method": "PUT", "bodyType": "file"}
    result, _ = request(bench, config, {"body": kept(bench).to_json()})
    assert result.success
    [received] = server.received
    assert (received.body, received.headers["content-type"]) == (PDF, "application/pdf")
    assert received.headers["content-length"] == str(len(PDF))


def parts_of(received: Received) -> dict[str, Any]:
    head = f"Content-Type: {received.headers['content-type']}\r\n\r\n".encode()
    message = BytesParser(policy=HTTP).parsebytes(head + received.body)
    return {
        str(part.get_param("name", header="content-disposition")): (part.get_filename(), part.get_payload(decode=True))
        for part in message.iter_parts()
    }


def test_files_go_with_the_fields_of_a_form(bench: Bench, server: LoopbackServer) -> None:
    config = {"url": server.url, "method": "POST", "bodyType": "multipart"}
    body = {"doc": kept(bench).to_json(), "note": "茶", "more": {"a": 1}}
    assert request(bench, config, {"body": body})[0].success
    assert parts_of(server.received[0]) == {
        "doc": ("in%22voice.pdf", PDF),
        "note": (None, "茶".encode()),
        "more": (None, b'{"a":1}'),
    }
    assert server.received[0].headers["content-length"] == str(len(server.received[0].body))


def test_an_answer_becomes_a_file(bench: Bench, server: LoopbackServer) -> None:
    result, _ = request(bench, {"url": f"{server.url}/bills/7.pdf?x=1", "responseType": "file"}, {})
    value = result.data["data"]
    assert (value["$type"], value["name"], value["size"]) == ("file", "7.pdf", len(PDF))
    assert bench.files.kept[value["address"]].content == PDF


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ('attachment; filename="bill.pdf"', "bill.pdf"),
        ("attachment; filename=bill.pdf", "bill.pdf"),
        ("attachment; filename=\"bill.pdf\"; filename*=UTF-8''%E8%8C%B6.pdf", "茶.pdf"),
        ("attachment; FileName*=utf-8'en'bill.pdf; filename=other.pdf", "bill.pdf"),
        ("attachment", "7.pdf"),
        ('attachment; filename=""', "7.pdf"),
    ],
)
def test_a_file_has_the_name_that_the_server_gives_it(bench: Bench, header: str, name: str) -> None:
    sent = {"Content-Type": "application/pdf", "Content-Disposition": header}
    with serving(lambda received: Reply(200, PDF, sent)) as server:
        result, _ = request(bench, {"url": f"{server.url}/bills/7.pdf", "responseType": "file"}, {})
    assert result.data["data"]["name"] == name


def test_a_refusal_becomes_none(bench: Bench) -> None:
    with serving(lambda received: Reply(404, b"gone", {"Content-Type": "text/plain"})) as server:
        result, _ = request(bench, {"url": server.url, "responseType": "file"}, {})
    assert (result.success, result.data["data"], bench.files.kept) == (False, "gone", {})


@pytest.mark.parametrize("body", ["text", {"id": "7"}, {"$type": "file", "id": "77"}, ["/api/files/77/"]])
@pytest.mark.parametrize("body_type", ["file", "multipart"])
def test_what_is_no_file_of_ours_is_refused(bench: Bench, server: LoopbackServer, body_type: str, body: Any) -> None:
    given = {"doc": {"$type": "file", "id": "77"}} if body_type == "multipart" and isinstance(body, dict) else body
    config = {"url": server.url, "method": "POST", "bodyType": body_type}
    assert request(bench, config, {"body": given})[0].code == 1002
    assert server.received == []
