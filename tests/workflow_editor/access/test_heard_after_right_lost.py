"""News of a shared workflow's runs for strangers and bob, and changes there: none once the right is lost."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from tests.workflow_editor.access.in_process import Shared
from tests.workflow_editor.access.right_losses import RIGHT, Loss, downgraded, links_ended, links_expired, unpublished
from tests.workflow_editor.access.run_ways import bot, form, webhook
from workflow_editor.models import BotReply, Turn
from workflow_editor.services import bot_replies
from workflow_editor.services.bot_replies import bot_replies_claim_due

Ask = Callable[[], Any]


def submission(shared: Shared) -> Ask:
    form(shared)()
    shared.queue.run_all()
    return lambda: APIClient().get(f"/api/forms/{shared.trigger('page').token}/submissions/{'k' * 22}/")


def _sent(shared: Shared) -> str:
    webhook(shared)()
    shared.queue.run_all()
    hook = shared.trigger("hook")
    return f"/hooks/{hook.token}/~deliveries/{hook.deliveries.latest('id').pk}/"


def status_of_a_delivery(shared: Shared) -> Ask:
    path = _sent(shared)
    return lambda: Client().get(path)


def answer_to_a_delivery(shared: Shared) -> Ask:
    path = _sent(shared)
    return lambda: Client().get(f"{path}answer/")


def _turn(shared: Shared) -> str:
    turn = shared.session.post(shared.conversation(), {"message": "Hello"}).json()
    shared.queue.run_all()
    return f"/api/turns/{turn['id']}/variables/"


def conversation(shared: Shared) -> Ask:
    path = shared.conversation().removesuffix("turns/")
    return lambda: shared.session.get(path)


def variables(shared: Shared) -> Ask:
    path = _turn(shared)
    return lambda: shared.session.get(path)


def change_of_variables(shared: Shared) -> Ask:
    path = _turn(shared)
    return lambda: shared.session.patch(path, {"values": {"tone": "loud"}})


def run(shared: Shared) -> Ask:
    path = f"/api/runs/{shared.finished()}/"
    return lambda: shared.session.get(path)


def page_of_a_link(shared: Shared) -> Ask:
    given = shared.session.post(f"{shared.address}triggers/chat/shares/", {"right": "chat"}).json()
    return lambda: APIClient().get(f"/api/shared/{given['token']}/")


def visitors_conversation(shared: Shared) -> Ask:
    given = shared.session.post(f"{shared.address}triggers/chat/shares/", {"right": "chat"}).json()
    path = f"/api/shared/{given['token']}/conversations/"
    talk = APIClient().post(path).json()
    return lambda: APIClient().get(f"{path}{talk['id']}/")


OF_VIEWERS = {conversation, variables, run}
LINKS = {page_of_a_link, visitors_conversation}
SENT = {submission, status_of_a_delivery, answer_to_a_delivery}
EVERY: list[Callable[[Shared], Ask]] = [
    submission, status_of_a_delivery, answer_to_a_delivery, conversation, variables, change_of_variables, run,
    page_of_a_link, visitors_conversation,
]  # fmt: skip
CELLS = [
    *((heard, loss) for heard in EVERY for loss in RIGHT if loss is not downgraded or heard not in OF_VIEWERS),
    *((heard, loss) for heard in EVERY if heard in LINKS for loss in (links_ended, links_expired)),
    *((heard, unpublished) for heard in EVERY if heard in SENT),
]


@pytest.mark.parametrize(("heard", "loss"), CELLS, ids=lambda one: one.__name__)
@pytest.mark.everyday_rows(30)
def test_nothing_is_heard_once_the_right_is_lost(shared: Shared, heard: Callable[[Shared], Ask], loss: Loss) -> None:
    ask = heard(shared)
    assert ask().status_code < 300
    loss(shared)
    assert ask().status_code in {401, 403, 404}


@pytest.mark.parametrize("loss", RIGHT, ids=lambda loss: loss.__name__)
def test_no_bot_answers_once_the_right_is_lost(shared: Shared, loss: Loss, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_replies, "_client", lambda: pytest.fail("an answer was sent"))
    bot(shared)()
    shared.queue.run_all()
    assert Turn.objects.filter(status="succeeded").exists()
    loss(shared)
    bot_replies_claim_due()
    shared.queue.run_all()
    assert not BotReply.objects.filter(status="sent").exists()
