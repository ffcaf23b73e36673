"""Limits move with the machine: as far as somebody else's work is slower or faster there."""

import pytest

from tests.bench.targets import TARGETS, Target, against_targets

TIME = Target(("ours", "ms"), 15, ("theirs", "ms"), 30)
RATE = Target(("ours", "rate"), 200, ("theirs", "rate"), 190, is_rate=True, measures_rate=True)
TIME_BY_RATE = Target(("ours", "ms"), 150, ("theirs", "rate"), 190, measures_rate=True)


@pytest.mark.parametrize(
    ("target", "measured", "limit"),
    [
        pytest.param(TIME, 30, 15, id="the machine of the limit"),
        pytest.param(TIME, 60, 30, id="half as fast"),
        pytest.param(RATE, 95, 100, id="a rate, half as fast"),
        pytest.param(TIME_BY_RATE, 95, 300, id="a time by a rate, half as fast"),
        pytest.param(TIME, 15, 7.5, id="twice as fast"),
    ],
)
def test_a_limit_moves_as_far_as_its_yardstick(target: Target, measured: float, limit: float) -> None:
    assert target.limit_here(measured) == pytest.approx(limit)


def test_a_time_is_met_below_and_a_rate_above_its_limit() -> None:
    assert TIME.is_met(14, 15)
    assert not TIME.is_met(16, 15)
    assert RATE.is_met(201, 200)
    assert not RATE.is_met(199, 200)


def test_a_line_reports_the_limit_as_it_stands_and_here() -> None:
    printed = against_targets(
        {"embedded": {"chain_of_50": {"ms": 20.0}}, "peers": {"langgraph": {"chain_of_50_ms": 62.0}}}
    )
    assert printed == {
        "chain of 50": {
            "figure": 20.0,
            "limit": 15,
            "met": False,
            "yardstick": {"is": "peers.langgraph.chain_of_50_ms", "figure": 62.0, "reference": 31},
            "limit_here": 30.0,
            "met_here": True,
        }
    }


def test_what_was_not_measured_is_not_reported() -> None:
    assert against_targets({}) == {}
    assert len(TARGETS) == len({target.figure for target in TARGETS.values()})
