"""Signing in and out, one's sessions and one's password."""

from datetime import datetime
from functools import partial
from typing import Annotated, Any, Literal

from allauth.account.adapter import get_adapter
from allauth.account.internal.stagekit import clear_login
from allauth.headless.account.views import ChangePasswordView, LoginView
from allauth.usersessions.adapter import get_adapter as sessions_adapter
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import AnonymousUser, User
from django.db import transaction
from django.middleware.csrf import get_token
from pydantic import MISSING, Field, StringConstraints
from rest_framework import exceptions
from rest_framework.permissions import AllowAny
from rest_framework.request import Request

from tools.adapters.access_log import access_record
from tools.api.contract.endpoints import endpoint
from tools.api.contract.shapes import Shape
from tools.selectors.emergency_access import emergency_accesses_to
from workflow_editor.api.account_adapter import counted_name
from workflow_editor.api.authentication import ApiTokenAuthentication, SignInAuthentication
from workflow_editor.api.client_address import client_address
from workflow_editor.api.headless import headless_post, headless_view
from workflow_editor.api.limits.sign_in import count_try
from workflow_editor.api.second_step import pending_person
from workflow_editor.errors import ForbiddenError, InvalidInputError, NotFoundError
from workflow_editor.selectors.people.accounts import preferences_of, role_names, setup_required
from workflow_editor.services import preferences
from workflow_editor.services.account_links import mailed_links_end
from workflow_editor.services.mails.send import mail_is_set_up
from workflow_editor.services.second_factor.factors import proofs_of
from workflow_editor.services.tokens import tokens_end


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


_log_in = headless_view(LoginView)
_change_password = headless_view(ChangePasswordView)

Password = Annotated[str, StringConstraints(strip_whitespace=False, min_length=1, max_length=4096)]

sign_in_endpoint = partial(
    endpoint, authentication=(ApiTokenAuthentication, SignInAuthentication), permissions=(AllowAny,)
)
"""Make a function an operation that makes a session: open to unknown people."""


class UserShape(Shape):
    """The person who is signed in."""

    id: int
    username: str
    email: str
    is_staff: bool
    is_superuser: bool
    roles: list[str]
    preferences: Preferences


class EmergencyAccessShape(Shape):
    """An administrator reads, or lately read, what the person keeps."""

    id: int
    by: str
    reason: str
    begun_at: datetime
    ends_at: datetime


class SessionShape(Shape):
    """The signed-in person, and whether the first administrator is still to be created."""

    user: UserShape | None
    second_step: list[Literal["code", "passkey"]]
    """After the right password: what completes the sign-in. Empty when nothing is missing."""
    setup_required: bool
    emergency_accesses: list[EmergencyAccessShape] | MISSING = MISSING
    """To this person's data: open ones, and those that ended in the last 30 days."""
    sends_mail: bool
    """Links to a new password and mails about mentions can be sent."""


class SignIn(Shape):
    username: Annotated[str, Field(min_length=1, max_length=150)]
    password: Password


class BrowserSession(Shape):
    """One browser in which the person is signed in."""

    id: int
    user_agent: str
    address: str
    created_at: datetime
    last_seen_at: datetime
    is_current: bool


class PasswordChange(Shape):
    current_password: Password
    new_password: Password
    end_tokens: bool = False
    """Also end all API tokens of this person."""


def session_answer(request: Request, user: Any) -> SessionShape:
    """Return who is signed in, or what a sign-in still lacks; also sets the CSRF cookie."""
    get_token(request._request)
    known = user if user is not None and user.is_authenticated else None
    pending = pending_person(request._request) if known is None else None
    return SessionShape.model_construct(
        user=known and UserShape.of(known, roles=role_names(known), preferences=Preferences.of(preferences_of(known))),
        second_step=proofs_of(pending) if pending else [],
        setup_required=known is None and setup_required(),
        emergency_accesses=[
            EmergencyAccessShape.of(row, by=row.by.username) for row in (emergency_accesses_to(known) if known else ())
        ],
        sends_mail=mail_is_set_up(),
    )


@sign_in_endpoint("GET", "session/")
def session_get(request: Request) -> SessionShape:
    """Return who is signed in, and set the CSRF cookie."""
    return session_answer(request, request.user)


@sign_in_endpoint("POST", "session/")
def session_create(request: Request, body: SignIn) -> SessionShape:
    """Sign in; where `second_step` names proofs, one of them completes it."""
    # Whoever is signed in already may sign in again, or as somebody else.
    request._request.user = AnonymousUser()
    clear_login(request._request)
    try:
        headless_post(_log_in, request, dict(body), "login", "login_failed", key=counted_name(body.username))
    except (InvalidInputError, exceptions.NotAuthenticated):
        if pending_person(request._request) is None:
            raise ForbiddenError(
                "The user name or the password is wrong. Check both.", code="wrong_credentials"
            ) from None
    return session_answer(request, request._request.user)


@sign_in_endpoint("DELETE", "session/")
def session_delete(request: Request) -> None:
    """Sign out."""
    get_adapter().logout(request._request)


@endpoint("GET", "account/sessions/")
def session_list(user: User) -> list[BrowserSession]:
    """List where one is signed in, this browser included."""
    rows = sorted(UserSession.objects.purge_and_list(user), key=lambda row: row.last_seen_at)
    return [BrowserSession.of(row, address=row.ip, is_current=row.is_current()) for row in rows[::-1]]


@endpoint("DELETE", "account/sessions/<int:browser_session_id>/")
def session_end(user: User, request: Request, browser_session_id: int) -> None:
    """End one of one's sessions; ending this browser's signs out."""
    row = UserSession.objects.filter(user=user, pk=browser_session_id).first()
    if row is None:
        raise NotFoundError("This session does not exist.")
    if row.is_current():
        get_adapter().logout(request._request)
    else:
        here = client_address(request._request)
        access_record(user, "session.ended", row.user_agent, {"address": row.ip}, address=here)
    sessions_adapter().end_sessions([row])


@endpoint("POST", "account/password/")
def password_change(user: User, request: Request, body: PasswordChange) -> None:
    """Change one's password; all other sessions end, and the API tokens if so wished."""
    count_try(request._request, "own_password")
    # Together with its row in the audit log.
    with transaction.atomic():
        headless_post(_change_password, request, body.model_dump(exclude={"end_tokens"}))
        mailed_links_end(user)
        if body.end_tokens:
            tokens_end(user)
