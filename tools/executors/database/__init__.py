"""Read-only questions to PostgreSQL, MySQL and SQLite databases.

Only `tools.executors.builtin` imports it.
"""
