"""The cases by which the front end's tests know the server's rules are what the server does."""

from collections import Counter

from tests.shared_edits import CASES, cases, encoded


def test_the_cases_are_up_to_date() -> None:
    assert CASES.read_text() == encoded(), "run `python -m tests.shared_edits`"


def test_the_cases_hold_every_outcome() -> None:
    outcomes = Counter((case["independent"], case["merged"] is not None) for case in cases())
    assert min(outcomes[True, True], outcomes[True, False], outcomes[False, False]) > 10
