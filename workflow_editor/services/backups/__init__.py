"""Database-independent backups: rows as JSON lines, file contents, and keys, in one tar file.

`backup` makes one beside a running server, `verify` reads it completely, `restore` fills an empty installation, and
`salvage` copies the readable rows of a damaged SQLite file. Used by commands only.
"""
