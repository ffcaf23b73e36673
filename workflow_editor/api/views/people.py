"""People and invitations, administered by superusers."""

from datetime import datetime, timedelta
from functools import partial
from typing import Annotated, Any

from django.conf import settings
from django.contrib.auth.models import User
from django.utils.translation import get_language
from pydantic import MISSING, Field
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from tools.api.contract.endpoints import FoundBy, Paged, endpoint
from tools.api.contract.fields import OptionalEmail, RowId
from tools.api.contract.shapes import Query, Shape
from tools.api.people import Person
from tools.api.permissions import SuperusersOnly
from tools.api.times import MAX_SEARCH
from tools.core.naming.visible_name import READABLE
from tools.core.text import Text
from workflow_editor.api.pagination import FirstNameFirst
from workflow_editor.api.requests import origin_of
from workflow_editor.api.second_step import RecentlyConfirmed
from workflow_editor.errors import ConflictError
from workflow_editor.models import AccountLink
from workflow_editor.selectors.people.administration import account_links_open, people_list, person_get, role_list
from workflow_editor.services.account_links import (
    LINK_LASTS,
    account_link_revoke,
    invitation_create,
    password_reset_create,
)
from workflow_editor.services.leaving import leaving_of, person_leave
from workflow_editor.services.mails.account_links import invitation_mail_send
from workflow_editor.services.mails.send import mail_is_set_up
from workflow_editor.services.people import person_change, person_return, roles_get
from workflow_editor.services.second_factor.factors import factors_remove
from workflow_editor.services.sessions import sessions_end

_NO_MAIL = Text("This server cannot send e-mail. Leave the address empty and send the link yourself.")

superuser_endpoint = partial(endpoint, permissions=(IsAuthenticated, SuperusersOnly, RecentlyConfirmed))
"""Make a function an operation of those who administer people; changes need a recent confirmation."""

FoundPerson = Annotated[User, FoundBy(person_get)]
RoleIds = Annotated[list[RowId], Field(max_length=200)]
Days = Annotated[int, Field(ge=1, le=30)]


class PersonRole(Shape):
    id: int
    name: str


class PersonAccount(Shape):
    """A person as administrators see one."""

    id: int
    username: str
    email: str
    roles: list[PersonRole]
    is_active: bool
    is_staff: bool
    is_superuser: bool
    has_second_factor: bool
    last_seen_at: datetime | None
    """Null: never signed in."""


class PersonListQuery(Query):
    search: Annotated[str, Field(max_length=MAX_SEARCH)] = ""
    """Part of a name, an address or a role."""
    is_active: bool | None = None


class AccountChange(Shape, partial=True):
    username: Annotated[str, Field(min_length=1, max_length=150), READABLE]
    email: OptionalEmail
    role_ids: RoleIds
    is_staff: bool
    """Manages tools and models."""
    is_superuser: bool
    """May do everything, including managing people."""


class LeavingShape(Shape):
    """Names of what pauses when a person is deactivated, unless somebody takes it over."""

    triggers: list[str]
    links: list[str]
    """Links to chats; these always end."""
    workflows: list[str]
    agents: list[str]


class Deactivation(Shape):
    successor_id: RowId | None
    """Active person who takes over workflows and agents."""


class Ended(Shape):
    sessions: int


class OpenLink(Shape):
    """An invitation or password link that was not used yet."""

    id: int
    purpose: AccountLink.Purpose
    note: str
    """Person whom an invitation is for."""
    user: Person | None
    """Person who gets a new password."""
    roles: list[PersonRole]
    created_by: Person | None
    """Null: mailed on request."""
    expires_at: datetime


class Invitation(Shape):
    """A new invitation; with an address it is mailed."""

    note: Annotated[str, Field(max_length=120)] = ""
    """Name of the person, to recognise the invitation."""
    email: OptionalEmail = ""
    role_ids: RoleIds = []
    is_staff: bool = False
    days: Days = LINK_LASTS.days


class PasswordLink(Shape):
    days: Days = 1


class NewLink(Shape):
    """A one-time link; its address is in this answer and nowhere else."""

    address: str
    expires_at: datetime
    mailed: bool | MISSING = MISSING
    """False: the mail server did not accept the mail. Left out where nothing was to be mailed."""


@superuser_endpoint("GET", "people/", pages=FirstNameFirst)
def people_index(query: PersonListQuery) -> Paged[PersonAccount]:
    """List people by name."""
    return Paged(people_list(query.search, is_active=query.is_active), _account)


