"""Preferences of the asking person; also part of the session."""

from typing import Annotated

from django.contrib.auth.models import User
from pydantic import Field

from tools.api.contract.endpoints import endpoint
from tools.api.contract.shapes import Shape
from workflow_editor.selectors.people.accounts import preferences_of
from workflow_editor.services import preferences


class Preferences(Shape):
    """A person's preferences."""

    language: str
    """Language in which their screens were last shown, and their mails are written."""
    mail_on_mention: bool


class PreferencesPatch(Shape, partial=True):
    language: Annotated[str, Field(min_length=1, max_length=16)]
    mail_on_mention: bool


@endpoint("PATCH", "account/preferences/")
def preferences_update(user: User, body: PreferencesPatch) -> Preferences:
    """Change some of one's preferences."""
    preferences.preferences_update(user, **body.sent())
    return Preferences.of(preferences_of(user))
