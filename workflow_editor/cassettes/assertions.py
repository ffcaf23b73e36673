"""Assertions of a test about a replay. Pure."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, field_validator

from tools.core.definitions import JsonObject
from tools.core.field_errors import field_errors, refused_value
from tools.core.text import Text
from tools.core.tool_id import ToolId
from tools.executors.contract.json_schema import schema_mismatch, schema_problem
from workflow_editor.cassettes.json_path import NothingThereError, parse_path, value_at
from workflow_editor.cassettes.mismatches import names_text, same
from workflow_editor.errors import InvalidInputError

MAX_ASSERTIONS = 100
_REFUSED = Text("Some assertions need your attention.")


@dataclass(frozen=True, slots=True)
class PlayedCall:
    """A tool call by every name that it has."""

    title: str
    tool_id: ToolId
    function: str

    def is_called(self, name: str) -> bool:
        """Say whether a person means this tool by `name`."""
        return name in (self.title, self.tool_id, self.function)


@dataclass(frozen=True, slots=True)
class Played:
    status: str
    output: JsonObject | None
    tools: tuple[PlayedCall, ...]
    """In the order of their calls."""
    tokens: int
    cost: float
    duration_ms: int
    """Total of the recorded model and tool calls used."""


@dataclass(frozen=True, slots=True)
class FailedAssertion:
    """An assertion that does not hold; `index` is its place in the list."""

    index: int
    kind: str
    text: Text
    expected: Any
    found: Any

    def to_json(self) -> JsonObject:
        """Return {code: "assertion_failed", index, kind, message: {en, zh}, recorded, found}."""
        return {
            "code": "assertion_failed",
            "index": self.index,
            "kind": self.kind,
            "message": self.text.to_json(),
            "recorded": self.expected,
            "found": self.found,
        }


@dataclass(frozen=True, slots=True)
class _Broken:
    text: Text
    expected: Any
    found: Any


class _Assertion(BaseModel, ABC):
    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    @abstractmethod
    def check(self, played: Played) -> _Broken | None:
        """Return why the replay does not hold; None when it does."""


class StatusIs(_Assertion):
    """The run ends with this status."""

    kind: Literal["status"] = "status"
    value: Literal["succeeded", "failed", "cancelled"]

    def check(self, played: Played) -> _Broken | None:
        if played.status == self.value:
            return None
        text = Text("The run ended as {status}, not as {value}.", status=played.status, value=self.value)
        return _Broken(text, self.value, played.status)


class _OfOutput(_Assertion):
    path: str = Field(default="$", max_length=1000)
    """Singular JSONPath into the run's output."""

    @field_validator("path")
    @classmethod
    def _is_path(cls, path: str) -> str:
        parse_path(path)
        return path

    def check(self, played: Played) -> _Broken | None:
        try:
            found = value_at(played.output, self.path)
        except NothingThereError:
            text = Text("The output has no value at {path}.", path=self.path)
            return _Broken(text, None, played.output)
        return self.check_value(found)

    @abstractmethod
    def check_value(self, found: Any) -> _Broken | None:
        """Return why the value at the path fails; None if it passes."""


class OutputEquals(_OfOutput):
    """A value of the output is exactly this."""

    kind: Literal["equals"] = "equals"
    value: Any

    def check_value(self, found: Any) -> _Broken | None:
        if same(self.value, found):
            return None
        text = Text("The output at {path} is different.", path=self.path)
        return _Broken(text, self.value, found)


class OutputContains(_OfOutput):
    """A text of the output holds this text, a list this entry, an object these values."""

    kind: Literal["contains"] = "contains"
    value: Any

    def check_value(self, found: Any) -> _Broken | None:
        if contains(found, self.value):
            return None
        text = Text("The output at {path} does not contain this.", path=self.path)
        return _Broken(text, self.value, found)


class OutputFits(_OfOutput):
    """A value of the output fits a JSON Schema (2020-12)."""

    kind: Literal["schema"] = "schema"
    value: JsonObject

    @field_validator("value")
    @classmethod
    def _is_schema(cls, schema: JsonObject) -> JsonObject:
        reason = schema_problem(schema)
        if reason is not None:
            raise refused_value("schema_invalid", reason)
        return schema

    def check_value(self, found: Any) -> _Broken | None:
        mismatch = schema_mismatch(found, self.value)
        if mismatch is None:
            return None
        text = Text(
            "The output at {path} does not match the JSON Schema. {mismatch}",
            path=self.path,
            mismatch=mismatch.sentence,
        )
        return _Broken(text, self.value, found)


