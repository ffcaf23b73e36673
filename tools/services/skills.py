"""Skills that people bring in: read and checked here, stored only with the tool that takes them up."""

import orjson
from django.contrib.auth.models import User
from django.core.files.base import File
from pydantic import ValidationError

from tools.core.definitions import JsonObject
from tools.core.field_errors import field_errors
from tools.core.formats.json_text import parse_json
from tools.core.text import Text
from tools.executors.claude_skill.archive import MAX_ARCHIVE_BYTES, read_archive
from tools.executors.claude_skill.skill import Skill
from tools.executors.claude_skill.skill_md import SkillFormError
from tools.services.uploads import upload_count, upload_refused

_TOO_LARGE = Text(
    "It is larger than {max_mb} MB. Remove what the skill does not need.", max_mb=MAX_ARCHIVE_BYTES // 1024**2
)


def skill_read(user: User, upload: "File[bytes]") -> JsonObject:
    """Return the skill object of an upload: a zip of its folder, a SKILL.md, or the object as JSON.

    Raises:
        RecordInvalidError: not a skill; the pointer is `/file`.
        CapReachedError: see `upload_count`.
    """
    if upload.size > MAX_ARCHIVE_BYTES:
        raise upload_refused(upload, "too_large", _TOO_LARGE)
    upload_count(user, upload.size)
    content = upload.read()
    try:
        skill = _json_object(content) or read_archive(content)
        Skill.model_validate(skill)
    except SkillFormError as error:
        raise upload_refused(upload, "not_a_skill", error.text) from error
    except ValidationError as error:
        first = field_errors(error)[0]
        reason = Text("{field}: {message}", field=first.pointer.removeprefix("/"), message=first.message)
        raise upload_refused(upload, "not_a_skill", reason) from error
    return skill


def _json_object(content: bytes) -> JsonObject | None:
    try:
        found = parse_json(content)
    except orjson.JSONDecodeError:
        return None
    return found if isinstance(found, dict) else None
