"""Searches words in the database's full-text index: FTS5 of SQLite, `tsvector` of PostgreSQL.

Both index the column `terms`, normalized words separated by spaces, so neither needs to know a language. The first
migration creates the tables and columns beside the models.
"""

from collections.abc import Sequence
from uuid import UUID

from django.db import connection

SQLITE = """
SELECT chunk.id
FROM (
    SELECT rowid, rank AS badness
    FROM knowledge_chunk_words
    WHERE knowledge_chunk_words MATCH %s AND rank MATCH 'bm25(0.0, 1.0)'
    ORDER BY rank
    LIMIT %s
) AS found
JOIN knowledge_knowledgechunk AS chunk ON chunk.id = found.rowid
WHERE chunk.live
ORDER BY found.badness, chunk.id
"""
POSTGRESQL = """
SELECT chunk.id
FROM knowledge_knowledgechunk AS chunk, to_tsquery('simple', %s) AS question
WHERE chunk.base_id = %s AND chunk.live AND chunk.words @@ question
ORDER BY ts_rank(chunk.words, question, 1) DESC, chunk.id
LIMIT %s
"""
"""1: the rank is divided by 1 + the logarithm of the length."""


def chunks_with_words(base_id: UUID, terms: Sequence[str], count: int) -> list[int]:
    """Return ids of live chunks that hold at least one of the terms, best first."""
    if not terms:
        return []
    values: tuple[str | int | UUID, ...]
    if connection.vendor == "sqlite":
        # Chunks of an indexing under way are among the found ones, and left out afterwards.
        words = " OR ".join(f'"{term}"' for term in terms)
        statement, values = SQLITE, (f'base_id : "{base_id.hex}" AND terms : ({words})', 2 * count)
    else:
        statement, values = POSTGRESQL, (" | ".join(f"'{term}'" for term in terms), base_id, count)
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return [int(row[0]) for row in cursor.fetchall()][:count]
