"""Shows texts that come in both interface languages."""

from django import template

from tools.forms.local_text import local_text
from tools.models import ToolInvocation

register = template.Library()
register.filter("local", local_text)


@register.filter
def effect_label(effect: str) -> str:
    """Return what a decision comes to, in words."""
    return str(ToolInvocation.Decision(effect).label)


@register.filter
def effect_icon(effect: str) -> str:
    """Return the name of a Material symbol."""
    return {"allow": "check", "ask": "front_hand", "deny": "block", "mock": "theater_comedy"}[effect]
