"""Reads a skill from a zip of its folder, or from a SKILL.md alone. Nothing is written to a disk. Pure."""

import io
import stat
import zipfile
from pathlib import PurePosixPath

from tools.core.definitions import JsonObject
from tools.core.formats.archives import LongListError, open_archive
from tools.core.text import Text
from tools.executors.claude_skill.skill import MAX_CHARACTERS, MAX_FILES
from tools.executors.claude_skill.skill_md import SkillFormError, read_skill_md

MAX_ARCHIVE_BYTES = 2 * 1024 * 1024
_ENTRY = "SKILL.md"
_NOT_A_SKILL = Text("It is neither a zip of a skill folder nor a SKILL.md file. Choose one of them.")
_NO_ENTRY = Text("The zip must hold one folder with a SKILL.md file. Zip the folder of the skill.")
_UNSAFE = Text("The zip holds a link, or a path outside its folder. Remove it, and zip the folder again.")
_TOO_LARGE = Text(
    "A skill can have at most {max_files} files with {max_characters:,} characters in total.",
    max_files=MAX_FILES,
    max_characters=MAX_CHARACTERS,
)


def read_archive(content: bytes) -> JsonObject:
    """Return the skill object of an uploaded archive without its non-UTF-8 files.

    Raises SkillFormError if it is not a valid skill, or too large.
    """
    if len(content) > MAX_ARCHIVE_BYTES:
        raise SkillFormError(_TOO_LARGE)
    if not zipfile.is_zipfile(io.BytesIO(content)):
        text = _text(content)
        if text is None:
            raise SkillFormError(_NOT_A_SKILL)
        return read_skill_md(text)
    try:
        with open_archive(io.BytesIO(content)) as archive:
            return _read_folder(archive)
    except LongListError as error:
        raise SkillFormError(_TOO_LARGE) from error
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
        # Damaged, packed in a way of its own, or encrypted.
        raise SkillFormError(_NOT_A_SKILL) from error


def _read_folder(archive: zipfile.ZipFile) -> JsonObject:
    members = {_safe_path(info): info for info in archive.infolist() if not info.is_dir()}
    # Added by macOS beside the folder.
    members = {path: info for path, info in members.items() if path.parts[0] != "__MACOSX" and path.name != ".DS_Store"}
    # The sizes that the archive tells are checked by zipfile when it reads.
    if len(members) > MAX_FILES + 1 or sum(info.file_size for info in members.values()) > 4 * MAX_CHARACTERS:
        raise SkillFormError(_TOO_LARGE)
    entries = [path for path in members if path.name == _ENTRY and len(path.parts) <= 2]
    if len(entries) != 1:
        raise SkillFormError(_NO_ENTRY)
    root = entries[0].parent
    if any(not path.is_relative_to(root) for path in members):
        raise SkillFormError(_NO_ENTRY)
    texts = {str(path.relative_to(root)): _text(archive.read(info)) for path, info in members.items()}
    skill = read_skill_md(texts.pop(_ENTRY) or "", root.name)
    files = {path: text for path, text in texts.items() if text is not None}
    if sum(map(len, files.values())) > MAX_CHARACTERS:
        raise SkillFormError(_TOO_LARGE)
    return skill | ({"files": files} if files else {})


def _safe_path(info: zipfile.ZipInfo) -> PurePosixPath:
    path = PurePosixPath(info.filename.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or stat.S_ISLNK(info.external_attr >> 16) or ":" in path.parts[0]:
        raise SkillFormError(_UNSAFE)
    return path


def _text(content: bytes) -> str | None:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
