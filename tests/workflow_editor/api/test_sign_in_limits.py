"""Guessing passwords is slow, whichever way it is tried."""

import base64
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from ipaddress import ip_network
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from pytest_django import Settings
from rest_framework.test import APIClient

from tests.factories.users import PASSWORD, user_create
from tests.workflow_editor.api.problem_asserts import assert_problem
from workflow_editor.api.account_adapter import counted_name

URL = "/api/session/"
WRONG = "wrong"
ENOUGH = 40
Try = dict[str, Any]


def spelt(*names: str) -> list[Try]:
    """Return tries of one name in these spellings, each from an address of its own."""
    return [{"username": name, "REMOTE_ADDR": f"198.51.100.{number}"} for number, name in enumerate(names)]


def coming(**meta: Callable[[int], str]) -> list[Try]:
    """Return tries of a new name each; `meta` makes each request's environment from its number."""
    return [{"username": f"person{n}", **{key: make(n) for key, make in meta.items()}} for n in range(ENOUGH)]


def mixed(change: Callable[[str], str]) -> list[Try]:
    """Change another set of letters of alice's name in each try."""
    numbers = range(ENOUGH)
    return spelt(*("".join(change(c) if n >> i & 1 else c for i, c in enumerate("alice")) for n in numbers))


NAME_WAYS = {
    "the same name from many addresses": spelt(*["alice"] * ENOUGH),
    "spaces around it": spelt(*(" " * (n % 5) + "alice" + "\t" * (n // 5) for n in range(ENOUGH))),
    "capitals": mixed(str.upper),
    "full-width letters": mixed(lambda letter: chr(ord(letter) + 0xFEE0)),
    "invisible signs": spelt(*("ali" + "\u200b" * (n % 9) + "ce" + "\u2060\u00ad\ufeff"[n % 3] for n in range(ENOUGH))),
    "dots at the end": spelt(*("alice" + "." * n for n in range(ENOUGH))),
    "another Host header": [{**one, "HTTP_HOST": f"localhost:{5000 + n}"} for n, one in enumerate(mixed(str.upper))],
}
ADDRESS_WAYS = {
    "many names": coming(),
    "a new port of the client each time": coming(REMOTE_PORT=lambda n: str(40_000 + n)),
    "a made-up X-Forwarded-For": coming(HTTP_X_FORWARDED_FOR=lambda n: f"198.51.100.{n}"),
    "other headers that proxies send": coming(
        HTTP_X_REAL_IP=lambda n: f"198.51.100.{n}",
        HTTP_FORWARDED=lambda n: f"for=198.51.100.{n}",
        HTTP_CF_CONNECTING_IP=lambda n: f"198.51.100.{n}",
    ),
    "one IPv6 network": coming(REMOTE_ADDR=lambda n: f"2001:db8:1:2:{n:x}::{n:x}"),
    "invented hops before our proxy": coming(
        REMOTE_ADDR=lambda n: "10.0.0.7", HTTP_X_FORWARDED_FOR=lambda n: f"198.51.100.{n}, 203.0.113.9"
    ),
    "IPv4 written as IPv6": coming(
        REMOTE_ADDR=lambda n: ["203.0.113.9", "::ffff:203.0.113.9", "::FFFF:CB00:7109"][n % 3]
    ),
}
WAYS = [(way, tries, 5) for way, tries in NAME_WAYS.items()] + [(way, tries, 10) for way, tries in ADDRESS_WAYS.items()]


def attempt(values: Try, password: str = WRONG) -> Any:
    meta = {key: value for key, value in values.items() if key != "username"}
    return APIClient().post(URL, {"username": values["username"], "password": password}, **meta)


@pytest.mark.parametrize(("tries", "most"), [row[1:] for row in WAYS], ids=[row[0] for row in WAYS])
@pytest.mark.everyday_rows(5)
def test_no_way_gives_more_guesses(settings: Settings, alice: User, tries: list[Try], most: int) -> None:
    settings.TRUSTED_PROXIES = [ip_network("10.0.0.7")]
    answers = [attempt(values) for values in tries]
    guesses = [answer for answer in answers if answer.status_code == 403]
    assert 1 <= len(guesses) <= most
    assert_problem(answers[-1], 429, "throttled")
    assert int(answers[-1]["Retry-After"]) > 0


def change_password(client: APIClient) -> Any:
    body = {"current_password": WRONG, "new_password": "warp-and-weft-9"}
    return client.post("/api/account/password/", body)


GUESSES: dict[str, tuple[int, Callable[[APIClient, int], Any]]] = {
    "one name, 5 in 5 minutes": (7, lambda _, n: attempt({"username": "bob", "REMOTE_ADDR": f"198.51.100.{n}"})),
    "one address, 10 failures in a minute": (2, lambda _, n: attempt({"username": f"person{n}"})),
    "one address, 60 failures in an hour": (20, lambda _, n: attempt({"username": f"person{n}"})),
    "one address, 30 tries in a minute": (1, lambda _, __: attempt({"username": "alice"}, PASSWORD)),
    "one's own password": (11, lambda client, _: change_password(client)),
    "links": (1, lambda client, n: client.post("/api/setup/link/", {"token": f"guess{n}"})),
    "the use of links": (1, lambda client, n: client.post("/api/setup/", {"token": f"x{n}", "password": PASSWORD})),
}


@pytest.mark.parametrize(("every_s", "guess"), GUESSES.values(), ids=GUESSES)
def test_a_refusal_names_the_time_until_there_is_capacity(
    alice: User, every_s: int, guess: Callable[[APIClient, int], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [time.time()]
    monkeypatch.setattr(time, "time", lambda: clock[0])
    client = APIClient()
    client.force_login(alice)
    for number in range(100):
        answer = guess(client, number)
        if answer.status_code == 429:
            break
        clock[0] += every_s
    wait_s = int(answer["Retry-After"])
    assert assert_problem(answer, 429, "throttled")
    clock[0] += wait_s - 1.5
    assert guess(client, 101).status_code == 429
    clock[0] += 1.5
    assert guess(client, 102).status_code != 429


def test_the_right_password_does_not_help_once_the_limit_is_reached(alice: User) -> None:
    for _ in range(5):
        attempt({"username": "alice"})
    assert_problem(attempt({"username": "ALICE "}, PASSWORD), 429, "throttled")


def test_good_sign_ins_do_not_reset_what_was_counted(alice: User, bob: User) -> None:
    """The owner of an account could otherwise guess without end, with a sign-in of their own in between."""
    answers = []
    for number in range(ENOUGH):
        answers.append(attempt({"username": f"person{number}"}))
        attempt({"username": "bob"}, PASSWORD)
    assert len([answer for answer in answers if answer.status_code == 403]) <= 10


def test_parallel_guesses_count_like_guesses_one_after_the_other(transactional_db: None) -> None:
    user_create("alice")

    def guess(_: int) -> int:
        try:
            return int(attempt({"username": "alice"}).status_code)
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(guess, range(24)))
    assert set(answers) <= {403, 429}
    assert answers.count(403) <= 5


def test_one_person_can_sign_in_while_somebody_guesses_another_ones_password(alice: User, bob: User) -> None:
    for _ in range(6):
        attempt({"username": "alice"})
    assert attempt({"username": "bob"}, PASSWORD).status_code == 200


@pytest.mark.parametrize("is_signed_in", [False, True])
def test_the_panel_has_no_sign_in_of_its_own(admin: User, alice: User, is_signed_in: bool) -> None:
    client = APIClient()
    if is_signed_in:
        client.force_login(admin)
    answer = client.post("/admin/login/", {"username": "alice", "password": PASSWORD}, format="multipart")
    assert answer.status_code == 302
    assert answer["Location"] == ("/admin/" if is_signed_in else "/sign-in?next=/admin/")
    user = client.get(URL).json()["user"]
    assert (user and user["username"]) == ("admin" if is_signed_in else None)


def test_the_panel_does_not_send_people_without_rights_in_circles(alice_api: APIClient) -> None:
    assert alice_api.get("/admin/login/?next=/admin/").status_code == 403


@pytest.mark.parametrize("address", ["/admin/login/?next=https://evil.example/", "/admin/login/?next=//evil.example"])
def test_the_panel_leads_only_to_our_own_sign_in(db: None, address: str) -> None:
    assert APIClient().get(address)["Location"].startswith("/sign-in?next=")


ADDRESSES = ["/api/session/", "/api/tokens/", "/api/workflows/", "/v1/models", "/mcp/", "/admin/"]


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_password_is_no_proof_anywhere_else(alice: User, address: str) -> None:
    """Basic authentication would be a door without a limit."""
    proof = base64.b64encode(f"alice:{PASSWORD}".encode()).decode()
    answer = APIClient().get(address, headers={"Authorization": f"Basic {proof}"})
    is_known = answer.status_code == 200 and answer.json()["user"] is not None
    assert not is_known
    assert answer.status_code in {200, 302, 401, 404, 405}


def test_ones_own_password_cannot_be_guessed_in_a_borrowed_session(alice: User) -> None:
    client = APIClient()
    client.force_login(alice)
    body = {"current_password": "wrong", "new_password": "warp-and-weft-9"}
    answers = [client.post("/api/account/password/", body) for _ in range(ENOUGH)]
    assert [answer.status_code for answer in answers].count(400) <= 5
    assert_problem(answers[-1], 429, "throttled")


def test_the_right_password_may_be_asked_for_often(alice: User) -> None:
    client = APIClient()
    client.force_login(alice)

    def confirm(password: str) -> int:
        status: int = client.post("/api/account/confirmation/", {"password": password}).status_code
        return status

    assert {confirm(PASSWORD) for _ in range(ENOUGH)} == {204}
    answers = [confirm("wrong") for _ in range(ENOUGH)]
    assert answers.count(400) <= 5
    assert confirm(PASSWORD) == 429


def test_links_cannot_be_guessed_without_end(db: None) -> None:
    addresses = ("/api/setup/", "/api/setup/link/")
    guess = {"username": "x", "password": PASSWORD}
    answers = [APIClient().post(addresses[n % 2], {"token": f"guess{n}", **guess}) for n in range(ENOUGH)]
    assert [answer.status_code for answer in answers].count(403) <= 20
    assert_problem(answers[-1], 429, "throttled")


def test_names_that_the_table_takes_for_one_are_counted_as_one() -> None:
    """Names are found by their lower case: two spellings of one account never have two counters."""
    letters = map(chr, range(sys.maxunicode + 1))
    assert [letter for letter in letters if counted_name(letter) != counted_name(letter.lower())] == []
