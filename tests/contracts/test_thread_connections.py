"""The guard finds a connection that a thread leaves open when it ends, and only such a one."""

import threading

import pytest
from django.db import connection

from tests.thread_connections import connections_watched


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("leaves_open", [True, False])
def test_a_thread_that_ends_with_its_connection_open_is_named(leaves_open: bool) -> None:
    def work() -> None:
        connection.ensure_connection()
        if not leaves_open:
            connection.close()

    with connections_watched() as left_open:
        thread = threading.Thread(target=work, name="careless")
        thread.start()
        thread.join()
        found = left_open()
        assert len(found) == leaves_open
        assert all("'careless'" in one and "test_a_thread_that_ends" in one for one in found)
        assert not left_open()


@pytest.mark.django_db(transaction=True)
def test_the_connection_of_a_thread_that_goes_on_is_left_alone() -> None:
    with connections_watched() as left_open:
        connection.close()
        connection.ensure_connection()
        assert not left_open()
        assert connection.connection is not None
