"""Each message of the code has a form in each catalogue, and each compiled catalogue is the one of its source."""

import pytest

from tests.catalogue import (
    LANGUAGES,
    compiled,
    entries,
    messages_of_code,
    messages_of_libraries,
    read,
    source_file,
)

OTHERS = [language for language in LANGUAGES if language != "en"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_matches_its_source(language: str) -> None:
    assert source_file(language).with_suffix(".mo").read_bytes() == compiled(read(language)), "run `make messages`"


@pytest.mark.parametrize("language", OTHERS)
def test_every_message_of_the_panel_has_a_form(language: str) -> None:
    forms = entries(read(language))
    wanted = messages_of_code()
    assert len(wanted) > 200
    assert [key for key in sorted(wanted) if not all(forms.get(key, [""]))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_form_is_left_of_a_message_that_is_gone(language: str) -> None:
    known = messages_of_libraries() | {message for _, message in messages_of_code()}
    assert [message for _, message in entries(read(language)) if message not in known] == []
