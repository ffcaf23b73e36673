"""Skill tool: the model sees the description, then the instructions, then files as needed. Pure.

Scripts in skill files are plain text: nothing of a skill runs here. Anthropic's own models may use a skill that
Anthropic hosts instead.
"""

import re
from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError, field_validator

from tools.core.definitions import EffectClass, HostedSkill, JsonObject, OperationType
from tools.core.envelope import ToolResult, query_success
from tools.core.errors import ToolConfigurationError, ToolNothingFoundError
from tools.core.field_errors import FieldError, field_errors, refused_value
from tools.core.text import Text
from tools.executors.claude_skill.skill import Skill
from tools.executors.contract.executor import Executor, Invocation, ToolModel, ToolParameters, UiTool, lacking
from tools.executors.contract.schema import form_field

DEFAULT_MODEL = "claude-opus-4-5"
BUILT_IN = frozenset({"xlsx", "pptx", "docx", "pdf"})
_UPLOADED = re.compile(r"skill_[A-Za-z0-9_-]+")
_NONE_CHOSEN = Text("Choose a skill.")
_ONLY_HOSTED = Text("This skill only works with Anthropic's own models. Choose one, or upload the skill folder.")
_HOSTED_FORM = Text("Enter xlsx, pptx, docx, pdf, or the ID of an uploaded skill (skill_…).")
_HOW_TO = (
    "Call this first without `file` and follow the instructions that it returns; "
    "call it with a `file` they name when you need that file."
)


class ClaudeSkillConfig(ToolModel):
    """The chosen skill; the whole skill object is kept, so that the tool stays what it was."""

    skill: JsonObject | None = form_field(
        "Skill",
        "Upload a skill's folder as a zip, its SKILL.md, or a skill object as JSON.",
        default=None,
        widget="skill",
    )
    hosted_skill_id: str = form_field(
        "Hosted skill",
        "The skill to use with Anthropic's own models, in a container at Anthropic: xlsx, pptx, docx, "
        "pdf, or the ID of an uploaded skill (skill_…).",
        default="",
        max_length=100,
    )
    hosted_version: str = form_field("Version of the hosted skill", default="latest", max_length=100)
    skill_id: str = form_field("Skill ID", default="", widget="hidden")
    skill_name: str = form_field("Skill name", default="", widget="hidden")
    model: str = form_field("Model", default=DEFAULT_MODEL, widget="hidden")

    @field_validator("hosted_skill_id")
    @classmethod
    def _is_hosted(cls, skill_id: str) -> str:
        skill_id = skill_id.strip()
        if skill_id and skill_id not in BUILT_IN and not _UPLOADED.fullmatch(skill_id):
            raise refused_value("hosted_skill", _HOSTED_FORM)
        return skill_id

    @field_validator("skill")
    @classmethod
    def _is_skill(cls, skill: JsonObject | None) -> JsonObject | None:
        if skill is not None:
            try:
                Skill.model_validate(skill)
            except ValidationError as error:
                raise refused_value("not_a_skill", field_errors(error)[0].sentence) from None
        return skill


class ClaudeSkillParameters(ToolParameters):
    file: str | None = form_field(
        "File",
        "Path of one of the skill's files, as written in the instructions. Without a path, the "
        "instructions are returned.",
        default=None,
        max_length=500,
    )


class ClaudeSkillExecutor(Executor[ClaudeSkillConfig, ClaudeSkillParameters]):
    """Instructions of a skill, or one of its files."""

    name = "claude_skill"
    title = Text("Claude skill")
    help = Text("Give a model a skill: instructions and files for a type of task.")
    keywords = Text("instructions, agent skill, knowledge")
    icon = "wand"
    category = "code"
    resource_type = "skill"
    operation = OperationType.QUERY
    effect_class = EffectClass.PURE
    ui_tools = (UiTool("claude-skill", title, help, icon, ClaudeSkillConfig),)

    def hosted(self, config: ClaudeSkillConfig) -> HostedSkill | None:
        return HostedSkill(config.hosted_skill_id, config.hosted_version) if config.hosted_skill_id else None

    def missing(self, config: ClaudeSkillConfig) -> Sequence[FieldError]:
        """Ask for a skill: a tool without one teaches nothing."""
        return [] if config.skill or config.hosted_skill_id else [lacking("skill", _NONE_CHOSEN)]

    def describe(self, config: ClaudeSkillConfig) -> str:
        """Return the skill's own description and the next step."""
        skill = _skill_of(config)
        if skill is None:
            return f"Skill “{config.hosted_skill_id}”." if config.hosted_skill_id else super().describe(config)
        how_to = f"Where this is a function: {_HOW_TO}" if config.hosted_skill_id else _HOW_TO
        return f"Skill “{skill.name}”. {skill.description}\n{how_to}"

    def execute(
        self, config: ClaudeSkillConfig, parameters: ClaudeSkillParameters, invocation: Invocation
    ) -> ToolResult:
        """Return the instructions, or one file.

        Raises:
            ToolConfigurationError: no skill was chosen, or one that only Anthropic has.
            ToolNothingFoundError: the skill has no such file.
        """
        skill = _skill_of(config)
        if skill is None:
            raise ToolConfigurationError(_ONLY_HOSTED if config.hosted_skill_id else _NONE_CHOSEN)
        if not parameters.file:
            return query_success(
                skill.instructions(), Text("Follow the instructions of the skill “{name}”.", name=skill.name)
            )
        return query_success(_file_of(skill, parameters.file), Text("The file was read."))


def _skill_of(config: ClaudeSkillConfig) -> Skill | None:
    return Skill.model_validate(config.skill) if config.skill else None


def _file_of(skill: Skill, path: str) -> dict[str, Any]:
    content = skill.files.get(path.removeprefix("./"))
    if content is None:
        listed = ", ".join(sorted(skill.files)) or "—"
        raise ToolNothingFoundError(
            Text("The skill has no file “{path}”. Its files: {listed}.", path=path, listed=listed)
        )
    return {"path": path, "content": content}
