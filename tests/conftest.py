"""Fixtures for every test: named people, their API clients, and no network but loopback.

alice owns things, bob is an editor of hers, charlie is a stranger, admin is staff.
"""

import gc
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.cache import caches
from django.db import connection
from django.test import TransactionTestCase
from django.utils import translation
from pytest_django import DjangoDbBlocker
from rest_framework.test import APIClient

from tests.database import migrated
from tests.doubles.aimock import Aimock, running_aimock
from tests.factories.users import PASSWORD, user_create
from tests.factories.workflows import workflow_create
from tests.network_guard import loopback_only
from tests.response_schemas import responses_checked
from tests.shuffling import pytest_addoption, pytest_configure, shuffle
from tests.thread_connections import connections_watched
from workflow_editor.adapters.caches.sign_in_counts import SignInCounts
from workflow_editor.models import Workflow

DATABASES = frozenset({"postgresql", "sqlite"})


__all__ = ["pytest_addoption", "pytest_configure"]


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Tests about one kind of database lie in folders of its name and are collected where it is the one in use."""
    return True if collection_path.name in DATABASES - {connection.vendor} else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the first rows of a test marked `everyday_rows` to the everyday gate; `make test-all` runs the others."""
    rows: Counter[str] = Counter()
    for item in items:
        marker = item.get_closest_marker("everyday_rows")
        if marker:
            test = item.nodeid.partition("[")[0]
            rows[test] += 1
            if rows[test] > marker.args[0]:
                item.add_marker(pytest.mark.exhaustive)
    # After this, pytest-django puts together what uses a database alike, and pytest what shares a fixture's parameter.
    shuffle(config, items)


def pytest_collection_finish() -> None:
    """Let the garbage collector pass over 17,000 tests and all modules: they stay until the end."""
    gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def _network_off() -> Iterator[None]:
    with loopback_only():
        yield


@pytest.fixture(autouse=True, scope="session")
def _responses_keep_their_schema() -> Iterator[None]:
    with responses_checked():
        yield


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Take a copy of a migrated database, where pytest-django would migrate one for each process."""
    name = settings.DATABASES["default"]["NAME"]
    if connection.vendor == "sqlite":
        shutil.copyfile(migrated.sqlite_file(), name)
    else:
        with django_db_blocker.unblock():
            migrated.postgres_copy(name)


@pytest.fixture(autouse=True, scope="session")
def _connections_stay_open() -> Iterator[None]:
    """Keep the connection after a test with transactions of its own, where Django opens one for each of them.

    On PostgreSQL that is a new process, which reads its catalogue again: two thirds of the cost of a test beside its
    own work. A test that rolls back undoes no setting of a connection: ours are made outside of transactions.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_should_reload_connections", lambda case: False)
        yield


@pytest.fixture(autouse=True)
def _fresh_caches() -> Iterator[None]:
    yield
    for cache in caches.all(initialized_only=True):
        # Its rows go with the test's transaction.
        if not isinstance(cache, SignInCounts):
            cache.clear()


@pytest.fixture(autouse=True, scope="session")
def _left_open() -> Iterator[Callable[[], list[str]]]:
    with connections_watched() as left_open:
        yield left_open


@pytest.fixture(autouse=True)
def _threads_close_their_connections(_left_open: Callable[[], list[str]]) -> Iterator[None]:
    yield
    assert not _left_open()


@pytest.fixture(autouse=True)
def _own_language() -> Iterator[None]:
    """Forget a request's language: Django's middleware leaves it active in the thread that answered."""
    yield
    translation.deactivate()


@pytest.fixture
def alice(db: None) -> User:
    return user_create("alice")


@pytest.fixture
def bob(db: None) -> User:
    return user_create("bob")


@pytest.fixture
def charlie(db: None) -> User:
    return user_create("charlie")


@pytest.fixture
def admin(db: None) -> User:
    return user_create("admin", is_staff=True)


def client_of(user: User) -> APIClient:
    """Return a client with a signed-in session that sends and reads JSON."""
    client = APIClient()
    client.force_login(user)
    return client


def confirmed(client: APIClient) -> APIClient:
    """Confirm that it is still the person of the client's session, as acts that make or end access ask for."""
    answer = client.post("/api/account/confirmation/", {"password": PASSWORD}, format="json")
    assert answer.status_code == 204, answer.content
    return client


@pytest.fixture
def anonymous_api(db: None) -> APIClient:
    return APIClient()


@pytest.fixture
def alice_api(alice: User) -> APIClient:
    return client_of(alice)


@pytest.fixture
def bob_api(bob: User) -> APIClient:
    return client_of(bob)


@pytest.fixture
def charlie_api(charlie: User) -> APIClient:
    return client_of(charlie)


@pytest.fixture
def admin_api(admin: User) -> APIClient:
    return client_of(admin)


@pytest.fixture(scope="session")
def _aimock_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Aimock]:
    with running_aimock(tmp_path_factory.mktemp("aimock")) as server:
        yield server


@pytest.fixture
def aimock(_aimock_server: Aimock) -> Aimock:
    """The stand-in for the model APIs, one for the session, empty before each test."""
    _aimock_server.reset()
    return _aimock_server


@pytest.fixture
def workflow(alice: User, bob: User) -> Workflow:
    """Alice's greeting workflow (start, template, end); bob may edit it, charlie knows nothing of it."""
    return workflow_create(alice, editors=(bob,))
