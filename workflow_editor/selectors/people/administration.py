"""Reads of people and their open account links, for superusers."""

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import Group, User
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from tools.core.text import Text
from workflow_editor.errors import NotFoundError
from workflow_editor.models import AccountLink

_NO_PERSON = Text("This person no longer exists.")


def people_list(search: str = "", *, is_active: bool | None = None) -> QuerySet[User]:
    """Search people by name, address or role; each has its roles, `has_second_factor` and `last_seen_at`."""
    sessions = UserSession.objects.filter(user=OuterRef("pk")).order_by("-last_seen_at").values("last_seen_at")[:1]
    factors = Authenticator.objects.filter(user=OuterRef("pk")).exclude(type=Authenticator.Type.RECOVERY_CODES)
    people = User.objects.annotate(
        has_second_factor=Exists(factors), last_seen_at=Coalesce(Subquery(sessions), "last_login")
    ).prefetch_related("groups")
    if is_active is not None:
        people = people.filter(is_active=is_active)
    if search:
        of_role = Exists(Group.objects.filter(user=OuterRef("pk"), name__icontains=search))
        people = people.filter(Q(username__icontains=search) | Q(email__icontains=search) | of_role)
    return people


def person_get(person_id: int) -> User:
    """Return a person of `people_list`. Raises NotFoundError if there is none."""
    person = people_list().filter(pk=person_id).first()
    if person is None:
        raise NotFoundError(_NO_PERSON)
    return person


def role_list() -> QuerySet[Group]:
    return Group.objects.order_by("name")


def account_links_open() -> QuerySet[AccountLink]:
    """Return invitations and password links that can still be used, newest first."""
    kinds = (AccountLink.Purpose.INVITATION, AccountLink.Purpose.PASSWORD_RESET)
    unused = AccountLink.objects.filter(purpose__in=kinds, used_at=None, expires_at__gt=timezone.now())
    return unused.select_related("user", "created_by").prefetch_related("roles")
