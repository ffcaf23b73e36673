"""Claude skills: declared, not implemented yet. Pure."""

from pydantic import Field

from tools.definitions import JsonObject, Text
from tools.executors.base import ToolModel, ToolParameters, UiTool
from tools.executors.declared import DeclaredExecutor
from tools.schema import ui

DEFAULT_MODEL = "claude-opus-4-5"


class ClaudeSkillConfig(ToolModel):
    """The chosen skill; the whole skill object is kept, so that the tool stays what it was."""

    skill: JsonObject | None = Field(
        default=None,
        json_schema_extra=ui(
            "Skill", "技能", "Chosen or imported, not typed in.", "选择或导入，无需手动填写。", widget="json"
        ),
    )
    skill_id: str = Field(default="", json_schema_extra=ui("Skill id", "技能 ID", widget="hidden"))
    skill_name: str = Field(default="", json_schema_extra=ui("Skill name", "技能名称", widget="hidden"))
    model: str = Field(default=DEFAULT_MODEL, json_schema_extra=ui("Model", "模型", widget="hidden"))


class ClaudeSkillParameters(ToolParameters):
    """What the model fills in."""

    task: str = Field(
        min_length=1,
        json_schema_extra=ui(
            "Task", "任务", "What the skill should do, with all it needs to know.", "需要该技能完成的任务。"
        ),
    )


class ClaudeSkillExecutor(DeclaredExecutor[ClaudeSkillConfig, ClaudeSkillParameters]):
    """`claude_skill`."""

    name = "claude_skill"
    title = Text("Claude skill", "Claude Skill")
    help = Text("Let a Claude skill do a task.", "使用 Claude Skill 完成任务。")
    icon = "wand"
    category = "code"
    resource_type = "skill"
    parameters_model = ClaudeSkillParameters
    ui_tools = (UiTool("claude-skill", title, help, "wand", ClaudeSkillConfig),)
