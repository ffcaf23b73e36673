"""Picks the language of texts that come in both."""

from django.utils.translation import get_language

from tools.core.text import Text


def local_text(text: str | Text) -> str:
    """Return the text in the language of the request; plain strings come back as they are."""
    if isinstance(text, str):
        return text
    return text.zh if speaks_chinese() else text.en


def speaks_chinese() -> bool:
    """Tell whether the request asked for Chinese."""
    return (get_language() or "en").startswith("zh")
