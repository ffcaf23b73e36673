"""Read-only questions to PostgreSQL, MySQL and SQLite databases."""
