"""The one result envelope of every tool, its helpers and its second rendering (seeds 000 and 001). Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from itertools import takewhile
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_serializer

from tools.core.definitions import JsonObject, OperationType
from tools.core.formats.json_text import MAX_BUILT_DEPTH, parse_json
from tools.core.result_facts import NO_FACTS, ResultFacts
from tools.core.text import Text

_NUMBER_CHARACTERS = 8


def truncated_json(value: Any, characters: int) -> Any:
    """Return a JSON value cut to its first `characters` (names included); the same object if all fits."""
    budget = _Budget(characters)
    beginning = budget.take(value)
    return value if budget.left >= 0 else beginning


@dataclass(frozen=True, slots=True)
class Nothing:
    """An executor's declaration of its empty results and their replacement."""

    value: Any
    """Data for a caller that continues; `empty` may set members of an object more exactly."""
    goes_on: bool = False
    """Meaning for callers that have made no choice: it was a success before there was one. False for new executors."""


class _Budget:
    def __init__(self, left: int) -> None:
        self.left = left

    def take(self, value: Any) -> Any:
        if isinstance(value, str):
            kept = value[: max(self.left, 0)]
            self.left -= len(value)
            return kept
        self.left -= _NUMBER_CHARACTERS
        if isinstance(value, Mapping):
            items = takewhile(lambda _: self.left >= 0, value.items())
            return {self.take(str(key)): self.take(inner) for key, inner in items}
        if isinstance(value, list | tuple):
            return [self.take(inner) for inner in takewhile(lambda _: self.left >= 0, value)]
        return value


class ResultCode(IntEnum):
    """The numbered causes: 1xxx the caller, 2xxx the service behind the tool, 5xxx our own system."""

    SUCCESS = 0
    TOOL_NOT_FOUND = 1001
    BAD_ARGUMENTS = 1002
    SESSION = 1003
    WORKER_NOT_FOUND = 1004
    RESOURCE_TYPE_NOT_FOUND = 1005
    DENIED = 1006
    BACKEND = 2001
    TIMEOUT = 2002
    NOT_WARMED_UP = 2003
    RESOURCE_UNAVAILABLE = 2004
    INTERNAL = 5000
    CONFIGURATION = 5001
    UNAVAILABLE = 5002


RETRIED_CODES = frozenset({ResultCode.TIMEOUT, ResultCode.UNAVAILABLE})
"""Codes that may pass by themselves; all others stop at once (seed 001)."""

_QUERIED = Text("The query succeeded.")
_CARRIED_OUT = Text("The operation succeeded.")
_SAVED = Text("Saved.")
_FAILED = Text("The operation failed.")
_NO_DATA = Text("No data was found.")
_STOP_HINT = "The tool did not succeed; without its data the workflow may stop."


class ToolResult(BaseModel):
    """Result of any tool call.

    Its envelope (`to_json`) has `success`, `operationType`, `data`, `message`, `metadata` (with the facts) and `code`.
    Stored results (`model_dump(by_alias=True)`) keep facts and translations apart.
    """

    model_config = ConfigDict(frozen=True, populate_by_name=True)

    success: bool
    operation_type: OperationType = Field(alias="operationType")
    data: Any = None
    message: str = ""
    metadata: JsonObject = Field(default_factory=dict)
    code: int = 0
    """0, or the numbered cause: 1xxx caller, 2xxx server, 5xxx system."""
    translations: dict[str, str] = Field(default_factory=dict)
    """The message in the languages other than English, by code; for people, while models read English."""
    # Pydantic copies a default that it cannot hash, for every result.
    facts: ResultFacts = Field(default_factory=lambda: NO_FACTS)
    nothing: Nothing | None = Field(default=None, exclude_if=lambda nothing: nothing is None)
    """Replaces the data for callers that continue; not part of the envelope."""

    @field_serializer("facts")
    def _stored_facts(self, facts: ResultFacts) -> JsonObject:
        return facts.to_json()

    def to_json(self) -> JsonObject:
        """Return the first rendering as plain JSON data."""
        envelope = self.model_dump(by_alias=True, mode="json", exclude={"facts", "nothing", "translations"})
        return envelope | {"metadata": envelope["metadata"] | self.facts.to_metadata()}

    def beginning(self, characters: int) -> "ToolResult":
        """Return the result with data, message and metadata cut to so many characters each, before any search for
        secrets.
        """
        whole = {"data": self.data, "message": self.message, "metadata": self.metadata}
        cut = {name: truncated_json(value, characters) for name, value in whole.items()}
        return self if all(cut[name] is whole[name] for name in whole) else self.model_copy(update=cut)

    def with_message(self, text: Text) -> "ToolResult":
        return self.model_copy(update={"message": text.en, "translations": text.translations})

    def with_facts(self, facts: ResultFacts) -> "ToolResult":
        return self.model_copy(update={"facts": facts})

    def with_metadata(self, **entries: Any) -> "ToolResult":
        """Return a copy with these metadata entries; what the tool itself has set stays."""
        return self.model_copy(update={"metadata": {**entries, **self.metadata}})


