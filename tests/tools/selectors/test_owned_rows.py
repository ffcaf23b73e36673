"""Rights to rows with an owner: all kinds of rows, all kinds of people."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, get_args

import pytest
from django.contrib.auth.models import User
from django.db.models import Model
from django.utils import timezone

from agents.core.errors import AgentError
from agents.knowledge.models import KnowledgeBase
from agents.knowledge.selectors import BASES
from tests.tools.conftest import ToolMaker
from tools.core.errors import RecordForbiddenError, RecordNotFoundError
from tools.models import Article, Credential, DataTable, EmergencyAccess, ToolSession
from tools.selectors.articles import ARTICLES
from tools.selectors.credentials import CREDENTIALS
from tools.selectors.data_tables import TABLES
from tools.selectors.sharing import OwnedRows, Right
from tools.selectors.tool_configs import TOOLS
from tools.selectors.tool_sessions import SESSIONS

RIGHTS = frozenset[Right](get_args(Right))
SHARED: frozenset[Right] = frozenset({"use", "read"})
OPENED: frozenset[Right] = frozenset({"list", "read"})
NONE: frozenset[Right] = frozenset()

KINDS: dict[str, tuple[OwnedRows[Any], dict[str, frozenset[Right]]]] = {
    "tool": (TOOLS, {"stranger": NONE, "staff": RIGHTS - {"list"}, "opener": NONE}),
    "table": (TABLES, {"stranger": NONE, "staff": NONE, "opener": OPENED}),
    "base": (BASES, {"stranger": NONE, "staff": NONE, "opener": OPENED}),
    "credential": (CREDENTIALS, {"stranger": NONE, "staff": RIGHTS, "opener": NONE}),
    "session": (SESSIONS, {"stranger": NONE, "staff": RIGHTS, "opener": NONE}),
    "article": (ARTICLES, {"stranger": NONE, "staff": NONE, "opener": OPENED}),
}
"""Rights of people to an unshared row of somebody else's."""
SHAREABLE = ("tool", "table", "base")


@pytest.fixture
def make_row(alice: User, make_tool: ToolMaker) -> Callable[[str], Model]:
    def make(kind: str) -> Model:
        if kind == "tool":
            return make_tool()
        if kind == "table":
            return DataTable.objects.create(owner=alice, name="Leads")
        if kind == "base":
            return KnowledgeBase.objects.create(owner=alice, name="Handbook", slug="handbook")
        if kind == "credential":
            return Credential.objects.create(owner=alice, name="Key", kind="http")
        if kind == "session":
            now = timezone.now()
            return ToolSession.objects.create(
                id="s" * 32, owner=alice, tool=make_tool(), last_activity_at=now, expires_at=now + timedelta(hours=1)
            )
        return Article.objects.create(owner=alice, language="en", platform="blog", title="News", body="Text")

    return make


@pytest.fixture
def people(alice: User, bob: User, admin: User) -> dict[str, User]:
    """An owner, a stranger, staff, and a superuser who is no staff and opened the owner's data in an emergency."""
    admin.is_superuser = False
    admin.is_staff = True
    admin.save()
    opener = User.objects.create_user("opener", is_superuser=True)
    EmergencyAccess.objects.create(
        by=opener, owner=alice, reason="She is ill.", ends_at=timezone.now() + timedelta(hours=1)
    )
    return {"owner": alice, "stranger": bob, "staff": admin, "opener": opener}


def rights(rows: OwnedRows[Any], user: User, row: Any) -> set[Right]:
    """Return the rights that the queryset gives, after a comparison with what `get` and `may_change` answer."""
    found = {right for right in get_args(Right) if rows.may(right, user).filter(pk=row.pk).exists()}
    for right in get_args(Right):
        if right in found:
            assert rows.get(right, user, row.pk) == row
        else:
            with pytest.raises((RecordNotFoundError, RecordForbiddenError, AgentError)):
                rows.get(right, user, row.pk)
    assert rows.may_change(user, row) == ("change" in found)
    if hasattr(row, "shared"):
        assert rows.may_use(user.pk, row) == ("use" in found)
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_unshared_rows_are_for_their_owner_and_whom_the_kind_names(
    kind: str, people: dict[str, User], make_row: Callable[[str], Model]
) -> None:
    rows, expected = KINDS[kind]
    row = make_row(kind)
    found = {name: rights(rows, person, row) for name, person in people.items()}
    assert found == {"owner": RIGHTS, **expected}


@pytest.mark.parametrize("kind", SHAREABLE)
def test_shared_rows_are_used_by_all_and_listed_once_they_are_taken_up(
    kind: str, people: dict[str, User], make_row: Callable[[str], Model]
) -> None:
    rows, expected = KINDS[kind]
    row: Any = make_row(kind)
    row.shared = True
    row.save()
    found = {name: rights(rows, person, row) for name, person in people.items()}
    assert found == {"owner": RIGHTS, **{name: mine | SHARED for name, mine in expected.items()}}
    row.taken_up_by.add(people["stranger"])
    assert rights(rows, people["stranger"], row) == {"list", "read", "use"}


def test_a_row_that_one_only_sees_is_forbidden_to_change_not_missing(people: dict[str, User]) -> None:
    table = DataTable.objects.create(owner=people["owner"], name="Leads", shared=True)
    with pytest.raises(RecordForbiddenError):
        TABLES.get("change", people["stranger"], table.pk)
    table.shared = False
    table.save()
    with pytest.raises(RecordNotFoundError):
        TABLES.get("change", people["stranger"], table.pk)
