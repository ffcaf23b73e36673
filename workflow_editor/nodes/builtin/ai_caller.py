"""An AI node's settings with those that the caller of the run asks for."""

from typing import Any

from workflow_editor.errors import InvalidInputError, NodeError
from workflow_editor.nodes.builtin.ai_config import AIConfig
from workflow_editor.nodes.client_settings import ClientSettings, read_client_settings
from workflow_editor.nodes.ports import Variables


def what_the_caller_asks(config: AIConfig, variables: Variables) -> ClientSettings:
    """Return the caller's settings of this run. Raises NodeError (`client_settings_invalid`)."""
    try:
        return read_client_settings(variables.value(config.client_settings))
    except InvalidInputError as error:
        raise NodeError(error.text, code="client_settings_invalid") from error


def as_the_caller_asks(config: AIConfig, asked: ClientSettings) -> AIConfig:
    """Return the settings for this run: the node's own limit is the highest, and a schema of its own stays."""
    changes: dict[str, Any] = {}
    if asked.temperature is not None:
        changes["temperature"] = asked.temperature
    if asked.max_tokens is not None:
        own = config.max_tokens or 0
        changes["max_tokens"] = min(asked.max_tokens, own) if own > 0 else asked.max_tokens
    if asked.as_json:
        own_schema = config.output_schema if config.output_type == "json" else None
        changes |= {"output_type": "json", "output_schema": own_schema or asked.schema}
    return config.model_copy(update=changes)
