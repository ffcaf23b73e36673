"""Model selection and offline script: config shared by all nodes with a model."""

from collections.abc import Sequence
from typing import Any

from pydantic import Field

from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from workflow_editor.nodes.base import NodeConfig


class ScriptedCall(NodeConfig):
    """A tool call of the offline model."""

    tool: str
    arguments: dict[str, Any] = Field(default_factory=dict)


class ScriptedFailure(NodeConfig):
    """A failure of the offline model, as a model API would answer it."""

    status: int = Field(default=500, ge=100, le=599)
    message: str = ""


class ScriptStep(NodeConfig):
    """One round of the offline model."""

    text: str = ""
    tool_calls: list[ScriptedCall] = Field(default_factory=list)
    fail: ScriptedFailure | None = None
    delay_ms: int = Field(default=0, ge=0, le=600_000)


class ModelChoice(NodeConfig):
    """Provider and model; base of the configs of nodes that ask a model."""

    provider: str = form_field("Model", default="offline", max_length=64, widget="model")
    # The control of the provider holds both.
    model: str = form_field(
        "Model name", "By default, the provider's default model.", default="", max_length=200, widget="hidden"
    )


def temperature_field(default: float, help: Text) -> Any:
    """Return the config field with how much the answers vary."""
    return form_field("Temperature", help, default=default, ge=0, le=2, group="advanced")


def script_field(help: Text) -> Any:
    """Return the config field with what the offline model does; other models ignore it."""
    return form_field(
        "Script", help, default=None, max_length=50, widget="json", group="advanced", show_if={"provider": ["offline"]}
    )


def script_extra(script: Sequence[ScriptStep] | None) -> JsonObject:
    """Return the script as the offline provider reads it from a request's `extra`."""
    return {"script": [step.model_dump(by_alias=True, exclude_none=True) for step in script]} if script else {}
