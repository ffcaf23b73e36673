"""Scores an output against the expected one: 0 to 1, with a reason. Pure."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, field_validator

from tools.core.definitions import JsonObject
from tools.core.field_errors import field_errors
from tools.core.naming.visible_name import VisibleName
from tools.core.text import Text
from tools.executors.contract.json_schema import schema_mismatch
from workflow_editor.cassettes.assertions import contains
from workflow_editor.cassettes.json_path import NothingThereError, parse_path, value_at
from workflow_editor.cassettes.mismatches import same
from workflow_editor.errors import InvalidInputError

MAX_CASES = 500
_REFUSED = Text("Some cases need your attention.")
_AS_EXPECTED = Text("As expected.")


@dataclass(frozen=True, slots=True)
class Score:
    """One verdict; `value` lies between 0 and 1."""

    value: float
    reason: Text


class _Scorer(BaseModel):
    model_config = ConfigDict(extra="forbid")

    path: str = Field(default="$", max_length=1000)
    """Singular JSONPath to what of the output is judged."""

    @field_validator("path")
    @classmethod
    def _is_path(cls, path: str) -> str:
        parse_path(path)
        return path


class Equals(_Scorer):
    """1 when the value is the expected one."""

    kind: Literal["equals"] = "equals"


class Contains(_Scorer):
    """1 when a text holds the expected text, a list the entry, an object the values."""

    kind: Literal["contains"] = "contains"


class Fits(_Scorer):
    """1 when the value fits the expected JSON Schema."""

    kind: Literal["schema"] = "schema"


class Judge(_Scorer):
    """Scoring by a model."""

    kind: Literal["judge"] = "judge"
    provider: str = Field(default="offline", max_length=64)
    model: str = Field(default="", max_length=200)
    instruction: str = Field(default="", max_length=10_000)
    """Criteria in addition to the expected value."""


Scorer = Annotated[Equals | Contains | Fits | Judge, Field(discriminator="kind")]


class Case(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: str = Field(min_length=1, max_length=120)
    inputs: JsonObject = {}
    expected: Any = None
    scorer: Scorer = Field(default_factory=Equals)


class _ArrivingCase(Case):
    name: VisibleName = Field(min_length=1, max_length=120)


_CASES = TypeAdapter(Annotated[list[_ArrivingCase], Field(min_length=1, max_length=MAX_CASES)])
_STORED_CASES = TypeAdapter(list[Case])


def stored_cases(value: Any) -> list[Case]:
    return _STORED_CASES.validate_python(value)


def read_cases(value: Any) -> list[_ArrivingCase]:
    """Parse a JSON list of cases from outside.

    Raises InvalidInputError if some are malformed; the pointers begin with `/cases`.
    """
    try:
        return _CASES.validate_python(value)
    except ValidationError as error:
        errors = [
            {"pointer": f"/cases{found.pointer}", "code": found.code, "message": found.message}
            for found in field_errors(error)
        ]
        raise InvalidInputError(_REFUSED, details={"errors": errors}) from error


def judged_value(case: Case, output: JsonObject | None) -> Any:
    """Return the judged part of the output. Raises NothingThereError if it does not exist."""
    return value_at(output, case.scorer.path)


def score_of(case: Case, output: JsonObject | None) -> Score | None:
    """Return the verdict; None when a model must be asked."""
    try:
        found = judged_value(case, output)
    except NothingThereError:
        path = case.scorer.path
        return Score(0.0, Text("The output has no value at {path}.", path=path))
    match case.scorer:
        case Equals():
            return _verdict(same(case.expected, found), Text("The value differs."))
        case Contains():
            return _verdict(contains(found, case.expected), Text("It does not contain this value."))
        case Fits():
            mismatch = schema_mismatch(found, case.expected if isinstance(case.expected, dict) else {})
            return Score(1.0, _AS_EXPECTED) if mismatch is None else Score(0.0, mismatch.sentence)
        case Judge():
            return None


def judges_score(output: JsonObject | None) -> Score | None:
    """Read what a judge's run gave: {score, reason}; None when it holds no number between 0 and 1."""
    verdict = (output or {}).get("verdict")
    value = verdict.get("score") if isinstance(verdict, dict) else None
    if not isinstance(verdict, dict) or isinstance(value, bool) or not isinstance(value, int | float):
        return None
    explanation = str(verdict.get("reason") or "")
    return Score(float(value), Text.verbatim(explanation)) if 0 <= value <= 1 else None


def _verdict(holds: bool, otherwise: Text) -> Score:
    return Score(1.0, _AS_EXPECTED) if holds else Score(0.0, otherwise)
