"""Caps of people and links: 429 with a code, a sentence and a time; no way round by cookies, races or midnight."""

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone
from rest_framework.test import APIClient

from tests.conftest import client_of
from tests.factories.agents import agent_create
from tests.workflow_editor.api.problem_asserts import assert_capped, assert_problem
from tools.core.days import day_begin, day_left_s
from workflow_editor.api.limits.throttles import LinkThrottle, VisitorThrottle
from workflow_editor.conversations.lifecycle import conversation_create
from workflow_editor.conversations.partners import partner_of
from workflow_editor.conversations.shares import share_create
from workflow_editor.conversations.turns import turn_create
from workflow_editor.errors import LimitError
from workflow_editor.models import ChatShare, Run, Status, Turn, Workflow
from workflow_editor.services.limits import links as link_caps


@pytest.fixture
def start(alice_api: APIClient, workflow: Workflow) -> Callable[[], Any]:
    return lambda: alice_api.post(f"/api/workflows/{workflow.pk}/runs/", {"inputs": {"topic": "Ada"}})


@pytest.fixture
def link(alice: User) -> tuple[ChatShare, str]:
    return share_create(alice, agent_create(alice), right="chat", turns_per_day=8)


def begin(token: str, address: str) -> Any:
    return APIClient(REMOTE_ADDR=address).post(f"/api/shared/{token}/conversations/")


def send(token: str, address: str = "192.0.2.1") -> Any:
    """Say something as a visitor without cookies, in a conversation of its own."""
    api = APIClient(REMOTE_ADDR=address)
    conversation = api.post(f"/api/shared/{token}/conversations/").json()
    return api.post(f"/api/shared/{token}/conversations/{conversation['id']}/", {"message": "Hi"})


@pytest.fixture(autouse=True)
def _unthrottled(settings: Any) -> None:
    settings.OFFLINE_WORD_DELAY_S = 0


class TestPeople:
    def test_runs_per_minute(self, start: Callable[[], Any], settings: Any) -> None:
        settings.MAX_RUNS_PER_MINUTE = 2
        assert [start().status_code for _ in range(2)] == [201, 201]
        assert assert_capped(start(), "runs_per_minute") <= 60
        Run.objects.update(created_at=timezone.now() - timedelta(seconds=61))
        assert start().status_code == 201

    def test_open_runs_count_those_that_wait(self, start: Callable[[], Any], settings: Any) -> None:
        settings.MAX_OPEN_RUNS = 1
        start()
        Run.objects.update(status=Status.WAITING)
        assert_capped(start(), "open_runs")
        Run.objects.update(status=Status.SUCCEEDED)
        assert start().status_code == 201

    def test_money_per_day(self, start: Callable[[], Any], settings: Any) -> None:
        settings.MAX_MONEY_PER_DAY = 3
        start()
        Run.objects.update(usage={"cost": 3.5})
        assert assert_capped(start(), "money_per_day") <= 86_400
        Run.objects.update(created_at=day_begin(timezone.now()) - timedelta(microseconds=1))
        assert start().status_code == 201

    def test_one_persons_caps_are_nobody_elses(
        self, start: Callable[[], Any], bob: User, workflow: Workflow, settings: Any
    ) -> None:
        settings.MAX_RUNS_PER_MINUTE = 1
        start()
        assert_capped(start(), "runs_per_minute")
        answer = client_of(bob).post(f"/api/workflows/{workflow.pk}/runs/", {"inputs": {"topic": "Bob"}})
        assert answer.status_code == 201

    def test_a_chat_counts_too(self, alice: User, settings: Any) -> None:
        settings.MAX_RUNS_PER_MINUTE = 1
        agent = agent_create(alice)
        turn_create(conversation_create(alice, agent), message="Hi")
        with pytest.raises(LimitError):
            turn_create(conversation_create(alice, agent), message="Hi")


