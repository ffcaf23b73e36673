"""Which SQLite files may be read: those in the folder that the operator set aside. No framework."""

from pathlib import Path

from tools.core.definitions import Text
from tools.core.errors import ToolConfigurationError

_NO_FILE = Text(
    "There is no such database file in the folder that the operator set aside (DATABASE_FILES).",
    "运维人员指定的文件夹（DATABASE_FILES）中没有该数据库文件。",
)
_NO_FOLDER = Text(
    "SQLite files cannot be read here: the operator has set no folder aside for them (DATABASE_FILES).",
    "此处无法读取 SQLite 文件：运维人员尚未指定文件夹（DATABASE_FILES）。",
)


def allowed_file(path: str, folder: Path | None) -> Path:
    """Return the file if it lies in the folder, links followed.

    Raises:
        ToolConfigurationError: there is no folder, no such file in it, or it is no database.
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
