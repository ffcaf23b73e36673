"""Several processes look at the same time, on a server where they really do."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections
from django.utils import timezone

from tests.workflow_editor.services_triggers.conftest import PublishTrigger, Shelf, poll_config
from workflow_editor.models import Run, Trigger
from workflow_editor.services.triggers import polls
from workflow_editor.services.triggers.deliver import start_waiting
from workflow_editor.services.triggers.polls import poll_look, polls_claim_due

POLLERS = 4
ROUNDS = 15


@pytest.mark.django_db(transaction=True)
def test_pollers_in_any_number_start_each_item_once(
    publish_trigger: PublishTrigger, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of them claim, and look by the claim that is there, at the same moment, while items come."""
    monkeypatch.setattr(polls._places, "take", lambda share: True)
    monkeypatch.setattr(polls._places, "release", lambda share: None)
    trigger = publish_trigger("poll", poll_config(first="everything", limit=3))
    start_line = Barrier(POLLERS, action=lambda: shelf.put(len(shelf.entries)))

    def poll(poller: int) -> None:
        try:
            for _ in range(ROUNDS):
                if start_line.wait() == 0:
                    Trigger.objects.update(next_at=timezone.now())
                start_line.wait()
                polls_claim_due()
                claimed_until = Trigger.objects.get(pk=trigger.pk).next_at
                assert claimed_until
                poll_look(trigger.pk, claimed_until)
                start_waiting()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(POLLERS) as pool:
        list(pool.map(poll, range(POLLERS)))
    for _ in range(len(shelf.entries)):
        Trigger.objects.update(next_at=timezone.now())
        polls_claim_due()
        last = Trigger.objects.get(pk=trigger.pk).next_at
        assert last
        poll_look(trigger.pk, last)
        start_waiting()
    topics = Counter(run.inputs["topic"] for run in Run.objects.filter(trigger="poll"))
    assert topics == Counter(str(entry["id"]) for entry in shelf.entries)
