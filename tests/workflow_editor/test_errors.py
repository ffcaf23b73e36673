"""Stored failures, told in both languages."""

from typing import Any

import pytest

from tools.core.definitions import Text
from workflow_editor.errors import failure_text


@pytest.mark.parametrize(
    ("stored", "text"),
    [
        ({"message": "Down.", "details": {"message_zh": "不可用。"}}, Text("Down.", "不可用。")),
        ({"message": "Down.", "details": {}}, Text("Down.", "Down.")),
        ({"message": "Down.", "details": {"message_zh": ""}}, Text("Down.", "Down.")),
        ({"message": "Down.", "details": None}, Text("Down.", "Down.")),
        ({"message": "Down.", "details": "of a node's own making"}, Text("Down.", "Down.")),
        ({"message": "Down."}, Text("Down.", "Down.")),
        ({}, Text("", "")),
        (None, Text("", "")),
    ],
)
def test_the_sentence_of_a_stored_failure_is_told_in_both_languages(stored: dict[str, Any] | None, text: Text) -> None:
    assert failure_text(stored) == text
