"""A model's answer that must be JSON: found in its text, parsed, and held against a schema."""

from collections.abc import Callable
from typing import Any

from agents.core.language import Language
from agents.core.model_text import json_texts
from tools.core.definitions import JsonObject
from tools.core.formats.json_text import ANSWER_TOO_DEEP, JsonTooDeepError, parse_json
from tools.core.text import Text
from tools.executors.contract.json_schema import schema_mismatch
from workflow_editor.errors import NodeError
from workflow_editor.nodes.meanings import JSON_BETWEEN_WORDS, NEWEST

_SHOWN_CHARACTERS = 200
_AGAIN: dict[Language, str] = {
    "en": "This cannot be used: {reason} Answer once more with the whole JSON value, and nothing else.",
    "zh": "无法使用此回答：{reason}请重新回答完整的 JSON，不要添加其他内容。",
}


def parse_answer(text: str, schema: JsonObject | None, version: int = NEWEST) -> Any:
    """Return the JSON value of an answer, also between thoughts and words.

    Raises NodeError: `output_not_json`, or `output_not_of_schema` when it does not fit the schema.
    """
    value = _parsed(text, tolerant=version >= JSON_BETWEEN_WORDS)
    if schema is not None:
        check_answer(value, schema)
    return value


def answer_check(schema: JsonObject, language: Language, version: int) -> Callable[[str], str | None]:
    """Return a checker of a model's answer: it returns the correction for the model, or None."""

    def check(text: str) -> str | None:
        try:
            parse_answer(text, schema, version)
        except NodeError as error:
            return answer_again(error, language)
        return None

    return check


def answer_again(error: NodeError, language: Language) -> str:
    """Return the correction for a model with an unusable answer."""
    return _AGAIN[language].format(reason=error.text.in_language(language))


def _parsed(text: str, *, tolerant: bool) -> Any:
    for candidate in json_texts(text, tolerant=tolerant):
        try:
            return parse_json(candidate.strip())
        except JsonTooDeepError as error:
            raise NodeError(ANSWER_TOO_DEEP, code="output_too_deep") from error
        except ValueError:
            continue
    shown = text.strip()[:_SHOWN_CHARACTERS]
    raise NodeError(
        Text("The model's answer is not JSON: {shown}", shown=shown or Text("it is empty")),
        code="output_not_json",
    )


def check_answer(value: Any, schema: JsonObject) -> None:
    """Validate a parsed answer. Raises NodeError (`output_not_of_schema`)."""
    mismatch = schema_mismatch(value, schema)
    if mismatch is not None:
        raise NodeError(
            Text(
                "The model's answer does not match the JSON Schema at {path}: {mismatch}",
                path=mismatch.path,
                mismatch=mismatch.message,
            ),
            code="output_not_of_schema",
            details={"path": mismatch.path},
        )
