from collections.abc import Callable
from typing import Any

from django.db import migrations

# A later migration that alters the table of chunks makes it anew on SQLite, without these triggers: it must make them again.

SQLITE = [
    """
    CREATE VIRTUAL TABLE agents_chunk_words USING fts5(
        base_id, terms, content='agents_knowledgechunk', content_rowid='id', tokenize='unicode61'
    )
    """,
    """
    CREATE TRIGGER agents_chunk_words_insert AFTER INSERT ON agents_knowledgechunk BEGIN
        INSERT INTO agents_chunk_words(rowid, base_id, terms) VALUES (new.id, new.base_id, new.terms);
    END
    """,
    """
    CREATE TRIGGER agents_chunk_words_delete AFTER DELETE ON agents_knowledgechunk BEGIN
        INSERT INTO agents_chunk_words(agents_chunk_words, rowid, base_id, terms)
        VALUES ('delete', old.id, old.base_id, old.terms);
    END
    """,
    """
    CREATE TRIGGER agents_chunk_words_update AFTER UPDATE OF base_id, terms ON agents_knowledgechunk BEGIN
        INSERT INTO agents_chunk_words(agents_chunk_words, rowid, base_id, terms)
        VALUES ('delete', old.id, old.base_id, old.terms);
        INSERT INTO agents_chunk_words(rowid, base_id, terms) VALUES (new.id, new.base_id, new.terms);
    END
    """,
]
SQLITE_BACK = [
    'DROP TRIGGER agents_chunk_words_insert',
    'DROP TRIGGER agents_chunk_words_delete',
    'DROP TRIGGER agents_chunk_words_update',
    'DROP TABLE agents_chunk_words',
]
POSTGRESQL = [
    """
    ALTER TABLE agents_knowledgechunk
    ADD COLUMN words tsvector GENERATED ALWAYS AS (to_tsvector('simple'::regconfig, terms)) STORED
    """,
    'CREATE INDEX knowledge_chunk_words ON agents_knowledgechunk USING gin (words)',
]
POSTGRESQL_BACK = ['ALTER TABLE agents_knowledgechunk DROP COLUMN words']


def run(sqlite: list[str], postgresql: list[str]) -> Callable[[Any, Any], None]:
    def execute(apps: Any, schema_editor: Any) -> None:
        for statement in sqlite if schema_editor.connection.vendor == 'sqlite' else postgresql:
            schema_editor.execute(statement)

    return execute


class Migration(migrations.Migration):

    dependencies = [
        ('agents', '0003_knowledge'),
    ]

    operations = [
        migrations.RunPython(run(SQLITE, POSTGRESQL), run(SQLITE_BACK, POSTGRESQL_BACK)),
    ]