class ToolOrder(_Assertion):
    """Tools are called in this order, by title, id or function name; `exact` allows no others between them."""

    kind: Literal["tools"] = "tools"
    value: list[str] = Field(max_length=1000)
    exact: bool = True

    def check(self, played: Played) -> _Broken | None:
        if self._holds(played.tools):
            return None
        found = [call.title for call in played.tools]
        before, now = names_text(self.value), names_text(found)
        text = Text("Tools were called: {now}. Expected: {before}.", now=now, before=before)
        return _Broken(text, self.value, found)

    def _holds(self, calls: Sequence[PlayedCall]) -> bool:
        if self.exact:
            return len(calls) == len(self.value) and all(
                call.is_called(name) for call, name in zip(calls, self.value, strict=True)
            )
        left = iter(calls)
        return all(any(call.is_called(name) for call in left) for name in self.value)


class _AtMost(_Assertion):
    what: ClassVar[Text]
    value: float = Field(ge=0)
    """The highest allowed number."""

    @abstractmethod
    def spent(self, played: Played) -> float:
        """Return what the replay took."""

    def check(self, played: Played) -> _Broken | None:
        found = self.spent(played)
        if found <= self.value:
            return None
        text = Text(
            "{what}: {found}, but at most {value} are allowed.",
            what=self.what,
            found=self.shown(found),
            value=self.shown(self.value),
        )
        return _Broken(text, self.value, found)

    def shown(self, number: float) -> str:
        """Return a number as people read it."""
        return f"{number:,.10g}"


class CostAtMost(_AtMost):
    """The model calls cost at most this much, in the currency of the prices."""

    kind: Literal["cost"] = "cost"
    what = Text("Cost")

    def spent(self, played: Played) -> float:
        return played.cost


class TokensAtMost(_AtMost):
    """The model calls take at most this many tokens, in and out."""

    kind: Literal["tokens"] = "tokens"
    value: int = Field(ge=0)
    what = Text("Tokens")

    def spent(self, played: Played) -> float:
        return played.tokens


class TimeAtMost(_AtMost):
    """The recorded model and tool calls that are used took at most this long, one after the other."""

    kind: Literal["time"] = "time"
    value: int = Field(ge=0)
    what = Text("Time of the recorded calls")

    def spent(self, played: Played) -> float:
        return played.duration_ms

    def shown(self, number: float) -> str:
        return f"{number / 1000:,.10g} s"


Assertion = Annotated[
    StatusIs | OutputEquals | OutputContains | OutputFits | ToolOrder | CostAtMost | TokensAtMost | TimeAtMost,
    Field(discriminator="kind"),
]
_ASSERTIONS: TypeAdapter[list[Assertion]] = TypeAdapter(Annotated[list[Assertion], Field(max_length=MAX_ASSERTIONS)])


def read_assertions(value: Any) -> list[Assertion]:
    """Parse a JSON list of assertions.

    Raises InvalidInputError if some are malformed; the pointers begin with `/assertions`.
    """
    try:
        return _ASSERTIONS.validate_python(value)
    except ValidationError as error:
        errors = []
        for found in field_errors(error):
            # pydantic puts the tag of a union behind the index.
            parts = found.pointer.split("/")
            place = "/".join(parts[:2] + parts[3:])
            errors.append({"pointer": "/assertions" + place, "code": found.code, "message": found.message})
        raise InvalidInputError(_REFUSED, details={"errors": errors}) from error


def failed_assertions(assertions: Sequence[Assertion], played: Played) -> list[FailedAssertion]:
    """Return those that do not hold, in their order."""
    found = []
    for index, assertion in enumerate(assertions):
        broken = assertion.check(played)
        if broken is not None:
            found.append(FailedAssertion(index, assertion.kind, broken.text, broken.expected, broken.found))
    return found


def contains(found: Any, wanted: Any) -> bool:
    """Say whether a text holds a text, a list an entry, an object these values; anything else must be the same."""
    if isinstance(found, str) and isinstance(wanted, str):
        return wanted in found
    if isinstance(found, list):
        return any(same(wanted, entry) for entry in found)
    if isinstance(found, dict) and isinstance(wanted, dict):
        return all(key in found and same(value, found[key]) for key, value in wanted.items())
    return same(wanted, found)
