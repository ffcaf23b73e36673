"""What people may decide."""

from typing import Any

import pytest

from workflow_editor.engine.limits import RunLimits, limits_of
from workflow_editor.engine.waits import read_answer
from workflow_editor.errors import InvalidInputError

FORM = {"fields": [{"name": "price", "type": "number", "required": True}, {"name": "note", "default": "none"}]}
BUDGET = {"needed": {"tokens": 500, "money": 0.5}}


def answer(kind: str, decision: str, payload: Any = None, **values: Any) -> dict[str, Any]:
    return read_answer(kind, payload or {}, decision=decision, values=values, comment="")


def pointers(error: InvalidInputError) -> list[str]:
    return [found["pointer"] for found in error.details["errors"]]


@pytest.mark.parametrize(
    ("kind", "decision"),
    [("approval", "submit"), ("form", "approve"), ("delay", "approve"), ("child_run", "finished"), ("budget", "")],
)
def test_a_decision_that_the_kind_does_not_know_is_refused(kind: str, decision: str) -> None:
    with pytest.raises(InvalidInputError) as error:
        answer(kind, decision)
    assert pointers(error.value) == ["/decision"]


def test_values_of_a_form_get_their_types_and_defaults() -> None:
    assert answer("form", "submit", FORM, price="12.5", other=1)["values"] == {"price": 12.5, "note": "none"}


def test_values_that_do_not_fit_the_form_are_pointed_at() -> None:
    with pytest.raises(InvalidInputError) as error:
        answer("form", "submit", FORM, price="cheap")
    assert pointers(error.value) == ["/values/price"]


def test_values_nobody_asked_for_are_dropped() -> None:
    assert answer("approval", "approve", None, secret="x")["values"] == {}


def test_a_budget_is_raised_to_what_is_needed_at_least() -> None:
    assert answer("budget", "raise", BUDGET, budgetTokens=500.0)["values"] == {"budgetTokens": 500}
    assert answer("budget", "raise", BUDGET, budgetMoney=0.75)["values"] == {"budgetMoney": 0.75}


@pytest.mark.parametrize(
    ("values", "pointer"),
    [
        ({}, "/values"),
        ({"budgetTokens": 499}, "/values/budgetTokens"),
        ({"budgetTokens": "lots"}, "/values/budgetTokens"),
        ({"budgetMoney": True}, "/values/budgetMoney"),
    ],
)
def test_a_budget_that_would_not_do_is_refused(values: dict[str, Any], pointer: str) -> None:
    with pytest.raises(InvalidInputError) as error:
        answer("budget", "raise", BUDGET, **values)
    assert pointers(error.value) == [pointer]


def test_limits_are_read_leniently_and_written_without_gaps() -> None:
    limits = limits_of({"deadlineS": 5, "laterVersion": 1})
    assert limits == RunLimits(deadline_s=5)
    assert limits.to_json() == {"deadlineS": 5}
    assert limits_of(None).to_json() == {}
