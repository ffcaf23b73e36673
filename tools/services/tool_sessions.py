"""Explicit sessions of stateful tools: made, used, refreshed, destroyed. Source: seed 001."""

import re
import secrets as random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from pydantic import ValidationError

from tools.core.errors import RecordInvalidError, RecordNotFoundError, SessionNotFoundError, ToolConfigurationError
from tools.core.text import Text
from tools.executors.registry import registry
from tools.models import ToolConfig, ToolSession
from tools.secrets import encryption as secrets
from tools.selectors.tool_sessions import SESSIONS
from tools.sessions.scope import LiveSessions, SessionScope

LIFE_S = 300
"""A session that nobody uses for so long is over."""
_UNCLEAN = re.compile(r"[^A-Za-z0-9-]+")
_KEEPS_NOTHING = Text(
    "Calls to this tool share no state. Sessions need an HTTP request that keeps cookies, a script "
    "that keeps variables, or an MCP server."
)
_NO_SESSION = Text("This session does not exist, or it expired after five minutes without use. Create a new one.")

live_sessions = LiveSessions(LIFE_S)


def tool_session_create(*, tool: ToolConfig, user: User, name: str = "") -> tuple[ToolSession, bool]:
    """Return the user's session of this tool and name, and whether it is new.

    Raises:
        RecordInvalidError: the tool keeps nothing between calls.
        ToolConfigurationError: its settings do not fit.
    """
    resource = _resource(tool)
    over = ToolSession.objects.filter(expires_at__lt=timezone.now())
    for session_id in list(over.values_list("pk", flat=True)):
        live_sessions.drop(session_id)
    over.delete()
    now = timezone.now()
    mine = ToolSession.objects.filter(owner=user)
    fields = {"resource_type": resource, "last_activity_at": now, "expires_at": now + timedelta(seconds=LIFE_S)}
    number = mine.filter(resource_type=resource).count() + 1
    words = [resource, _clean(user.username), f"{number:03d}", _clean(name), random.token_hex(4)]
    row = ToolSession(id="_".join(word for word in words if word), tool=tool, owner=user, name=name, **fields)
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        return tool_session_refresh(session=mine.get(tool=tool, name=name)), False
    return row, True


def tool_session_refresh(*, session: ToolSession) -> ToolSession:
    """Let the session live for its whole time again."""
    now = timezone.now()
    session.last_activity_at, session.expires_at = now, now + timedelta(seconds=LIFE_S)
    session.save(update_fields=["last_activity_at", "expires_at"])
    return session


def tool_session_destroy(*, session: ToolSession) -> None:
    """End the session and close what this process holds of it; other processes let go of theirs when it is unused."""
    live_sessions.drop(session.pk)
    session.delete()


@contextmanager
def tool_session_used(*, session_id: str, user: User) -> Iterator[SessionScope]:
    """Use a session and renew its lifetime. Raises SessionNotFoundError if it is unknown, over, or somebody else's."""
    row = _living(session_id, user)
    known = row.remembered()
    scope = live_sessions.scope(row.pk, known)
    try:
        yield scope
    finally:
        _remember(row, known, scope.state())


def _living(session_id: str, user: User) -> ToolSession:
    try:
        return tool_session_refresh(session=SESSIONS.get("use", user, session_id))
    except RecordNotFoundError as error:
        raise SessionNotFoundError(_NO_SESSION) from error


def _remember(row: ToolSession, before: dict[str, Any], now: dict[str, Any]) -> None:
    ends_at = timezone.now()
    changes: dict[str, Any] = {"last_activity_at": ends_at, "expires_at": ends_at + timedelta(seconds=LIFE_S)}
    if now != before:
        changes["ciphertext"] = secrets.encrypt(now)
    if not ToolSession.objects.filter(pk=row.pk).update(**changes):
        # Destroyed while it was in use.
        live_sessions.drop(row.pk)


def _resource(tool: ToolConfig) -> str:
    found = registry.for_ui_type(tool.type)
    if found is None:
        raise RecordInvalidError(_KEEPS_NOTHING)
    executor, ui_tool = found
    try:
        config = ui_tool.config.model_validate(tool.full_config())
    except ValidationError as error:
        raise ToolConfigurationError(_("The settings of this tool are invalid.")) from error
    if not executor.keeps_session(config):
        raise RecordInvalidError(_KEEPS_NOTHING)
    return executor.resource_type


def _clean(text: str) -> str:
    return _UNCLEAN.sub("-", text).strip("-")[:32]
