"""Recorded and found values are compared, and shown where they part."""

from typing import Any

import pytest

from tools.core.registered.files import StoredFile
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


def file(id_: str, name: str, content_type: str, content: str) -> Any:
    return StoredFile(id_, name, content_type, 1, content).to_json()


@pytest.mark.parametrize(
    ("found", "is_same"),
    [
        (file("2", "a.csv", "text/csv", "x"), True),
        (file("2", "a.csv", "text/csv", "y"), False),
        (file("2", "b.csv", "text/csv", "x"), False),
        ({"id": "1"}, False),
    ],
)
def test_a_file_that_is_made_again_is_known_by_what_is_in_it(found: Any, is_same: bool) -> None:
    assert same({"out": [file("1", "a.csv", "text/csv", "x")]}, {"out": [found]}) is is_same


def test_files_that_hold_the_time_of_writing_are_known_by_name_and_type() -> None:
    first = file("1", "a.zip", "application/zip", "x")
    assert same(first, file("2", "a.zip", "application/zip", "y"))
    assert not same(first, file("2", "b.zip", "application/zip", "x"))


def test_long_texts_are_shown_near_their_difference() -> None:
    before, now = around_difference("x" * 500 + "looms" + "y" * 500, "x" * 500 + "boats" + "y" * 500)
    assert before.startswith("…")
    assert before.endswith("…")
    assert "looms" in before
    assert "boats" in now
    assert len(before) < 200


def test_a_text_that_only_goes_on_is_shown_from_its_end() -> None:
    assert around_difference("Hello", "Hello there") == ("Hello", "Hello there")