def query_success(data: Any, message: str | Text | None = None, **metadata: Any) -> ToolResult:
    """Return the result of a query that found something."""
    return _succeeded(OperationType.QUERY, data, message or _QUERIED, metadata)


def operation_success(data: Any = None, message: str | Text | None = None, **metadata: Any) -> ToolResult:
    return _succeeded(OperationType.OPERATION, data, message or _CARRIED_OUT, metadata)


def save_success(data: Any = None, message: str | Text | None = None, **metadata: Any) -> ToolResult:
    """Something that was stored."""
    return _succeeded(OperationType.SAVE, data, message or _SAVED, metadata)


def failure(
    operation_type: OperationType | str,
    message: str | Text | None = None,
    *,
    code: int = ResultCode.BACKEND,
    data: Any = None,
    facts: ResultFacts = NO_FACTS,
    **metadata: Any,
) -> ToolResult:
    """Return the result of a failed call; `code` distinguishes the caller's errors from the service's."""
    result = ToolResult(
        success=False,
        operationType=operation_type_of(operation_type),
        data=data,
        metadata=metadata,
        code=int(code),
        facts=facts,
    )
    return _with_message(result, message or _FAILED)


def tool_failed(result: ToolResult) -> bool:
    """Return True when a tool did not succeed, as opposed to a call that was wrong itself and reached none."""
    return is_empty(result) and not result.facts.bad_call


def message_text(result: ToolResult) -> Text:
    """Return the message in every language; the English one twice when there is no other."""
    message = get_message(result)
    return Text.of(en=message, **result.translations)


def empty(
    operation_type: OperationType | str, message: str | Text | None = None, known: JsonObject | None = None
) -> ToolResult:
    """Return the result of a call that found nothing, which counts as not successful (seed 000).

    `known` holds members of the executor's empty value (`core.call.nothing_found`) that this call knows more exactly.
    """
    result = failure(
        operation_type, message or _NO_DATA, code=ResultCode.RESOURCE_UNAVAILABLE, facts=ResultFacts(empty=True)
    )
    return result.model_copy(update={"nothing": Nothing(known)})


def build_success_response(data: Any = None, message: str = "success") -> JsonObject:
    """Build the second form of a success, as seed 001 names it."""
    return {"code": 0, "message": message, "data": data}


def build_error_response(code: int, message: str, data: Any = None) -> JsonObject:
    """Build the second form of a failure; `code` is one of `ResultCode`."""
    return {"code": code, "message": message, "data": data}


class ResultForm(StrEnum):
    """In which form a caller wants a result; every way to call a tool takes it as `result_form`."""

    ENVELOPE = "envelope"
    """`success`, `operationType`, `data`, `message`, `metadata`, `code`."""
    CODE = "code"
    """`code`, `message`, `data`, `meta`."""


def rendered(result: ToolResult, form: ResultForm) -> JsonObject:
    """Render a result as plain JSON data in the form that the caller asked for."""
    return code_form(result) if form is ResultForm.CODE else result.to_json()


def code_form(result: ToolResult) -> JsonObject:
    """Render a result in the second form: `code`, `message`, `data`, `meta`."""
    code = 0 if result.success else (result.code or int(ResultCode.BACKEND))
    message = result.message or ("success" if result.success else "failed")
    return {"code": code, "message": message, "data": result.data, "meta": result.metadata | result.facts.to_metadata()}


