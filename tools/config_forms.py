"""What Django needs to know about an executor's Config: its secret fields, and what is wrong with given settings."""

from django.core.exceptions import ValidationError
from pydantic import ValidationError as PydanticValidationError

from tools import registry
from tools.definitions import JsonObject
from tools.schema import secret_fields


def is_known_type(ui_type: str) -> bool:
    return registry.find_ui_type(ui_type) is not None


def secret_names(ui_type: str) -> tuple[str, ...]:
    """Return the JSON names of the secret fields; none for an unknown type."""
    entry = registry.find_ui_type(ui_type)
    return secret_fields(entry.config) if entry else ()


def config_problems(ui_type: str, config: JsonObject) -> list[ValidationError]:
    """Return one error per wrong field with `params["pointer"]`, a JSON pointer such as `/config/headers/0/key`."""
    entry = registry.find_ui_type(ui_type)
    if entry is None:
        return []
    try:
        entry.config.model_validate(config)
    except PydanticValidationError as error:
        return [
            ValidationError(
                item["msg"].removeprefix("Value error, "),
                code=item["type"],
                params={"pointer": "/".join(["", "config", *map(str, item["loc"])])},
            )
            for item in error.errors(include_url=False, include_context=False, include_input=False)
        ]
    return []
