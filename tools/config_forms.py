"""What Django needs to know about an executor's Config: its secret fields, and what is wrong with given settings."""

from collections.abc import Mapping

from django.core.exceptions import ValidationError
from pydantic import ValidationError as PydanticValidationError

from tools.definitions import JsonObject, Text
from tools.executors.base import ToolModel
from tools.field_errors import field_errors
from tools.local_text import local_text
from tools.registry import registry
from tools.schema import secret_fields
from tools.secret_places import gap_pointers, put_secrets, take_secrets

_GAP = Text("Enter the secret; *** stands for one that is not stored.", "请填写密钥：*** 处的值尚未保存。")


def is_known_type(ui_type: str) -> bool:
    return registry.for_ui_type(ui_type) is not None


def secret_names(ui_type: str) -> tuple[str, ...]:
    """Return the JSON names of the secret fields; none for an unknown type."""
    config = _config_model(ui_type)
    return secret_fields(config) if config else ()


def take_tool_secrets(ui_type: str, config: JsonObject) -> tuple[JsonObject, dict[str, str]]:
    """Part settings from their secrets; see `tools.secret_places`."""
    return take_secrets(_config_model(ui_type), config)


def put_tool_secrets(ui_type: str, config: JsonObject, secrets: Mapping[str, str]) -> JsonObject:
    """Put secrets back into settings; see `tools.secret_places`."""
    return put_secrets(_config_model(ui_type), config, secrets)


def config_problems(ui_type: str, config: JsonObject) -> list[ValidationError]:
    """Return one error per wrong field with `params["pointer"]`, a JSON pointer such as `/config/headers/0/key`."""
    model = _config_model(ui_type)
    if model is None:
        return []
    try:
        model.model_validate(config)
    except PydanticValidationError as error:
        return [
            ValidationError(local_text(found.message), code=found.code, params={"pointer": f"/config{found.pointer}"})
            for found in field_errors(error)
        ]
    return [
        ValidationError(
            local_text(_GAP),
            code="secret_missing",
            params={"pointer": f"/config{pointer}"},
        )
        for pointer in gap_pointers(model, config)
    ]


def _config_model(ui_type: str) -> type[ToolModel] | None:
    found = registry.for_ui_type(ui_type)
    return found[1].config if found else None
