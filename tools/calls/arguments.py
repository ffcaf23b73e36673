"""From what a model wrote to typed parameters; malformed JSON, fixed values and wrong types differ. Pure."""

from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from tools.core.call.arguments import parse_arguments
from tools.core.definitions import JsonObject, ToolCall
from tools.core.errors import ToolArgumentsError
from tools.core.field_errors import field_errors, in_words
from tools.core.formats.json_text import parse_json
from tools.core.text import Text, listed
from tools.executors.contract.executor import C, Executor, P, ToolModel
from tools.secrets.redaction import redact, redact_beginning

_MAX_REPORTED = 5
_MAX_RAW = 2_000
_NESTED: dict[str, type] = {"array": list, "object": dict}
_DEFINITION = "#/$defs/"


@dataclass(frozen=True, slots=True)
class ParsedArguments:
    values: JsonObject
    """Empty when they cannot be parsed."""
    shown: JsonObject
    """Redacted; text that cannot be parsed is under `raw`."""
    error: ToolArgumentsError | None = None


def parsed_arguments(call: ToolCall, secrets: frozenset[str] = frozenset()) -> ParsedArguments:
    """Parse the arguments and hide what is secret in them."""
    try:
        values = parse_arguments(call.arguments)
    except ToolArgumentsError as error:
        return ParsedArguments({}, {"raw": redact_beginning(str(call.arguments), _MAX_RAW, secrets)}, error)
    return ParsedArguments(values, redact(values, secrets))


def typed_parameters(executor: Executor[C, P], config: C, arguments: JsonObject) -> P:
    """Return the validated parameters of a call: values fixed by the owner, then the given ones, then defaults.

    A null means "not given", since some models send every parameter, unless the parameters know nulls. A list or an
    object that was written as a text is read, where the parameter cannot be a text. Raises ToolArgumentsError if an
    argument is missing, unknown, fixed by the tool's owner, or of a wrong type.
    """
    bound = executor.bound(config)
    model = executor.parameters(config)
    given = {name: value for name, value in arguments.items() if value is not None or model.knows_null}
    if fixed := sorted(given.keys() & bound.keys()):
        raise ToolArgumentsError(
            Text("Set by the tool's owner and cannot be passed: {fixed}.", fixed=listed(fixed)),
            details={"arguments": fixed},
        )
    try:
        return model.model_validate({**_read_values(given, executor, config), **bound})
    except ValidationError as error:
        raise _as_arguments_error(error, executor, config) from error


def _read_values(given: JsonObject, executor: Executor[Any, Any], config: ToolModel) -> JsonObject:
    written = [name for name, value in given.items() if isinstance(value, str) and value.lstrip()[:1] in ("[", "{")]
    if not written:
        return given
    schema = executor.parameters_schema(config)
    properties, definitions = schema.get("properties", {}), schema.get("$defs", {})
    read = {name: _read_value(given[name], _types(properties.get(name), definitions)) for name in written}
    return {**given, **read}


def _read_value(text: str, types: frozenset[str]) -> Any:
    if "string" in types or not types & _NESTED.keys():
        return text
    try:
        found = parse_json(text)
    except ValueError:
        return text
    return found if any(isinstance(found, kind) for name, kind in _NESTED.items() if name in types) else text


def _types(schema: Any, definitions: JsonObject) -> frozenset[str]:
    """Return the types that a parameter may have; none where its schema does not say."""
    if not isinstance(schema, dict):
        return frozenset()
    reference = str(schema.get("$ref", ""))
    if reference.startswith(_DEFINITION):
        schema = definitions.get(reference.removeprefix(_DEFINITION), {})
    named = schema.get("type", ())
    own = frozenset([named] if isinstance(named, str) else named)
    inner = [_types(one, {}) for keyword in ("anyOf", "oneOf") for one in schema.get(keyword, ())]
    return own.union(*inner)


def _as_arguments_error(error: ValidationError, executor: Executor[Any, Any], config: ToolModel) -> ToolArgumentsError:
    # Neither the values nor the bound ones' names are repeated: a message may travel further than the call.
    found = field_errors(error)
    known = ", ".join(executor.parameters_schema(config).get("properties", {}))
    words = in_words(found[:_MAX_REPORTED])
    return ToolArgumentsError(
        Text("The arguments are invalid. {words} Parameters: {known}.", words=words, known=known or Text("none")),
        details={"errors": [{"argument": one.field, "message": one.message.en} for one in found]},
    )
