"""`mail_read` against a real Dovecot."""

from collections.abc import Iterator
from email.message import EmailMessage
from typing import Any
from uuid import uuid4

import pytest

from tests.doubles.tool_ports import Bench
from tests.servers.dovecot import PASSWORD, USER, MailServer, dovecot
from tools.core.call.nothing_found import settled
from tools.executors.mail import executor, mailbox
from tools.executors.mail.executor import MailExecutor
from tools.executors.mail.mailbox import quoted
from tools.executors.mail.messages import read_message
from tools.outbound.client import OutboundClient

PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4


@pytest.fixture(scope="module")
def server() -> Iterator[MailServer]:
    with dovecot() as server:
        yield server


@pytest.fixture
def bench() -> Bench:
    bench = Bench(outbound=OutboundClient(["127.0.0.1"]))
    bench.registry.register(MailExecutor())
    return bench


@pytest.fixture
def config(server: MailServer) -> dict[str, Any]:
    """A folder of its own, with a name that is not ASCII."""
    return {
        "host": "127.0.0.1",
        "port": server.port,
        "security": "none",
        "username": USER,
        "password": PASSWORD,
        "folder": f"收件 & {uuid4().hex}",
    }


def put(server: MailServer, config: dict[str, Any], *messages: EmailMessage | bytes) -> None:
    for message in messages:
        server.append(message if isinstance(message, bytes) else message.as_bytes(), quoted(config["folder"]))


def mail(subject: str, text: str = "Tea is ready.", html: str = "", **files: bytes) -> EmailMessage:
    message = EmailMessage()
    message["Subject"], message["From"], message["To"] = subject, "Ada <ada@example.com>", "Bob <bob@example.com>"
    message["Date"], message["Message-ID"] = "Sun, 01 Nov 2026 08:00:00 +0800", "<1@example.com>"
    message.set_content(text)
    if html:
        message.add_alternative(html, subtype="html")
    for name, content in files.items():
        message.add_attachment(content, maintype="image", subtype="png", filename=f"{name}.png")
    return message


def read(bench: Bench, config: dict[str, Any], **arguments: str) -> Any:
    result = bench.call("imap", config, arguments)
    assert result.success or result.facts.empty, result.message
    return settled(result, "continue").data


def subjects(data: Any) -> list[str]:
    return [message["subject"] for message in data["messages"]]


def test_messages_come_as_values_and_stay_unread(server: MailServer, bench: Bench, config: dict[str, Any]) -> None:
    put(server, config, mail("茶 is ready", html="<p>One</p><p>Two</p>", cup=PICTURE))
    (message,) = read(bench, config)["messages"]
    assert (message["subject"], message["text"]) == ("茶 is ready", "Tea is ready.")
    assert message["from"] == [{"name": "Ada", "address": "ada@example.com"}]
    assert (message["date"], message["message_id"]) == ("2026-11-01T08:00:00+08:00", "<1@example.com>")
    assert message["attachments"] == [{"name": "cup.png", "content_type": "image/png", "size": len(PICTURE)}]
    assert server.unread(quoted(config["folder"])) == 1


def test_a_message_of_html_alone_has_its_words(server: MailServer, bench: Bench, config: dict[str, Any]) -> None:
    html = b"Content-Type: text/html; charset=gb18030\r\n\r\n" + "<style>x</style><p>茶</p>".encode("gb18030")
    put(server, config, html)
    assert read(bench, config)["messages"][0]["text"] == "茶"


def test_it_lists_on_from_the_last_one_and_loses_none(server: MailServer, bench: Bench, config: dict[str, Any]) -> None:
    put(server, config, *(mail(str(number)) for number in range(5)))
    few = {**config, "maxMessages": 2}
    newest = read(bench, few)
    assert subjects(newest) == ["3", "4"]
    last = newest["messages"][-1]["id"]
    assert subjects(read(bench, few, since=last)) == []
    put(server, config, *(mail(str(number)) for number in range(5, 8)))
    later = read(bench, few, since=last)
    assert subjects(later) == ["5", "6"]
    assert subjects(read(bench, few, since=later["messages"][-1]["id"])) == ["7"]


def test_a_mailbox_with_new_numbers_is_read_from_its_newest_on(
    server: MailServer, bench: Bench, config: dict[str, Any]
) -> None:
    put(server, config, mail("old"))
    (old,) = read(bench, config)["messages"]
    server.delete_folder(quoted(config["folder"]))
    put(server, config, mail("new"))
    found = read(bench, config, since=f"1-{old['id'].partition('-')[2]}")
    assert subjects(found) == ["new"]