class TestLinks:
    def test_defaults(self, alice: User, alice_api: APIClient) -> None:
        agent = agent_create(alice)
        made = alice_api.post(f"/api/agents/{agent.slug}/shares/", {"right": "chat"}).json()
        ends = datetime.fromisoformat(made["expires_at"]) - timezone.now()
        assert timedelta(days=29) < ends <= timedelta(days=30)
        assert (made["turns_per_day"], made["money_per_day"]) == (200, 5.0)
        own = {"right": "chat", "expires_at": None, "turns_per_day": 3, "money_per_day": 0.5}
        made = alice_api.post(f"/api/agents/{agent.slug}/shares/", own).json()
        assert [made[name] for name in ("expires_at", "turns_per_day", "money_per_day")] == [None, 3, 0.5]

    def test_its_giver_changes_them(self, link: tuple[ChatShare, str], alice_api: APIClient, bob: User) -> None:
        share, token = link
        address = f"/api/shares/{share.pk}/"
        assert [send(token).status_code for _ in range(3)] == [201, 201, 429]
        changed = alice_api.patch(address, {"turns_per_day": 12}).json()
        assert (changed["turns_per_day"], changed["money_per_day"], changed["expires_at"]) == (12, 5.0, None)
        Run.objects.update(status=Status.SUCCEEDED)
        assert [send(token).status_code for _ in range(2)] == [201, 429]
        assert_problem(client_of(bob).patch(address, {"turns_per_day": 1}), 404, "not_found")
        assert_problem(alice_api.patch(address, {"turns_per_day": 0}), 400, "invalid_input")
        assert_problem(alice_api.patch(address, {"right": "read"}), 400, "invalid_input")
        assert alice_api.patch(address, {"expires_at": timezone.now().isoformat()}).status_code == 200
        assert_problem(APIClient().get(f"/api/shared/{token}/"), 404, "not_found")
        assert alice_api.patch(address, {"expires_at": None}).status_code == 200
        assert APIClient().get(f"/api/shared/{token}/").status_code == 200
        alice_api.delete(address)
        assert_problem(alice_api.patch(address, {"turns_per_day": 9}), 404, "not_found")

    def test_a_visitor_without_cookies_has_one_share_and_leaves_the_others_theirs(
        self, link: tuple[ChatShare, str]
    ) -> None:
        _, token = link
        assert [send(token).status_code for _ in range(2)] == [201, 201]
        wait_s = assert_capped(send(token), "visitor_turns_per_day")
        assert wait_s <= 86_400
        others = [send(token, f"192.0.2.{number}").status_code for number in (2, 2, 3, 3, 4, 4)]
        assert others == [201] * 6
        assert_capped(send(token, "192.0.2.5"), "turns_per_day")

    def test_a_header_makes_nobody_another_visitor(self, link: tuple[ChatShare, str]) -> None:
        _, token = link
        for number in range(2):
            api = APIClient(REMOTE_ADDR="192.0.2.1", HTTP_X_FORWARDED_FOR=f"198.51.100.{number}")
            conversation = api.post(f"/api/shared/{token}/conversations/").json()
            api.post(f"/api/shared/{token}/conversations/{conversation['id']}/", {"message": "Hi"})
        assert_capped(send(token), "visitor_turns_per_day")

    def test_a_network_of_ipv6_is_one_visitor(self, link: tuple[ChatShare, str]) -> None:
        _, token = link
        own = [send(token, f"2001:db8:0:1::{number}").status_code for number in (1, 2, 3)]
        assert own == [201, 201, 429]
        assert send(token, "2001:db8:0:2::1").status_code == 201

    def test_a_visitor_uses_up_nobody_elses_minute(
        self, link: tuple[ChatShare, str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(VisitorThrottle, "rate", "3/min")
        monkeypatch.setattr(LinkThrottle, "rate", "5/min")
        _, token = link
        begun = [begin(token, "192.0.2.1") for _ in range(9)]
        assert [answer.status_code for answer in begun] == [201] * 3 + [429] * 6
        assert 1 <= int(begun[-1]["Retry-After"]) <= 60
        assert [begin(token, f"192.0.2.{number}").status_code for number in (2, 3, 4)] == [201, 201, 429]

    def test_what_answers_cost(self, link: tuple[ChatShare, str]) -> None:
        share, token = link
        send(token)
        Run.objects.update(usage={"cost": share.money_per_day})
        assert_capped(send(token, "192.0.2.2"), "money_per_day")

    def test_answers_that_are_being_written(self, link: tuple[ChatShare, str], monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(link_caps, "MOST_OPEN_TURNS", 4)
        _, token = link
        send(token)
        Run.objects.update(status=Status.WAITING)
        assert_capped(send(token), "open_runs")
        assert send(token, "192.0.2.2").status_code == 201

    def test_tomorrow_is_another_day(self, link: tuple[ChatShare, str]) -> None:
        _, token = link
        for _ in range(2):
            send(token)
        Turn.objects.update(created_at=day_begin(timezone.now()) - timedelta(microseconds=1))
        assert send(token).status_code == 201

    def test_nothing_leads_back_to_an_address(self, link: tuple[ChatShare, str], alice: User) -> None:
        share, token = link
        send(token)
        kept = Turn.objects.get().visitor
        assert kept == link_caps.visitor_key(share, "192.0.2.1")
        other, _ = share_create(alice, partner_of(share).row, right="chat")
        assert kept != link_caps.visitor_key(other, "192.0.2.1")


@pytest.mark.parametrize(
    ("now", "left_s"),
    [
        (datetime(2026, 11, 23, 23, 59, 59, tzinfo=UTC), 1),
        (datetime(2026, 11, 24, tzinfo=UTC), 86_400),
        (datetime.fromisoformat("2026-11-24T01:00:00+08:00"), 7 * 3600),
    ],
)
def test_a_day_is_one_of_utc_whatever_the_clock_shows(now: datetime, left_s: int) -> None:
    assert day_left_s(now) == left_s
    assert day_begin(now).tzinfo == UTC


@pytest.mark.django_db(transaction=True)
def test_requests_side_by_side_do_not_slip_through_together(link: tuple[ChatShare, str]) -> None:
    _, token = link
    begin, codes = threading.Barrier(6), list[int]()

    def visit() -> None:
        try:
            begin.wait(60)
            codes.append(send(token).status_code)
        finally:
            connection.close()

    threads = [threading.Thread(target=visit) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert sorted(codes) == [201, 201, 429, 429, 429, 429]
