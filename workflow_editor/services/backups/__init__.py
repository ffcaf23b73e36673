"""Backups in a form that both databases read: rows as lines of JSON, contents of files, and keys, in one tar file.

`backup` makes one beside a running server, `verify` reads one whole, `restore` fills an empty installation from it, and
`salvage` copies what a damaged SQLite file still gives. Used by commands; nothing here answers requests.
"""