def from_code_form(reply: Mapping[str, Any], operation_type: OperationType) -> ToolResult:
    """Read the second form; `code` decides, further top-level keys are not kept."""
    code = reply["code"]
    meta = reply.get("meta")
    return ToolResult(
        success=code == 0,
        operationType=operation_type,
        data=reply.get("data"),
        message=str(reply.get("message") or ("success" if code == 0 else "failed")),
        metadata=dict(meta) if isinstance(meta, Mapping) else {},
        code=code,
    )


def is_success(result: str | Mapping[str, Any] | ToolResult | None) -> bool:
    """Return True only for a JSON object with a `success` that is exactly true."""
    found = json_object(result)
    return found is not None and found.get("success") is True


def is_empty(result: str | Mapping[str, Any] | ToolResult | None) -> bool:
    """Return True for nothing, blank text, or an object with `success` false, also embedded in other text.

    Not the opposite of `is_success`: plain text is neither.
    """
    if result is None or (isinstance(result, str) and not result.strip()):
        return True
    found = json_object(result)
    if found is None and isinstance(result, str):
        found = json_object(result[result.find("{") : result.rfind("}") + 1])
    return found is not None and found.get("success") is False


def extract_data(result: str | Mapping[str, Any] | ToolResult | None) -> Any:
    """Return `data`, or the message when there is none, or the text itself when it is not an envelope."""
    found = json_object(result)
    if found is None:
        return result
    return found["data"] if found.get("data") is not None else found.get("message")


def get_message(result: str | Mapping[str, Any] | ToolResult | None) -> str:
    """Return the message, or the text itself when it is not an envelope."""
    found = json_object(result)
    if found is None:
        return str(result or "")
    return str(found.get("message") or "")


def parse(result: str | Mapping[str, Any] | ToolResult | None) -> ToolResult | None:
    """Return the envelope in either form; None for anything else."""
    if isinstance(result, ToolResult):
        return result
    found = json_object(result)
    if found is None:
        return None
    if type(found.get("code")) is int and "success" not in found:
        return from_code_form(found, OperationType.UNKNOWN)
    return from_envelope_form(found) if type(found.get("success")) is bool else None


def to_ai_friendly_message(result: str | Mapping[str, Any] | ToolResult | None) -> str:
    """Return one line for a model: mark, operation type, message, and on failure that the run may stop."""
    parsed = parse(result)
    if parsed is None:
        return get_message(result)
    if parsed.success:
        return f"✅ [{parsed.operation_type}] {parsed.message}"
    return f"❌ [{parsed.operation_type}] {parsed.message} {_STOP_HINT}"


def _succeeded(operation_type: OperationType, data: Any, message: str | Text, metadata: JsonObject) -> ToolResult:
    result = ToolResult(success=True, operationType=operation_type, data=data, metadata=metadata)
    return _with_message(result, message)


def _with_message(result: ToolResult, message: str | Text) -> ToolResult:
    if isinstance(message, Text):
        return result.with_message(message)
    return result.model_copy(update={"message": message})


def operation_type_of(value: object) -> OperationType:
    try:
        return OperationType(str(value))
    except ValueError:
        return OperationType.UNKNOWN


def json_object(result: str | Mapping[str, Any] | ToolResult | None) -> Mapping[str, Any] | None:
    """Return the object that a text or an object is; None for anything else."""
    if isinstance(result, ToolResult):
        # As it is: writing all of its data as JSON takes long.
        return dict(result)
    if isinstance(result, str):
        try:
            result = parse_json(result, MAX_BUILT_DEPTH) if result.lstrip().startswith("{") else None
        except ValueError:
            return None
    return result if isinstance(result, Mapping) else None


def from_envelope_form(found: Mapping[str, Any]) -> ToolResult:
    """Read the first form, with a boolean `success`; fields that no envelope has are not kept."""
    success = found["success"]
    code = found.get("code")
    try:
        return ToolResult(
            success=success,
            operationType=operation_type_of(found.get("operationType")),
            data=found.get("data"),
            message=found.get("message") or "",
            metadata=found.get("metadata") or {},
            code=0 if success else (code or int(ResultCode.BACKEND)),
        )
    except ValidationError:
        return failure(
            OperationType.UNKNOWN,
            Text("The tool's envelope has fields of wrong types."),
            code=ResultCode.INTERNAL,
        )
