"""Parses SKILL.md: YAML between `---` lines, then Markdown instructions. Pure.

Source: rules of the reference validator of the open skill format, `skills-ref` 0.1.1.
"""

import re
from typing import Any

from tools.core.definitions import JsonObject
from tools.core.errors import BilingualError
from tools.core.formats.yaml_text import parse_yaml
from tools.core.text import Text

MAX_NAME = 64
MAX_DESCRIPTION = 1024
_MAX_FRONT = 10_000
_KNOWN = frozenset({"name", "description", "license", "compatibility", "metadata", "allowed-tools"})
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_FRONT = re.compile(r"\A\ufeff?---[ \t]*\r?\n(.*?)\r?\n---[ \t]*(?:\r?\n|\Z)(.*)\Z", re.DOTALL)
_NO_FRONT = Text("SKILL.md must start with a block between two --- lines that contains name and description.")
_NO_YAML = Text("The block at the start of SKILL.md is not valid YAML.")
_WRONG_NAME = Text(
    "“name” must be at most {max_name} lowercase letters, digits and single hyphens, such as code-review.",
    max_name=MAX_NAME,
)
_WRONG_DESCRIPTION = Text(
    "“description” must explain what the skill does and when to use it, in at most {max_description} characters.",
    max_description=MAX_DESCRIPTION,
)
_NO_BODY = Text("SKILL.md has no instructions after its first block.")


class SkillFormError(BilingualError):
    """A skill that does not keep the format."""


def read_skill_md(text: str, folder: str = "") -> JsonObject:
    """Return the skill object of a SKILL.md, without its other files.

    `folder` must match the skill's name; "" if unknown. Raises SkillFormError if the format is violated.
    """
    found = _FRONT.match(text)
    if found is None:
        raise SkillFormError(_NO_FRONT)
    front = _front_matter(found[1])
    body = found[2].strip()
    if not body:
        raise SkillFormError(_NO_BODY)
    name = _name(front, folder)
    metadata = front.get("metadata") if isinstance(front.get("metadata"), dict) else {}
    skill = {
        "id": name,
        "name": name,
        "description": _description(front),
        "systemPrompt": body,
        "license": str(front.get("license") or ""),
        "compatibility": str(front.get("compatibility") or ""),
        "metadata": {str(key): str(value) for key, value in (metadata or {}).items()},
    }
    return {key: value for key, value in skill.items() if value}


def _front_matter(text: str) -> dict[str, Any]:
    try:
        front = parse_yaml(text, max_values=_MAX_FRONT) if len(text) <= _MAX_FRONT else None
    except ValueError as error:
        raise SkillFormError(_NO_YAML) from error
    if not isinstance(front, dict):
        raise SkillFormError(_NO_FRONT)
    unknown = sorted(str(key) for key in front if key not in _KNOWN)
    if unknown:
        listed = ", ".join(unknown)
        raise SkillFormError(Text("SKILL.md does not support “{listed}”. Put it under metadata.", listed=listed))
    return front


def _name(front: dict[str, Any], folder: str) -> str:
    name = front.get("name")
    if not isinstance(name, str) or len(name) > MAX_NAME or not _NAME.fullmatch(name):
        raise SkillFormError(_WRONG_NAME)
    if folder and folder != name:
        raise SkillFormError(
            Text("The folder “{folder}” must be named like the skill, “{name}”.", folder=folder, name=name)
        )
    return name


def _description(front: dict[str, Any]) -> str:
    description = front.get("description")
    if not isinstance(description, str) or not 0 < len(description.strip()) <= MAX_DESCRIPTION:
        raise SkillFormError(_WRONG_DESCRIPTION)
    return description.strip()
