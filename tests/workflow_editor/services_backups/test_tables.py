"""No table is left out of backups."""

import re

import pytest
from django.apps import apps
from django.db import connection

from workflow_editor.services.backups.rows import stored_models

DERIVED = re.compile(
    r"django_migrations"  # in the manifest
    r"|knowledge_chunk_words(_\w+)?"  # SQLite's index of words, which triggers fill
    r"|workflow_editor_runevent_(default|\d{8})"  # PostgreSQL's parts of the events
)


@pytest.mark.django_db
def test_every_table_is_one_of_a_model() -> None:
    tables = {name for name in connection.introspection.table_names() if not DERIVED.fullmatch(name)}
    models = [model._meta.db_table for model in stored_models(apps)]
    assert sorted(models) == sorted(tables)
    assert len(models) > 80
