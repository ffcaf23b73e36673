"""Shows texts that come in both interface languages."""

from django import template
from django.utils.translation import get_language

from tools.definitions import Text

register = template.Library()


@register.filter
def local(text: str | Text) -> str:
    """Return the text in the language of the page."""
    if isinstance(text, str):
        return text
    return text.zh if (get_language() or "en").startswith("zh") else text.en
