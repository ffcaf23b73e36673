"""Secret fields and problems of an executor's settings, for Django."""

from collections.abc import Iterator, Mapping, Sequence

from django.conf import settings
from django.core.exceptions import ValidationError
from pydantic import ValidationError as PydanticValidationError

from tools.core.definitions import JsonObject
from tools.core.errors import OutboundBlockedError
from tools.core.field_errors import FieldError, field_errors
from tools.core.text import Text
from tools.executors.contract.applicability import IGNORED, ignored_fields
from tools.executors.contract.executor import ToolModel
from tools.executors.contract.schema import secret_fields
from tools.executors.contract.secret_places import fill_gaps, gap_pointers, put_secrets, take_secrets
from tools.executors.registry import registry
from tools.forms.local_text import local_text
from tools.outbound.addresses import AddressGuard

_GAP = Text("Enter the secret. *** is only shown in place of a stored one.")


def is_known_type(ui_type: str) -> bool:
    return registry.for_ui_type(ui_type) is not None


def secret_names(ui_type: str) -> tuple[str, ...]:
    """Return the JSON names of the secret fields; none for an unknown type."""
    config = _config_model(ui_type)
    return secret_fields(config) if config else ()


def take_tool_secrets(ui_type: str, config: JsonObject) -> tuple[JsonObject, dict[str, str]]:
    """Part settings from their secrets; see `tools.executors.contract.secret_places`."""
    return take_secrets(_config_model(ui_type), config)


def put_tool_secrets(ui_type: str, config: JsonObject, secrets: Mapping[str, str]) -> JsonObject:
    """Put secrets back into settings; see `tools.executors.contract.secret_places`."""
    return put_secrets(_config_model(ui_type), config, secrets)


def without_tool_gaps(ui_type: str, config: JsonObject) -> JsonObject:
    """Return settings with empty gaps: their secrets are dropped."""
    return fill_gaps(_config_model(ui_type), config, "")


def tool_origins(ui_type: str, config: JsonObject) -> frozenset[str]:
    """Return where complete settings send their secrets; nowhere, when they cannot be read and so not be stored."""
    found = registry.for_ui_type(ui_type)
    if found is None:
        return frozenset()
    executor, ui_tool = found
    try:
        return executor.origins(ui_tool.config.model_validate(config))
    except (PydanticValidationError, OutboundBlockedError):
        return frozenset()


def config_problems(ui_type: str, config: JsonObject) -> list[ValidationError]:
    """Return one error per wrong field with `params["pointer"]`, a JSON pointer such as `/config/headers/0/key`."""
    return _problems(config_errors(ui_type, config))


def missing_problems(ui_type: str, config: JsonObject) -> list[ValidationError]:
    """Return what complete settings lack, in the form of `config_problems`; nothing where they are wrong elsewhere."""
    found = registry.for_ui_type(ui_type)
    if found is None:
        return []
    executor, ui_tool = found
    try:
        parsed = ui_tool.config.model_validate(config)
    except PydanticValidationError:
        return []
    return _problems(executor.missing(parsed))


def ignored_problems(ui_type: str, given: JsonObject, before: JsonObject) -> list[ValidationError]:
    """Return what has no effect beside the other settings, in the form of `config_problems`.

    Args:
        given: the settings as a client sends them; secrets that it leaves out are stored and do not count.
        before: those that are stored. What had no effect there and is sent back as it was is no problem.
    """
    found = registry.for_ui_type(ui_type)
    if found is None:
        return []
    model = found[1].config
    known = list(ignored_fields(model, before))
    return _problems(
        [FieldError(one.pointer, IGNORED, one.message) for one in ignored_fields(model, given) if one not in known]
    )


def config_errors(ui_type: str, config: Mapping[str, object]) -> list[FieldError]:
    """Return the problems of complete settings on this installation; none for an unknown type."""
    found = registry.for_ui_type(ui_type)
    if found is None:
        return []
    executor, ui_tool = found
    try:
        parsed = ui_tool.config.model_validate(config)
    except PydanticValidationError as error:
        return field_errors(error)
    gaps = [FieldError(pointer, "secret_missing", _GAP) for pointer in gap_pointers(ui_tool.config, config)]
    return gaps + list(_blocked_addresses(executor.addresses(parsed)))


def _problems(errors: Sequence[FieldError]) -> list[ValidationError]:
    return [
        ValidationError(local_text(error.message), code=error.code, params={"pointer": f"/config{error.pointer}"})
        for error in errors
    ]


def _blocked_addresses(addresses: Mapping[str, str]) -> Iterator[FieldError]:
    guard = AddressGuard(settings.OUTBOUND_ALLOW)
    for pointer, address in addresses.items():
        try:
            guard.check_url(address)
        except OutboundBlockedError as error:
            yield FieldError(pointer, error.code, error.text)


def _config_model(ui_type: str) -> type[ToolModel] | None:
    found = registry.for_ui_type(ui_type)
    return found[1].config if found else None
