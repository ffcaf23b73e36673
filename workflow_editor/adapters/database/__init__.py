"""The database: threads, repetition, migrations, failures of storage."""
