"""A database that may not grow: the API has a code of its own for that, and recovers when there is space again."""

from collections.abc import Iterator

import pytest
from django.db import connection
from rest_framework.test import APIClient

from tests.factories.run_documents import chain, text

NO_LIMIT = 1_073_741_823


def limit_pages(pages: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA max_page_count = {pages}")


@pytest.fixture
def no_space(transactional_db: None) -> Iterator[None]:
    """The smallest limit that SQLite takes is what the file has already, without the pages that earlier tests freed."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
    limit_pages(1)
    yield
    limit_pages(NO_LIMIT)


@pytest.mark.usefixtures("no_space")
def test_the_api_answers_507_with_a_sentence_and_goes_on_when_there_is_space(alice_api: APIClient) -> None:
    body = {"name": "Big", "document": chain(text("long", "x" * 7_000))}
    # Pages that are free already are used up first.
    while (answer := alice_api.post("/api/workflows/", body, format="json")).status_code == 201:
        pass
    assert answer.status_code == 507
    assert answer.json()["code"] == "storage_full"
    assert "The server's disk is full" in answer.json()["detail"]
    assert alice_api.get("/api/workflows/").status_code == 200
    limit_pages(NO_LIMIT)
    assert alice_api.post("/api/workflows/", body, format="json").status_code == 201
