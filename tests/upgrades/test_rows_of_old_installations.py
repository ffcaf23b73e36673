"""Rows that were there before a data migration are read through the API after it."""

from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from tests.upgrades.installation import Key, cases, empty_database, upgrade

CASES = cases()


@pytest.fixture(scope="module")
def inserted(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[Key, Any]]:
    with django_db_blocker.unblock(), empty_database(tmp_path_factory.mktemp("installation")):
        yield upgrade(CASES)


@pytest.mark.parametrize("key", CASES, ids="-".join)
def test_rows_are_read_after_the_migration(inserted: dict[Key, Any], key: Key) -> None:
    CASES[key].check(inserted[key])
