"""Picks the language in which a request is answered."""

from collections.abc import Mapping

from django.utils.translation import get_language

from tools.core.text import LANGUAGES, Text


def local_text(text: str | Text | Mapping[str, str]) -> str:
    """Return a text or its JSON form in the language of the request; plain strings come back as they are."""
    if isinstance(text, Mapping):
        text = Text.of(**text)
    return text if isinstance(text, str) else text.in_language(_language())


def _language() -> str:
    code = (get_language() or "en").partition("-")[0]
    return code if code in LANGUAGES else "en"


def speaks_chinese() -> bool:
    """Tell whether the request asked for Chinese."""
    return (get_language() or "en").startswith("zh")
