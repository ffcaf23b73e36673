"""Rows go in without model objects, and come out as if they had been saved the usual way."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from django.db import connection

from tests.factories.runs import run_create
from tools.models import AccessEvent
from tools.rows.writer import db_json, db_time, insert_row
from workflow_editor.models import RunEvent, Workflow


def test_rows_read_back_as_they_were_given(workflow: Workflow) -> None:
    run = run_create(workflow)
    at = datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)
    values = {"run_id": run.id, "seq": 1, "type": "node_started", "node_key": None, "at": at}
    insert_row(RunEvent, {**values, "payload": {"名": ["ä", 1.5, None, True]}})
    event = RunEvent.objects.get(run=run)
    assert (event.seq, event.type, event.node_key, event.at) == (1, "node_started", None, at)
    assert event.payload == {"名": ["ä", 1.5, None, True]}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"a": float("nan")}, '{"a":null}'),
        ({"n": 2**70}, '{"n":1180591620717411303424}'),
        ({"t": "a\0b"}, '{"t":"ab"}'),
        ({"t": "\\u0000"}, '{"t":"\\\\u0000"}'),
    ],
)
def test_json_is_always_storable(value: Any, text: str) -> None:
    assert db_json(value) == text


@pytest.mark.parametrize("zone", [UTC, timezone(timedelta(hours=8))])
@pytest.mark.parametrize("microsecond", [0, 678901])
@pytest.mark.django_db
def test_moments_have_the_form_that_django_gives_them(zone: timezone, microsecond: int) -> None:
    at = datetime(2026, 1, 2, 3, 4, 5, microsecond, tzinfo=zone)
    assert db_time(at) == connection.ops.adapt_datetimefield_value(at)


NUMBERS = {"zero": -0.0, "list": [-0.0, -0.05, 1e22, -2.5e300], "text": 'is "-0.0" and 1e22', "small": 5e-324}
AS_DECIMALS = {**NUMBERS, "zero": 0.0, "list": [0.0, -0.05, 1e22, -2.5e300]}


@pytest.mark.django_db
@pytest.mark.parametrize("by", ["Django", "the writer"])
def test_numbers_read_alike_from_every_database(workflow: Workflow, by: str) -> None:
    """`jsonb` has decimals, so zero has no sign there; the values of runs are texts, and keep it."""
    common = {"at": datetime(2026, 1, 2, tzinfo=UTC)}
    event = {**common, "run_id": run_create(workflow).id, "seq": 1, "type": "t", "node_key": None, "payload": NUMBERS}
    words = dict.fromkeys(("username", "action", "target", "address"), "x")
    change = {**common, **words, "user_id": None, "details": NUMBERS}
    rows: list[tuple[Any, dict[str, Any]]] = [(RunEvent, event), (AccessEvent, change)]
    for model, values in rows:
        if by == "Django":
            model.objects.bulk_create([model(**values)])
        else:
            insert_row(model, values)
    assert repr(RunEvent.objects.get().payload) == repr(NUMBERS)
    details = AccessEvent.objects.latest("id").details
    assert {name: repr(value) for name, value in details.items()} == {
        name: repr(value) for name, value in AS_DECIMALS.items()
    }
