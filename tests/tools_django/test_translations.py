"""Everything that the panel says is translated, and the compiled catalogue is the one of the source."""

import gettext
import re
from pathlib import Path

import tools

TOOLS = Path(tools.__file__).parent
FOLDER = TOOLS / "locale" / "zh_Hans" / "LC_MESSAGES"
PYTHON_TEXT = re.compile(r'\b(?:_|gettext|gettext_lazy)\(\s*"((?:[^"\\]|\\.)*)"\s*\)')
TEMPLATE_TEXT = re.compile(r"{% trans '([^']*)' %}")


def compiled() -> dict[str, str]:
    with (FOLDER / "django.mo").open("rb") as file:
        catalogue = gettext.GNUTranslations(file)
    return {str(key): str(value) for key, value in catalogue._catalog.items() if isinstance(key, str)}  # type: ignore[attr-defined]  # the standard library has no public way to list a catalogue


def test_the_compiled_catalogue_matches_the_source() -> None:
    source = dict(re.findall(r'^msgid "(.+)"\nmsgstr "(.*)"$', (FOLDER / "django.po").read_text(), re.MULTILINE))
    plain = {key: value for key, value in compiled().items() if key}
    assert {key.replace('\\"', '"'): value.replace('\\"', '"') for key, value in source.items()} == plain


def test_every_text_of_the_panel_has_a_chinese_form() -> None:
    sources = [path for path in TOOLS.rglob("*.py") if "migrations" not in path.parts]
    templates = (TOOLS.parent / "templates" / "admin" / "tools").glob("*.html")
    wanted = {text for path in sources for text in PYTHON_TEXT.findall(path.read_text())}
    wanted |= {text for path in templates for text in TEMPLATE_TEXT.findall(path.read_text())}
    assert len(wanted) > 100
    assert wanted - compiled().keys() == set()
