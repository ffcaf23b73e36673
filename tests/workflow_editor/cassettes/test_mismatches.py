"""Recorded and found values are compared, and shown where they part."""

from typing import Any

import pytest

from workflow_editor.cassettes.mismatches import around_difference, same


@pytest.mark.parametrize(
    ("recorded", "found"),
    [
        ({"a": [1, "x"]}, {"a": [1, "x"]}),
        ("key=***&b=1", "key=planted&b=1"),
        ("***", "anything"),
        ("a***b***c", "a1b2c"),
        ({"token": "***"}, {"token": 17}),
    ],
)
def test_a_mask_is_equal_to_what_it_hides(recorded: Any, found: Any) -> None:
    assert same(recorded, found)


@pytest.mark.parametrize(
    ("recorded", "found"),
    [({"a": 1}, {"a": 1, "b": 2}), ([1], [1, 2]), ("key=***&b=1", "key=planted&b=2"), ("a***b***c", "a1c"), (1, "1")],
)
def test_anything_else_is_not(recorded: Any, found: Any) -> None:
    assert not same(recorded, found)


def test_long_texts_are_shown_near_their_difference() -> None:
    before, now = around_difference("x" * 500 + "looms" + "y" * 500, "x" * 500 + "boats" + "y" * 500)
    assert before.startswith("…")
    assert before.endswith("…")
    assert "looms" in before
    assert "boats" in now
    assert len(before) < 200


def test_a_text_that_only_goes_on_is_shown_from_its_end() -> None:
    assert around_difference("Hello", "Hello there") == ("Hello", "Hello there")
