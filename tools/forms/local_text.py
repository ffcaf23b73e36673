"""Picks the language in which a request is answered."""

from collections.abc import Mapping

from django.utils.translation import get_language

from tools.core.text import LANGUAGES, Text


def local_text(text: str | Text | Mapping[str, str]) -> str:
    """Return a text or its JSON form in the language of the request; plain strings come back as they are."""
    if isinstance(text, Mapping):
        text = Text.of(**text)
    return text if isinstance(text, str) else text.in_language(request_language())


def request_language() -> str:
    """Return the language of `LANGUAGES` that was asked for, else English."""
    code = (get_language() or "en").partition("-")[0]
    return code if code in LANGUAGES else "en"
