"""Settings from the address of a database."""

import pytest

from workflow_editor.settings.env import postgres_database


@pytest.mark.parametrize(
    ("query", "options"),
    [
        ("", {"prepare_threshold": 5}),
        ("?sslmode=require", {"sslmode": "require", "prepare_threshold": 5}),
        ("?prepare_threshold=2", {"prepare_threshold": 2}),
        ("?prepare_threshold=none", {"prepare_threshold": None}),
        ("?options=-c%20jit%3Doff", {"prepare_threshold": 5, "options": "-c jit=off"}),
    ],
)
def test_what_a_connection_asks_for_can_be_overridden_in_the_address(query: str, options: dict[str, object]) -> None:
    found = postgres_database(f"postgresql://flow:l%40om@db.example:6432/prod{query}")
    assert (found["HOST"], found["PORT"], found["NAME"], found["PASSWORD"]) == ("db.example", "6432", "prod", "l@om")
    session = {"server_side_binding": True, "options": "-c idle_in_transaction_session_timeout=10s"}
    assert found["OPTIONS"] == session | options
