"""Picks the language in which a request is answered."""

from django.utils.translation import get_language

from tools.core.text import LANGUAGES, Text


def local_text(text: str | Text) -> str:
    """Return the text in the language of the request; plain strings come back as they are."""
    return text if isinstance(text, str) else text.in_language(_language())


def _language() -> str:
    code = (get_language() or "en").partition("-")[0]
    return code if code in LANGUAGES else "en"


def speaks_chinese() -> bool:
    """Tell whether the request asked for Chinese."""
    return (get_language() or "en").startswith("zh")
