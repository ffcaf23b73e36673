"""Texts in each language: values, contexts, lists, stored forms, and a language that is made up."""

from collections.abc import Iterator
from copy import deepcopy
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages import Catalog, mofile
from django.utils.translation import override

from tools.core import text as module
from tools.core.text import LANGUAGES, Text, byte_size, either, listed, sentences
from tools.forms.local_text import local_text


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[str]:
    """A further language, with a catalogue and a line in `LANGUAGES`."""
    catalogue = Catalog(locale="fr")
    catalogue.add("Enter at most {limit}.", "⟦au plus {limit}⟧")
    catalogue.add("{first}, {second}", "{first} ; {second}")
    file = BytesIO()
    mofile.write_mo(file, catalogue)
    folder = tmp_path / "fr" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.mo").write_bytes(file.getvalue())
    (tmp_path / "zh_Hans").symlink_to(module._FOLDER / "zh_Hans")
    monkeypatch.setattr(module, "_FOLDER", tmp_path)
    monkeypatch.setitem(LANGUAGES, "fr", "fr")
    module._catalogue.cache_clear()
    yield "fr"
    module._catalogue.cache_clear()


def test_a_message_is_rendered_with_its_values_in_each_language() -> None:
    text = Text("Choose one of {expected}.", expected=either(["GET", "PUT"]))
    assert text.to_json() == {"en": "Choose one of GET or PUT.", "zh": "请选择其中之一：GET 或 PUT。"}


def test_a_text_as_a_value_is_rendered_in_the_language_of_the_whole() -> None:
    inner = Text("Enter a whole number.")
    assert Text("{field}: {message}", field="age", message=inner).in_language("zh") == f"age：{inner.in_language('zh')}"


@pytest.mark.parametrize("value", ["{limit}", "{{", "}", "{0.__class__}", "%(limit)s", "{limit!r:>99}", ""])
def test_braces_in_values_mean_nothing(value: str) -> None:
    assert listed([value, value]).en == f"{value}, {value}"
    assert Text("{field}: {message}", field=value, message=Text.verbatim(value)).en == f"{value}: {value}"


@pytest.mark.parametrize("message", ["{", "{{ nodes['x'] }}", "{type: text}", "}"])
def test_braces_without_values_are_ordinary_characters(message: str) -> None:
    assert Text(message).to_json() == Text.verbatim(message).to_json() == dict.fromkeys(LANGUAGES, message)


def test_numbers_keep_their_form_and_everything_else_is_shown_as_text() -> None:
    assert Text("{a:,} {b:g} {c}", a=1234567, b=2.0, c=ValueError("late")).en == "1,234,567 2 late"


def test_values_are_taken_when_the_text_is_made() -> None:
    names = ["a"]
    text, several = Text("{names}", names=names), listed(names)
    names.append("b")
    assert (text.en, several.en) == ("['a']", "a")


def test_a_context_distinguishes_messages() -> None:
    assert (Text("List").in_language("zh"), Text.in_context("verb", "List").in_language("zh")) == ("列表", "列出")
    assert Text.in_context("verb", "List").en == "List"


def test_lists_choices_and_sentences_are_joined_as_the_language_does() -> None:
    items: list[str | Text] = ["a", Text("none"), "c"]
    assert listed(items).to_json() == {"en": "a, none, c", "zh": "a、无、c"}
    assert either(items).to_json() == {"en": "a, none or c", "zh": "a、无 或 c"}
    assert sentences([Text("Enter a list."), Text("Enter text.")]).to_json() == {
        "en": "Enter a list. Enter text.",
        "zh": "请填写列表。请填写文本。",
    }
    for join in (listed, either, sentences):
        assert [join(some).in_language("zh") for some in ([], ["a"], [""])] == ["", "a", ""]


def test_a_long_list_is_joined_once() -> None:
    assert len(listed(["x"] * 100_000).in_language("zh")) == 199_999


def test_a_message_without_a_form_is_shown_in_english() -> None:
    assert Text("Nobody has translated {this}.", this="it").in_language("zh") == "Nobody has translated it."


def test_stored_forms_read_the_same_again() -> None:
    text = Text("Enter at most {limit} characters.", limit=5)
    assert Text.of(**text.to_json()) == text
    assert Text.of(en="Down.", zh="").in_language("zh") == Text.of(en="Down.").in_language("zh") == "Down."


def test_a_template_is_filled_later() -> None:
    assert Text("{field}: {message}").filled(field="a", message="b") == Text(
        "{field}: {message}", field="a", message="b"
    )


def test_texts_that_read_the_same_are_equal_and_can_be_copied() -> None:
    text = Text("{field}: {message}", field="a", message=listed(["b", Text("none")]))
    assert deepcopy(text) == text
    assert hash(text) == hash(Text.of(**text.to_json()))
    assert text != Text.of(en=text.en, zh="另一个")
    assert text != text.en


def test_a_further_language_is_a_catalogue_and_a_line(made_up: str) -> None:
    assert Text("Enter at most {limit}.", limit=listed(["1", "2"])).in_language(made_up) == "⟦au plus 1 ; 2⟧"
    assert Text("Enter at most {limit}.", limit=3).to_json().keys() == {"en", "zh", "fr"}
    assert Text.of(en="Old.", zh="旧。").in_language(made_up) == "Old."
    with override(made_up):
        assert local_text(Text("Enter at most {limit}.", limit=3)) == "⟦au plus 3⟧"
    with override("de"):
        assert local_text(Text("Enter at most {limit}.", limit=3)) == "Enter at most 3."


@pytest.mark.parametrize(
    ("count", "shown"),
    [
        (0, "0 bytes"),
        (1023, "1023 bytes"),
        (1024, "1 kB"),
        (64 * 1024, "64 kB"),
        (5 * 1024**2, "5 MB"),
        (2_621_440, "2.5 MB"),
    ],
)
def test_a_number_of_bytes_is_shown_as_people_read_it(count: int, shown: str) -> None:
    assert byte_size(count) == shown