def test_attachments_of_one_message_become_files(server: MailServer, bench: Bench, config: dict[str, Any]) -> None:
    put(server, config, mail("Cups", cup=PICTURE, pot=PICTURE[:100]))
    (message,) = read(bench, config)["messages"]
    files = read(bench, config, message=message["id"])["files"]
    assert [(one["name"], one["size"]) for one in files] == [("cup.png", len(PICTURE)), ("pot.png", 100)]


def test_an_empty_folder_has_no_messages(server: MailServer, bench: Bench, config: dict[str, Any]) -> None:
    put(server, config, mail("gone"))
    server.empty(quoted(config["folder"]))
    assert read(bench, config)["messages"] == []


def test_long_messages_are_cut_and_long_lists_go_on_in_the_next_call(
    server: MailServer, bench: Bench, config: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mailbox, "MAX_WHOLE_BYTES", 20_000)
    monkeypatch.setattr(executor, "MAX_WHOLE_BYTES", 20_000)
    monkeypatch.setattr(executor, "MAX_CALL_BYTES", 25_000)
    put(server, config, mail("small"), mail("big", "x y " * 8_000), mail("later", "x y " * 3_000))
    first = read(bench, config)["messages"]
    assert [(one["subject"], one["is_cut"]) for one in first] == [("small", False), ("big", True)]
    assert subjects(read(bench, config, since=first[-1]["id"])) == ["later"]


@pytest.mark.parametrize(
    ("change", "arguments", "code", "words"),
    [
        ({"password": "another"}, {}, 5001, "password"),
        ({"folder": "Nowhere"}, {}, 2004, "folder"),
        ({"folder": 'x" (FLAGS)'}, {}, 2004, "folder"),
        ({"security": "tls"}, {}, 5002, "encryption"),
        ({"security": "starttls"}, {}, 5001, "STARTTLS"),
        ({}, {"message": "1-99999"}, 2004, "no longer"),
        ({}, {"since": "1-1)\r\nA LOGOUT"}, 1002, "since"),
    ],
)
def test_failures_name_the_remedy(
    server: MailServer,
    bench: Bench,
    config: dict[str, Any],
    change: dict[str, Any],
    arguments: dict[str, Any],
    code: int,
    words: str,
) -> None:
    put(server, config, mail("here"))
    result = bench.call("imap", {**config, **change}, arguments)
    assert (result.code, words in result.message) == (code, True), result.message
    assert PASSWORD not in str(result.to_json())


@pytest.mark.parametrize("security", ["tls", "starttls"])
def test_over_tls_the_certificate_counts(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, config: dict[str, Any], security: str
) -> None:
    with dovecot(encrypted=True) as server:
        port = server.tls_port if security == "tls" else server.port
        over_tls = {**config, "port": port, "security": security, "folder": "INBOX"}
        assert bench.call("imap", over_tls, {}).code == 5001
        monkeypatch.setenv("SSL_CERT_FILE", str(server.folder / "cert.pem"))
        assert read(bench, over_tls)["messages"] == []


def test_a_private_address_is_refused(config: dict[str, Any]) -> None:
    bench = Bench(outbound=OutboundClient())
    bench.registry.register(MailExecutor())
    assert bench.call("imap", config, {}).code == 1002


def test_a_message_that_breaks_readers_keeps_no_other_back(
    server: MailServer, bench: Bench, config: dict[str, Any]
) -> None:
    nested = b"Content-Type: multipart/mixed; boundary=%d\r\n\r\n--%d\r\n"
    deep = b"Subject: deep\r\n" + b"".join(nested % (level, level) for level in range(3_000))
    put(server, config, mail("before"), deep, mail("after"))
    messages = read(bench, config)["messages"]
    assert [one["is_unreadable"] for one in messages] == [False, True, False]


@pytest.mark.parametrize(
    "raw",
    ["", "\0", "Subject\r\n\r\n", "Content-Type: multipart/mixed\r\n\r\n--x", "Date: never\r\nFrom: <<>>\r\n\r\nx"],
)
def test_odd_messages_are_read_as_far_as_they_go(raw: str) -> None:
    assert isinstance(read_message(raw)["text"], str)
