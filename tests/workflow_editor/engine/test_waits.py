"""Decisions of people."""

from typing import Any

import pytest

from workflow_editor.engine.run_limits import RunLimits, limits_of
from workflow_editor.engine.waits import read_answer
from workflow_editor.errors import InvalidInputError
from workflow_editor.nodes.waits import (
    AnyWait,
    ApprovalWait,
    BudgetWait,
    ChildRunWait,
    DelayWait,
    FormWait,
    SpentAmount,
    WaitedWorkflow,
)

FORM = FormWait(fields=[{"name": "price", "type": "number", "required": True}, {"name": "note", "default": "none"}])
AMOUNT = SpentAmount(tokens=500, money=0.5)
BUDGET = BudgetWait(run_id="r", over="tokens", budget=AMOUNT, used=AMOUNT, needed=AMOUNT, model="m")
CHILD = ChildRunWait(run_id="r", workflow=WaitedWorkflow(name="Other"))


def answer(wait: AnyWait, decision: str, **values: Any) -> dict[str, Any]:
    return read_answer(wait, decision=decision, values=values, comment="")


def pointers(error: InvalidInputError) -> list[str]:
    return [found["pointer"] for found in error.details["errors"]]


@pytest.mark.parametrize(
    ("wait", "decision"),
    [
        (ApprovalWait(), "submit"),
        (FORM, "approve"),
        (DelayWait(until=""), "approve"),
        (CHILD, "finished"),
        (BUDGET, ""),
    ],
)
def test_a_decision_that_the_kind_does_not_know_is_refused(wait: AnyWait, decision: str) -> None:
    with pytest.raises(InvalidInputError) as error:
        answer(wait, decision)
    assert pointers(error.value) == ["/decision"]


def test_values_of_a_form_get_their_types_and_defaults() -> None:
    assert answer(FORM, "submit", price="12.5", other=1)["values"] == {"price": 12.5, "note": "none"}


def test_values_that_do_not_fit_the_form_are_pointed_at() -> None:
    with pytest.raises(InvalidInputError) as error:
        answer(FORM, "submit", price="cheap")
    assert pointers(error.value) == ["/values/price"]


def test_values_nobody_asked_for_are_dropped() -> None:
    assert answer(ApprovalWait(), "approve", secret="x")["values"] == {}


def test_a_budget_is_raised_to_what_is_needed_at_least() -> None:
    assert answer(BUDGET, "raise", budgetTokens=500.0)["values"] == {"budgetTokens": 500}
    assert answer(BUDGET, "raise", budgetMoney=0.75)["values"] == {"budgetMoney": 0.75}


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
        answer(BUDGET, "raise", **values)
    assert pointers(error.value) == [pointer]


def test_limits_are_read_leniently_and_written_without_gaps() -> None:
    limits = limits_of({"deadlineS": 5, "laterVersion": 1})
    assert limits == RunLimits(deadline_s=5)
    assert limits.to_json() == {"deadlineS": 5}
    assert limits_of(None).to_json() == {}
