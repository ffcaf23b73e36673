"""Signing in to a mailbox with an account's token or a stored password, against a real Dovecot."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.doubles.http_server import LoopbackServer, Received, Reply, serving
from tests.doubles.tool_ports import Bench
from tests.servers.dovecot import PASSWORD, USER, MailServer, dovecot
from tools.executors.accounts import SERVICES
from tools.executors.mail.executor import MailExecutor
from tools.outbound.client import OutboundClient
from tools.outbound.http_credential import HttpCredential
from tools.outbound.origins import origin_of

GOOD, NEWER, OLD = "planted-good-1", "planted-newer-2", "planted-old-3"


@pytest.fixture(scope="module")
def service() -> Iterator[LoopbackServer]:
    """Replaces the service that gave the tokens: answers with their owner."""

    def answer(request: Received) -> Reply:
        token = request.headers.get("authorization", "").removeprefix("Bearer ")
        good = {"active": True, "email": USER}
        return Reply.of_json(good if token in (GOOD, NEWER) else {"error": "invalid_token"}, 200)

    with serving(answer) as server:
        yield server


@pytest.fixture(scope="module")
def server(service: LoopbackServer) -> Iterator[MailServer]:
    with dovecot(tokens=f"{service.url}/introspect") as server:
        server.append(b"Subject: here\r\n\r\nhere")
        yield server


@pytest.fixture
def bench() -> Bench:
    bench = Bench(outbound=OutboundClient(["127.0.0.1"]))
    bench.registry.register(MailExecutor())
    return bench


def called(bench: Bench, server: MailServer, credential: HttpCredential, newer: str = "", **config: Any) -> Any:
    bench.credentials.by_id["c1"] = credential
    bench.credentials.newer["c1"] = account(newer)
    bench.credentials.origins.add(f"imap://127.0.0.1:{server.port}")
    settings = {"host": "127.0.0.1", "port": server.port, "security": "none", "username": USER, "credential": "c1"}
    return bench.call("imap", {**settings, **config}, {})


def account(token: str) -> HttpCredential:
    return HttpCredential({"secret": token}, "oauth2", renewable=True)


@pytest.mark.parametrize(
    ("credential", "newer", "opened"),
    [
        (account(GOOD), "", [""]),
        (account(OLD), NEWER, ["", OLD]),
        (HttpCredential({"secret": PASSWORD}), "", [""]),
        (HttpCredential({"secret": PASSWORD, "username": USER}), "", [""]),
    ],
    ids=["account", "renewed", "password", "password-with-name"],
)
def test_a_mailbox_is_opened_with_a_stored_credential(
    bench: Bench, server: MailServer, credential: HttpCredential, newer: str, opened: list[str]
) -> None:
    result = called(bench, server, credential, newer)
    assert result.success, result.message
    assert [message["subject"] for message in result.data["messages"]] == ["here"]
    assert bench.credentials.opened == opened


@pytest.mark.parametrize(
    ("credential", "newer", "change", "words"),
    [
        (account(OLD), OLD, {}, "rejected the account's token"),
        (account(OLD), "planted-also-old", {}, "rejected the account's token"),
        (account(GOOD), GOOD, {"username": "bob"}, "user name is the account's address"),
        (HttpCredential({"secret": "planted-wrong"}), "", {}, "rejected the user name or password"),
        (HttpCredential({"key": "planted-key"}, "jwt"), "", {}, "needs an account or a password"),
    ],
    ids=["same-again", "also-refused", "of-another", "password", "kind"],
)
def test_refusals_name_the_remedy_and_no_secret(
    bench: Bench, server: MailServer, credential: HttpCredential, newer: str, change: dict[str, Any], words: str
) -> None:
    result = called(bench, server, credential, newer, **change)
    assert (result.code, words in result.message) == (5001, True), result.message
    assert "planted-" not in str(result.to_json())


def test_a_token_goes_to_no_other_server(bench: Bench, server: MailServer) -> None:
    bench.credentials.origins.add("imap://imap.gmail.com:993")
    result = called(bench, server, account(GOOD), port=server.port + 1)
    assert not result.success
    assert bench.credentials.opened == []


def test_a_server_without_tokens_is_named(bench: Bench) -> None:
    with dovecot() as server:
        result = called(bench, server, account(GOOD))
    assert (result.code, "takes no accounts" in result.message) == (5001, True), result.message


def test_accounts_may_go_to_the_mail_servers_of_their_service() -> None:
    wanted = {"google": "imap://imap.gmail.com:993", "microsoft": "imap://outlook.office365.com:993"}
    assert all(origin_of(server) in SERVICES[key].origins for key, server in wanted.items())
