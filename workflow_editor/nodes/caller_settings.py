"""A caller's settings for one agent answer, named as in OpenAI's Chat Completions API. Pure.

Source: OpenAI API reference, "Create chat completion": temperature, max_tokens, max_completion_tokens, response_format,
top_p, stop, seed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from agents.providers.base import Sampling
from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.executors.contract.json_schema import schema_problem
from workflow_editor.errors import InvalidInputError

CLIENT_SETTINGS = ("temperature", "max_tokens", "max_completion_tokens", "response_format", "top_p", "stop", "seed")
"""Supported settings of a request."""
MAX_TEMPERATURE = 2
MAX_STOPS = 4
MAX_SEED = 2**63 - 1

AnswerForm = Literal["text", "json_object", "json_schema"]


@dataclass(frozen=True, slots=True)
class ClientSettings:
    """None is unset."""

    temperature: float | None = None
    max_tokens: int | None = None
    form: AnswerForm | None = None
    schema: JsonObject | None = None
    """JSON Schema of the answer; set with the form `json_schema` only."""

    sampling: Sampling = field(default_factory=Sampling)

    @property
    def as_json(self) -> bool:
        return self.form in ("json_object", "json_schema")


def read_client_settings(given: Any) -> ClientSettings:
    """Read the settings from a request, or from its part stored with a run; other fields are ignored.

    Raises InvalidInputError if a setting is not of OpenAI's form; the pointer names it.
    """
    if given in (None, ""):
        return ClientSettings()
    if not isinstance(given, Mapping):
        raise _wrong("", Text("The client's settings must be an object."))
    limits = [_max_tokens(given, name) for name in ("max_completion_tokens", "max_tokens")]
    form, schema = _response_format(given.get("response_format"))
    temperature = _number(given, "temperature", MAX_TEMPERATURE)
    return ClientSettings(temperature, limits[0] or limits[1], form, schema, _sampling(given))


def _sampling(given: Mapping[str, Any]) -> Sampling:
    top_p = _number(given, "top_p", 1)
    # 1 is what every service does without being asked.
    return Sampling(None if top_p == 1 else top_p, _stop(given.get("stop")), _seed(given.get("seed")))


def _number(given: Mapping[str, Any], name: str, most: int) -> float | None:
    value = given.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= most:
        raise _wrong(name, Text("Enter a number from 0 to {most}.", most=most))
    return float(value)


def _stop(value: Any) -> tuple[str, ...]:
    texts = [value] if isinstance(value, str) else value or []
    if (
        not isinstance(texts, list)
        or len(texts) > MAX_STOPS
        or not all(isinstance(text, str) and text for text in texts)
    ):
        raise _wrong("stop", Text("Provide a text, or a list of at most 4 texts."))
    return tuple(texts)


def _seed(value: Any) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > MAX_SEED:
        raise _wrong("seed", Text("Enter a whole number of at most 64 bits."))
    return value


def _max_tokens(given: Mapping[str, Any], name: str) -> int | None:
    value = given.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise _wrong(name, Text("Enter a whole number of at least 1."))
    return value


def _response_format(value: Any) -> tuple[AnswerForm | None, JsonObject | None]:
    match value:
        case None:
            return None, None
        case {"type": "text"}:
            return "text", None
        case {"type": "json_object"}:
            return "json_object", None
        case {"type": "json_schema", "json_schema": {"schema": dict(schema)}}:
            reason = schema_problem(schema)
            if reason is None:
                return "json_schema", schema
            raise _wrong("response_format", reason)
    raise _wrong(
        "response_format",
        Text("Use {type: text}, {type: json_object} or {type: json_schema, json_schema: {name, schema}}."),
    )


def _wrong(field: str, text: Text) -> InvalidInputError:
    return InvalidInputError.at(f"/{field}", "invalid", text)
