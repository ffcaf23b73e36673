"""Skill model: instructions for a kind of task, with files to read on demand. Pure.

Source: the skill object of seed 002; the open skill format (agentskills.io) for `files`.
"""

from typing import Any, Literal

from pydantic import Field, field_validator

from tools.core.definitions import JsonObject
from tools.core.field_errors import refused_value
from tools.core.text import Text
from tools.executors.contract.executor import ToolModel

MAX_FILES = 200
MAX_CHARACTERS = 1_000_000
"""Total characters of all texts of a skill."""


class SkillExample(ToolModel):
    """Example input and output."""

    input: str = ""
    output: str = ""
    description: str = ""


class Skill(ToolModel):
    """The whole skill; members that only the editor shows are kept as they came."""

    id: str = Field(default="", max_length=200)
    name: str = Field(min_length=1, max_length=200)
    version: str = Field(default="1.0.0", max_length=50)
    description: str = Field(min_length=1, max_length=1024)
    """Purpose and when to use it: all that a model reads before it chooses the skill."""
    system_prompt: str = Field(min_length=1)
    """The instructions."""
    author: str = ""
    license: str = ""
    compatibility: str = Field(default="", max_length=500)
    tags: list[str] = Field(default_factory=list, max_length=100)
    icon: str = ""
    user_prompt_template: str = ""
    tools: list[JsonObject] = Field(default_factory=list, max_length=100)
    examples: list[SkillExample] = Field(default_factory=list, max_length=100)
    output_format: Literal["text", "json", "markdown"] | None = None
    output_schema: JsonObject | None = None
    metadata: dict[str, Any] = Field(default_factory=dict)
    created_at: str = ""
    updated_at: str = ""
    files: dict[str, str] = Field(default_factory=dict, max_length=MAX_FILES)
    """Texts by path, such as `references/tone.md`."""

    @field_validator("files")
    @classmethod
    def _bounded(cls, files: dict[str, str]) -> dict[str, str]:
        if sum(map(len, files.values())) > MAX_CHARACTERS:
            raise refused_value(
                "too_large",
                Text(
                    "The files have more than {max_characters:,} characters. Remove what is not needed.",
                    max_characters=MAX_CHARACTERS,
                ),
            )
        return files

    def instructions(self) -> JsonObject:
        """Return what a model reads once it has chosen the skill."""
        more = {
            "userPromptTemplate": self.user_prompt_template,
            "outputFormat": self.output_format,
            "outputSchema": self.output_schema,
            "examples": [example.model_dump(exclude_defaults=True) for example in self.examples],
        }
        shown = {name: value for name, value in more.items() if value}
        return {"name": self.name, "instructions": self.system_prompt, **shown, "files": sorted(self.files)}
