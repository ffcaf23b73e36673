"""Sentences of the commands about backups."""

from pathlib import Path

from workflow_editor.services.backups.archive import BadArchiveError, Manifest


def summary(manifest: Manifest) -> str:
    """Return what a backup holds."""
    rows = sum(table.rows for table in manifest.tables.values())
    keys = f", {', '.join(sorted(manifest.keys))}" if manifest.keys else ", no keys"
    return f"{rows} rows of {len(manifest.tables)} tables, {manifest.files} contents of files{keys}"


def problem(path: Path, error: BadArchiveError | OSError) -> str:
    """Return why a command could not do its work."""
    if isinstance(error, FileExistsError):
        return f"{path} exists already. Choose another name."
    if isinstance(error, OSError):
        return f"{error.filename or path}: {error.strerror or error}."
    return str(error)
