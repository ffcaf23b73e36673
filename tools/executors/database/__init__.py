"""Queries and writes to PostgreSQL, MySQL and SQLite databases. Only `tools.executors.builtin` imports it."""
