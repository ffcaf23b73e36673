"""Stored failures in both languages."""

from typing import Any

import pytest

from tools.core.text import Text
from workflow_editor.errors import failure_text


@pytest.mark.parametrize(
    ("stored", "text"),
    [
        ({"message": "Down.", "translations": {"zh": "不可用。"}}, Text.of(en="Down.", zh="不可用。")),
        ({"message": "Down.", "translations": {}}, Text.of(en="Down.", zh="Down.")),
        ({"message": "Down.", "translations": {"zh": ""}}, Text.of(en="Down.", zh="Down.")),
        ({"message": "Down.", "translations": None}, Text.of(en="Down.", zh="Down.")),
        ({"message": "Down.", "translations": "of a node's own making"}, Text.of(en="Down.", zh="Down.")),
        ({"message": "Down."}, Text.of(en="Down.", zh="Down.")),
        ({}, Text.of(en="", zh="")),
        (None, Text.of(en="", zh="")),
    ],
)
def test_the_sentence_of_a_stored_failure_is_reported_in_both_languages(
    stored: dict[str, Any] | None, text: Text
) -> None:
    assert failure_text(stored) == text
