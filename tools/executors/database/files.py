"""Resolves readable SQLite files in the operator's folder. No framework."""

from pathlib import Path

from tools.core.errors import ToolConfigurationError
from tools.core.text import Text

_NO_FILE = Text("The operator's folder has no database file with this name. Check the name.")
_NO_FOLDER = Text("SQLite files cannot be read here: the operator has not set a folder for them (DATABASE_FILES).")


_NO_WRITABLE = Text(
    "SQLite files cannot be written here: the operator has not set a folder for them (DATABASE_FILES_WRITABLE)."
)


def writable_file(path: str, folder: Path | None) -> Path:
    """Return the file if it is in the folder of those that may be written, as `allowed_file`."""
    if folder is None:
        raise ToolConfigurationError(_NO_WRITABLE)
    return allowed_file(path, folder)


def allowed_file(path: str, folder: Path | None) -> Path:
    """Return the file if it is in the folder, links resolved.

    Raises ToolConfigurationError if the folder or file is missing, or it is not a database.
    """
    if folder is None:
        raise ToolConfigurationError(_NO_FOLDER)
    try:
        top = folder.resolve(strict=True)
        found = (top / path).resolve(strict=True)
    except (OSError, ValueError, RuntimeError) as error:
        raise ToolConfigurationError(_NO_FILE) from error
    if not found.is_relative_to(top) or not found.is_file():
        raise ToolConfigurationError(_NO_FILE)
    return found
