"""Reads SKILL.md: YAML between `---` lines, then instructions in Markdown. Pure.

Source: rules of the reference validator of the open skill format, `skills-ref` 0.1.1.
"""

import re
from typing import Any

import yaml

from tools.core.definitions import JsonObject, Text
from tools.core.errors import BilingualError

MAX_NAME = 64
MAX_DESCRIPTION = 1024
_MAX_FRONT = 10_000
_KNOWN = frozenset({"name", "description", "license", "compatibility", "metadata", "allowed-tools"})
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_FRONT = re.compile(r"\A\ufeff?---[ \t]*\r?\n(.*?)\r?\n---[ \t]*(?:\r?\n|\Z)(.*)\Z", re.DOTALL)
_NO_FRONT = Text(
    "SKILL.md must begin with a block between two lines of ---, with name and description in it.",
    "SKILL.md 必须以两行 --- 之间的元数据开头，并包含 name 和 description。",
)
_NO_YAML = Text("The block at the beginning of SKILL.md is not valid YAML.", "SKILL.md 开头的元数据不是有效的 YAML。")
_WRONG_NAME = Text(
    f"“name” must be at most {MAX_NAME} lower-case letters, digits and single hyphens, such as code-review.",
    f"“name”最长 {MAX_NAME} 个字符，只能使用小写字母、数字和单个连字符，例如 code-review。",
)
_WRONG_DESCRIPTION = Text(
    f"“description” must explain in at most {MAX_DESCRIPTION} characters what the skill does and when to use it.",
    f"“description”须在 {MAX_DESCRIPTION} 个字符以内说明技能的作用和使用时机。",
)
_NO_BODY = Text("SKILL.md holds no instructions below its first block.", "SKILL.md 的元数据之后没有任何指令内容。")


class _WithoutAliases(yaml.SafeLoader):
    """A value that is named and repeated can grow without end once it is written."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("aliases are not allowed")
        return super().compose_node(parent, index)


class SkillFormError(BilingualError):
    """A skill that does not keep the format."""


def read_skill_md(text: str, folder: str = "") -> JsonObject:
    """Return the skill object of a SKILL.md, without its other files.

    Args:
        folder: name of the folder that it lies in, which must be the skill's; "" when it is not known.
    Raises:
        SkillFormError: it does not keep the format.
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
        front = yaml.load(text, _WithoutAliases) if len(text) <= _MAX_FRONT else None  # noqa: S506  a safe loader
    except (yaml.YAMLError, RecursionError) as error:
        raise SkillFormError(_NO_YAML) from error
    if not isinstance(front, dict):
        raise SkillFormError(_NO_FRONT)
    unknown = sorted(str(key) for key in front if key not in _KNOWN)
    if unknown:
        listed = ", ".join(unknown)
        raise SkillFormError(
            Text(
                f"SKILL.md does not support “{listed}”; put it below metadata.",
                f"SKILL.md 不支持“{listed}”，请放到 metadata 中。",
            )
        )
    return front


def _name(front: dict[str, Any], folder: str) -> str:
    name = front.get("name")
    if not isinstance(name, str) or len(name) > MAX_NAME or not _NAME.fullmatch(name):
        raise SkillFormError(_WRONG_NAME)
    if folder and folder != name:
        raise SkillFormError(
            Text(
                f"The folder “{folder}” must have the name of the skill, “{name}”.",
                f"文件夹“{folder}”必须与技能“{name}”同名。",
            )
        )
    return name


def _description(front: dict[str, Any]) -> str:
    description = front.get("description")
    if not isinstance(description, str) or not 0 < len(description.strip()) <= MAX_DESCRIPTION:
        raise SkillFormError(_WRONG_DESCRIPTION)
    return description.strip()
