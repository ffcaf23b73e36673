"""What an address of a database says."""

import pytest

from workflow_editor.settings.env import postgres_database


@pytest.mark.parametrize(
    ("query", "options"),
    [
        ("", {"prepare_threshold": 5}),
        ("?sslmode=require", {"sslmode": "require", "prepare_threshold": 5}),
        ("?prepare_threshold=2", {"prepare_threshold": 2}),
        ("?prepare_threshold=none", {"prepare_threshold": None}),
    ],
)
def test_statements_that_come_often_are_prepared_unless_the_address_says_otherwise(
    query: str, options: dict[str, object]
) -> None:
    found = postgres_database(f"postgresql://flow:l%40om@db.example:6432/prod{query}")
    assert (found["HOST"], found["PORT"], found["NAME"], found["PASSWORD"]) == ("db.example", "6432", "prod", "l@om")
    assert found["OPTIONS"] == {"server_side_binding": True, **options}
