"""Labels of encodings: those of the Encoding Standard, as its list of 2026 prints them."""

import codecs
import encodings.aliases
from collections.abc import Callable

import pytest

from tools.core.formats.encodings import codec_of, decoded

STANDARD = {
    "utf-8": "utf8",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "shift_jis": "cp932",
    "windows-31j": "cp932",
    "euc-kr": "cp949",
    "ks_c_5601-1987": "cp949",
    "iso-8859-1": "cp1252",
    "us-ascii": "cp1252",
    "iso-8859-8-i": "iso8859-8",
    "tis-620": "cp874",
    "utf-16": "utf-16-le",
    "x-mac-ukrainian": "mac-cyrillic",
}
UNSAFE = ("punycode", "idna", "utf-7", "unicode_escape", "raw_unicode_escape", "zip", "bz2", "hex", "rot13", "mbcs", "")


@pytest.mark.parametrize("label", STANDARD)
@pytest.mark.parametrize("form", [str.lower, str.upper, " {}\n".format])
def test_a_label_names_its_encoding_in_any_case(label: str, form: Callable[[str], str]) -> None:
    codec = codec_of(form(label))
    assert codec is not None
    assert codecs.lookup(codec) == codecs.lookup(STANDARD[label])


@pytest.mark.parametrize("label", UNSAFE)
def test_what_the_standard_does_not_have_is_read_as_utf8(label: str) -> None:
    assert codec_of(label) is None
    assert decoded("茶".encode(), label) == "茶"


def test_no_other_codec_of_python_can_be_reached() -> None:
    reached = {codec for label in encodings.aliases.aliases if (codec := codec_of(label.replace("_", "-")))}
    assert len(reached) > 20
    text = "a" * 200_000
    for codec in reached | {"utf-8"}:
        assert len(text.encode(codec).decode(codec)) == len(text)


@pytest.mark.parametrize(
    ("content", "labels", "text"),
    [
        (codecs.BOM_UTF16_LE + "茶".encode("utf-16-le"), ("gbk",), "茶"),
        (codecs.BOM_UTF8 + b"tea", ("utf-16",), "tea"),
        ("茶".encode("gbk"), (None, "gb2312"), "茶"),
        ("茶".encode("gbk"), ("punycode", "gbk"), "茶"),
        ("茶壶".encode("gbk"), (), "茶壶"),
        ("茶壶".encode("gbk"), ("unknown",), "茶壶"),
        ("茶壶".encode("gbk"), ("utf-8",), "茶壶".encode("gbk").decode(errors="replace")),
        (b"\xff", (), "\ufffd"),
        (b"\x93tea\x94", ("iso-8859-1",), "“tea”"),
    ],
)
def test_text_is_decoded_by_its_mark_then_by_the_first_known_label(
    content: bytes, labels: tuple[str | None, ...], text: str
) -> None:
    assert decoded(content, *labels) == text
