"""Shows texts that come in both interface languages."""

from django import template

from tools.forms.local_text import local_text

register = template.Library()
register.filter("local", local_text)