@superuser_endpoint("GET", "people/roles/")
def people_roles() -> list[PersonRole]:
    """List the roles that people can have."""
    return [PersonRole.of(role) for role in role_list()]


@superuser_endpoint("PATCH", "people/<int:person_id>/")
def people_change(user: User, person: FoundPerson, body: AccountChange) -> PersonAccount:
    """Change what is given of a person's account; taking a right away from oneself is refused."""
    person_change(person, by=user, **body.sent())
    return _account(person_get(person.pk))


@superuser_endpoint("GET", "people/<int:person_id>/leaving/")
def people_leaving(person: FoundPerson) -> LeavingShape:
    """List what pauses when a person is deactivated."""
    found = leaving_of(person)
    return LeavingShape(
        triggers=[f"{one.workflow} · {one.node_key}" for one in found.triggers],
        links=[f"{one.prefix}… · {one.agent or one.trigger}" for one in found.links],
        workflows=[str(one) for one in found.workflows],
        agents=[str(one) for one in found.agents],
    )


@superuser_endpoint("POST", "people/<int:person_id>/deactivation/")
def people_deactivate(user: User, person: FoundPerson, body: Deactivation) -> PersonAccount:
    """Close a person's account and end their sessions, API tokens and links.

    Without a successor, what runs in their name pauses.
    """
    person_leave(person, by=user, successor_id=body.successor_id)
    return _account(person_get(person.pk))


@superuser_endpoint("DELETE", "people/<int:person_id>/deactivation/", status=200)
def people_reactivate(person: FoundPerson) -> PersonAccount:
    """Open a closed account again; what was paused or ended stays so."""
    person_return(person)
    return _account(person_get(person.pk))


@superuser_endpoint("DELETE", "people/<int:person_id>/sessions/", status=200)
def people_end_sessions(person: FoundPerson) -> Ended:
    """End all browser sessions of a person."""
    return Ended(sessions=sessions_end(person))


@superuser_endpoint("DELETE", "people/<int:person_id>/factors/")
def people_remove_factors(person: FoundPerson) -> None:
    """Remove all second factors of a person who lost them."""
    factors_remove(person)


@superuser_endpoint("POST", "people/<int:person_id>/password-link/", status=201)
def people_password_link(user: User, request: Request, person: FoundPerson, body: PasswordLink) -> NewLink:
    """Make a link with which a person chooses a new password; earlier ones of the same maker stop working."""
    link, raw = password_reset_create(user, person, lasts=timedelta(days=body.days))
    return NewLink.of(link, address=_address(request, raw), mailed=MISSING)


@superuser_endpoint("GET", "people/links/")
def people_links() -> list[OpenLink]:
    """List open invitations and password links, newest first."""
    return [
        OpenLink.of(
            link,
            user=link.user and Person.of(link.user),
            created_by=link.created_by and Person.of(link.created_by),
            roles=_roles(link.roles),
        )
        for link in account_links_open()
    ]


@superuser_endpoint("POST", "people/invitations/", status=201)
def people_invite(user: User, request: Request, body: Invitation) -> NewLink:
    """Make an invitation, and mail it where an address is given."""
    if body.email and not mail_is_set_up():
        raise ConflictError(_NO_MAIL, code="mail_not_set_up")
    given: dict[str, Any] = {"note": body.note or body.email[:120], "is_staff": body.is_staff}
    link, raw = invitation_create(user, **given, roles=roles_get(body.role_ids), lasts=timedelta(days=body.days))
    address = _address(request, raw)
    mailed = _mailed(request, user, body.email, address, link) if body.email else MISSING
    return NewLink.of(link, address=address, mailed=mailed)


@superuser_endpoint("DELETE", "people/links/<int:account_link_id>/")
def people_revoke_link(account_link_id: int) -> None:
    """Revoke an open link."""
    account_link_revoke(account_link_id)


def _mailed(request: Request, by: User, email: str, address: str, link: AccountLink) -> bool:
    language = get_language() or settings.LANGUAGE_CODE
    origin, end = origin_of(request), link.expires_at
    assert end is not None  # noqa: S101  only the first administrator's has none
    try:
        invitation_mail_send(email, link=address, by=by.username, end=end, origin=origin, language=language)
    except OSError:
        return False
    return True


def _address(request: Request, raw: str) -> str:
    return f"{origin_of(request)}/setup?token={raw}"


def _account(person: Any) -> PersonAccount:
    return PersonAccount.of(person, roles=_roles(person.groups))


def _roles(groups: Any) -> list[PersonRole]:
    return [PersonRole.of(role) for role in sorted(groups.all(), key=lambda role: role.name)]
