"""What Django needs to know about an executor's Config: its secret fields, and what is wrong with given settings."""

from django.core.exceptions import ValidationError
from pydantic import ValidationError as PydanticValidationError

from tools.definitions import JsonObject
from tools.executors.base import ToolModel
from tools.field_errors import field_errors
from tools.local_text import local_text
from tools.registry import registry
from tools.schema import secret_fields


def is_known_type(ui_type: str) -> bool:
    return registry.for_ui_type(ui_type) is not None


def secret_names(ui_type: str) -> tuple[str, ...]:
    """Return the JSON names of the secret fields; none for an unknown type."""
    config = _config_model(ui_type)
    return secret_fields(config) if config else ()


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
    return []


def _config_model(ui_type: str) -> type[ToolModel] | None:
    found = registry.for_ui_type(ui_type)
    return found[1].config if found else None
