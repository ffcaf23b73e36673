"""Everything that the panel says is translated, and each compiled catalogue is the one of its source."""

import re
import struct
from pathlib import Path

import pytest

import tools

ROOT = Path(tools.__file__).parent.parent
APPS = ("tools", "agents", "workflow_editor")
PYTHON_TEXT = re.compile(r'\b(?:_|gettext|gettext_lazy)\(\s*"((?:[^"\\]|\\.)*)"\s*\)')
TEMPLATE_TEXT = re.compile(r"{% trans '([^']*)' %}")


def folder(app: str, language: str = "zh_Hans") -> Path:
    return ROOT / app / "locale" / language / "LC_MESSAGES"


def compiled(app: str, language: str = "zh_Hans") -> dict[str, str]:
    """Return the texts of one compiled catalogue and their forms.

    Source: GNU gettext manual, "The Format of GNU MO Files".
    """
    file = (folder(app, language) / "django.mo").read_bytes()
    magic, _, count, keys_at, forms_at = struct.unpack_from("<5I", file)
    assert magic == 0x950412DE

    def text(table: int, index: int) -> str:
        length, at = struct.unpack_from("<2I", file, table + 8 * index)
        return file[at : at + length].decode()

    pairs = [(text(keys_at, index), text(forms_at, index)) for index in range(count)]
    return {key: form for key, form in pairs if not is_plural(key)}


def is_plural(key: str) -> bool:
    return "\0" in key


def texts_of(app: str) -> set[str]:
    sources = [path for path in (ROOT / app).rglob("*.py") if "migrations" not in path.parts]
    return {text for path in sources for text in PYTHON_TEXT.findall(path.read_text())}


@pytest.mark.parametrize(("app", "language"), [*((app, "zh_Hans") for app in APPS), ("workflow_editor", "en")])
def test_the_compiled_catalogue_matches_the_source(app: str, language: str) -> None:
    text = (folder(app, language) / "django.po").read_text()
    entries = re.findall(r'^(?:msgctxt "(.+)"\n)?msgid "(.+)"\nmsgstr "(.*)"$', text, re.MULTILINE)
    source = {f"{context}\x04{key}" if context else key: value for context, key, value in entries}
    plain = {key: value for key, value in compiled(app, language).items() if key}
    assert {key.replace('\\"', '"'): value.replace('\\"', '"') for key, value in source.items()} == plain


@pytest.mark.parametrize(("app", "at_least"), [("tools", 100), ("agents", 20), ("workflow_editor", 50)])
def test_every_text_of_the_panel_has_a_chinese_form(app: str, at_least: int) -> None:
    wanted = texts_of(app)
    if app == "tools":
        templates = (ROOT / "templates" / "admin").rglob("*.html")
        wanted |= {text for path in templates for text in TEMPLATE_TEXT.findall(path.read_text())}
    known = {text for name in APPS for text in compiled(name)}
    assert len(wanted) > at_least
    assert wanted - known == set()


@pytest.mark.parametrize("app", APPS)
def test_no_text_has_two_chinese_forms(app: str) -> None:
    own = compiled(app)
    others = {text: form for name in APPS if name != app for text, form in compiled(name).items() if text}
    assert {text: form for text, form in own.items() if others.get(text, form) != form} == {}
