"""Writers of one process queue up instead of failing or polling."""

import threading

import pytest
from django.db import connection, transaction

from tests.factories.users import user_create
from workflow_editor.models import Workflow

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_writer_waits_for_the_one_before_it() -> None:
    owner = user_create("alice")
    workflow = Workflow.objects.create(name="W", slug="w", owner=owner)
    waiting = threading.Event()

    def add_one() -> None:
        waiting.set()
        with transaction.atomic():
            row = Workflow.objects.get(pk=workflow.pk)
            row.revision += 1
            row.save()
        connection.close()

    with transaction.atomic():
        row = Workflow.objects.get(pk=workflow.pk)
        other = threading.Thread(target=add_one)
        other.start()
        assert waiting.wait(60)
        row.revision += 1
        row.save()
    other.join(60)
    workflow.refresh_from_db()
    assert workflow.revision == 2


def test_a_failed_transaction_lets_the_next_one_in() -> None:
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        raise ZeroDivisionError
    with transaction.atomic():
        user_create("bob")


def test_commit_hooks_run_after_the_lock_is_free() -> None:
    seen = []

    def write_from_another_thread() -> None:
        def write() -> None:
            with transaction.atomic():
                user_create("carol")
            connection.close()
            seen.append("written")

        thread = threading.Thread(target=write)
        thread.start()
        thread.join(60)

    with transaction.atomic():
        user_create("alice")
        transaction.on_commit(write_from_another_thread)
    assert seen == ["written"]
