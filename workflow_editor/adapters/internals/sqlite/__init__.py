"""Django's SQLite backend with one queue for writers: used as `ENGINE`, nobody imports it."""
