"""Names that people give: what is taken, what is refused, and that whatever is taken can be seen."""

import random
import unicodedata

import pytest
from pydantic import BaseModel, Field, ValidationError

from tools.core.field_errors import field_errors
from tools.core.naming.visible_name import CODE, UnreadableNameError, VisibleName, shown_name, visible_name

TAKEN = [
    "Search orders", "发布需求", "Café crème", "Cafe\u0301", "Поиск", "てすと", "검색", "ค้นหา", "שלום עולם", "مرحبا",
    "Tiếng Việt",
    "नमस्ते", "क्‍ष", "ක්‍ෂ", "می‌خواهم", "שׁוּ בְּ", "བསྒྲུབས", "ᠮᠣᠩᠭᠣᠯ", "👨‍👩‍👧‍👦", "❤️‍🔥", "🏳️‍🌈", "👩🏽‍💻",
    "1️⃣ first", "🙂‍↔️",
    "葛\U000e0100飾", "C++\u200f שפה", "a\u00a0b", "全角\u3000空白", "⠓⠑⠇⠇⠕⠀⠺⠕⠗⠇⠙", "x", "…", "\U0001f1e8\U0001f1f3",
    "a" * 5000,
]  # fmt: skip
TRIMMED = [
    ("  a ", "a"), ("\u3000名\u3000", "名"), ("\n a\t", "a"), ("\u00a0a\u2003", "a"), ("a\u2800\u2800", "a"),
    ("\u2800 a", "a"),
    ("a\u2028", "a"),
]  # fmt: skip
NOTHING = [
    "", " ", "\u3000\u00a0", "\u2800", " \u2800 ", "\u0301", "\ufe0f", "\u200d", "\u200b", "\ufeff", "\u3164",
    "\u115f\u1160",
    "\uffa0", "\u200e", "\u200c\u200c", "\u00ad",
]  # fmt: skip
HIDDEN = [
    "a\u202eb", "\u202aa\u202c", "\u2066a\u2069", "a\u200bb", "\ufeffa", "ad\u00admin", "a\nb", "a\tb",
    "a\r\nb", "a\u2028b",
    "a\u2029b", "a\x00b", "a\x7fb", "a\x85b", "a\u3164b", "김\u115f", "a\U000e0041\U000e007f", "a\u2060b",
    "a\u2063b", "a\u034fb",
    "ad\u200dmin", "张\u200d三", "адм\u200cин", "می\u200c", "\u200cمی", "می\u200c\u200cخ", "👩\u200d", "a\u200eb",
    "a\u061cb", "a\u200fb",
    "a \ufe0fb", "❤\ufe0f\ufe0f", "a\ud800b", "a\u206ab", "a\ufff9b",
]  # fmt: skip
MARKS = ["a" + "\u0301" * 5, "Z\u0336\u0321\u0353\u0342\u0315\u0358algo", "ก" + "\u0e49" * 300]
SIGNS = sorted(set("".join([*TAKEN[:-1], *NOTHING, *HIDDEN, *MARKS])))


@pytest.mark.parametrize("name", TAKEN)
def test_names_in_all_scripts_stay_as_they_are(name: str) -> None:
    assert visible_name(name) == name
    assert shown_name(name, "other") == name


@pytest.mark.parametrize(("text", "name"), TRIMMED)
def test_spaces_around_a_name_are_dropped(text: str, name: str) -> None:
    assert visible_name(text) == name


@pytest.mark.parametrize("text", [*NOTHING, *HIDDEN, *MARKS], ids=ascii)
def test_what_cannot_be_read_is_refused_in_both_languages(text: str) -> None:
    with pytest.raises(UnreadableNameError) as refused:
        visible_name(text)
    assert refused.value.text.en.endswith(".")
    assert refused.value.text.in_language("zh").endswith("。")


@pytest.mark.parametrize("text", NOTHING, ids=ascii)
def test_a_name_of_nothing_that_nobody_can_be_asked_about_is_another_one(text: str) -> None:
    assert shown_name(text, "file") == "file"


@pytest.mark.parametrize(
    ("text", "name"), [("a\u202eb", "ab"), ("张\u200d三", "张三"), ("a\nb", "ab"), (MARKS[0], "file")]
)
def test_what_is_hidden_is_dropped_from_a_name_that_nobody_can_be_asked_about(text: str, name: str) -> None:
    assert shown_name(text, "file") == name


def test_the_refusal_names_the_hidden_character() -> None:
    with pytest.raises(UnreadableNameError, match=r"Character 3 of the name is hidden \(U\+202E\)"):
        visible_name(" ab\u202ecd")


def test_whatever_is_taken_can_be_seen_and_is_taken_again() -> None:
    chance = random.Random(7)  # noqa: S311  not a secret
    taken = 0
    for _ in range(20_000):
        signs = chance.choices(SIGNS, k=chance.randint(0, 6))
        for made in (visible_name, lambda text: shown_name(text, "other")):
            try:
                name = made("".join(signs))
            except UnreadableNameError:
                continue
            taken += 1
            assert visible_name(name) == name
            assert any(
                unicodedata.category(sign)[0] in "LNPS" and sign not in "\u2800\u3164\u115f\u1160\uffa0"
                for sign in name
            )
            assert not any(unicodedata.category(sign) in {"Cc", "Zl", "Zp", "Cs"} for sign in name)
            assert not set(name) & set("\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u200b\ufeff\u00ad")
    assert taken > 5_000


def test_a_model_of_pydantic_refuses_at_the_field_and_keeps_its_lengths() -> None:
    class Named(BaseModel):
        name: VisibleName = Field(min_length=1, max_length=5)

    assert Named(name=" a ").name == "a"
    assert Named.model_json_schema()["properties"]["name"] == {
        "title": "Name",
        "type": "string",
        "minLength": 1,
        "maxLength": 5,
    }
    for name, code in (("a\u202eb", CODE), ("\u3164", CODE), ("abcdef", "string_too_long"), ("", "string_too_short")):
        with pytest.raises(ValidationError) as error:
            Named(name=name)
        assert [(found.pointer, found.code) for found in field_errors(error.value)] == [("/name", code)]
