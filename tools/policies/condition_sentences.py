"""Conditions as sentences, such as `method is DELETE`, and the CEL that they are stored as. Pure.

One table of comparisons is read in both directions. What it cannot express, such as `||` or a loop, stays CEL.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import orjson

from tools.core.text import Text
from tools.policies.conditions import MAX_SOURCE_CHARACTERS, ConditionError

_WORD = r"[A-Za-z_]\w*"
_TEXT = r'(?:"(?:[^"\\\n]|\\.)*"|\'[^\'\\\n]*\')'
_INDEX = r"(?:0|[1-9]\d*)"
_PATH = rf"args(?:\.{_WORD}|\[{_INDEX}\]|\[{_TEXT}\])+(?!\w)"
_PLAIN = rf"(?:-?{_INDEX}(?:\.\d+)?|true|false)(?![\w.])"
_ONE = rf"(?:{_TEXT}|{_PLAIN})"
_VALUES = {"any": _ONE, "text": _TEXT, "list": rf"\[\s*{_ONE}(?:\s*,\s*{_ONE})*\s*\]", "none": ""}

_STEPS = re.compile(rf"\.(?P<word>{_WORD})|\[(?P<index>{_INDEX})\]|\[(?P<text>{_TEXT})\]", re.ASCII)
_TYPED_ITEMS = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[^,]+)')
_RESERVED = frozenset(
    "as break const continue else false for function if import in let loop namespace null package return true var "
    "void while".split()
)
"""Words that CEL does not take as the name of a field. Source: the language definition, section Syntax."""

ComparisonName = Literal[
    "is",
    "is_not",
    "contains",
    "contains_not",
    "starts",
    "ends",
    "above",
    "at_least",
    "below",
    "at_most",
    "one_of",
    "none_of",
    "given",
    "missing",
]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison that a sentence offers, and its CEL with places for argument and value."""

    name: ComparisonName
    cel: str
    value: Literal["any", "text", "list", "none"] = "any"

    def pattern(self) -> re.Pattern[str]:
        """Return the pattern of the comparison in a condition, up to the next one."""
        found = re.escape(self.cel).replace(r"\ ", r"\s*")
        found = found.replace(r"\{argument\}", rf"\s*(?P<argument>{_PATH})\s*")
        found = found.replace(r"\{value\}", rf"\s*(?P<value>{_VALUES[self.value]})\s*")
        return re.compile(rf"\s*{found}\s*(?:(?P<more>&&)|\Z)", re.ASCII)


COMPARISONS = (
    Comparison("is", "{argument} == {value}"),
    Comparison("is_not", "{argument} != {value}"),
    Comparison("contains", "{argument}.contains({value})", "text"),
    Comparison("contains_not", "!{argument}.contains({value})", "text"),
    Comparison("starts", "{argument}.startsWith({value})", "text"),
    Comparison("ends", "{argument}.endsWith({value})", "text"),
    Comparison("above", "{argument} > {value}"),
    Comparison("at_least", "{argument} >= {value}"),
    Comparison("below", "{argument} < {value}"),
    Comparison("at_most", "{argument} <= {value}"),
    Comparison("one_of", "{argument} in {value}", "list"),
    Comparison("none_of", "!({argument} in {value})", "list"),
    Comparison("given", "has({argument})", "none"),
    Comparison("missing", "!has({argument})", "none"),
)
_COMPARISON_BY_NAME = {one.name: one for one in COMPARISONS}
_PATTERNS = [(one, one.pattern()) for one in COMPARISONS]


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a sentence as a person types it: `headers.Accept`, `one_of`, `"1", text`.

    Numbers, true and false are values of their type; quotation marks make texts of them.
    """

    argument: str
    comparison: ComparisonName
    value: str


def write_sentence(clauses: Sequence[Clause]) -> str:
    """Return the CEL of clauses that must all hold. Raises ConditionError if a part is missing or cannot be read."""
    return " && ".join(_cel(clause) for clause in clauses)


def read_sentence(source: str) -> list[Clause] | None:
    """Return the clauses of a condition, none if it always holds; None if a sentence cannot express it."""
    clauses: list[Clause] = []
    at, is_more = 0, bool(source.strip()) and len(source) <= MAX_SOURCE_CHARACTERS
    if not is_more:
        return None if source.strip() else []
    while is_more:
        matches = ((one, pattern.match(source, at)) for one, pattern in _PATTERNS)
        comparison, found = next(((one, match) for one, match in matches if match), (None, None))
        if comparison is None or found is None:
            return None
        try:
            argument, value = _argument(found["argument"]), _typed_value(comparison, found)
        except ValueError:
            return None
        clauses.append(Clause(argument, comparison.name, value))
        at, is_more = found.end(), found["more"] is not None
    return clauses


def _cel(clause: Clause) -> str:
    comparison = _COMPARISON_BY_NAME[clause.comparison]
    steps = [step.strip() for step in clause.argument.strip().removeprefix("args.").split(".")]
    if not all(steps):
        raise ConditionError(Text("Enter the name of an argument."))
    values: list[str] = []
    if comparison.value != "none":
        items = _TYPED_ITEMS.findall(clause.value) if comparison.value == "list" else [clause.value]
        values = [_literal(item.strip(), comparison) for item in items if item.strip()]
        if not values:
            raise ConditionError(Text("Enter a value for “{name}”.", name=clause.argument.strip()))
    value = f"[{', '.join(values)}]" if comparison.value == "list" else "".join(values)
    return comparison.cel.format(argument="args" + "".join(map(_step, steps)), value=value)


def _step(name: str) -> str:
    if re.fullmatch(_INDEX, name):
        return f"[{name}]"
    is_word = re.fullmatch(_WORD, name, re.ASCII) and name not in _RESERVED
    return f".{name}" if is_word else f"[{_quoted(name)}]"


def _literal(typed: str, comparison: Comparison) -> str:
    if comparison.value != "text" and re.fullmatch(_PLAIN, typed, re.ASCII):
        return typed
    if not typed.startswith('"'):
        return _quoted(typed)
    try:
        return _quoted(_unquoted(typed))
    except ValueError as error:
        raise ConditionError(Text("End the text with a quotation mark: {value}", value=typed)) from error


def _argument(path: str) -> str:
    """Return a path as it is typed. Raises ValueError if typing it would mean another one."""
    steps = [
        found["word"] or found["index"] or _name_in(_unquoted(found["text"])) for found in _STEPS.finditer(path, 4)
    ]
    if steps[0] == "args":
        raise ValueError(path)
    return ".".join(steps)


def _name_in(text: str) -> str:
    if not text or text != text.strip() or "." in text or re.fullmatch(_INDEX, text):
        raise ValueError(text)
    return text


def _typed_value(comparison: Comparison, found: re.Match[str]) -> str:
    if comparison.value == "none":
        return ""
    return ", ".join(_typed(one, comparison) for one in re.findall(_ONE, found["value"], re.ASCII))


def _typed(literal: str, comparison: Comparison) -> str:
    if literal[0] not in "\"'":
        return literal
    text = _unquoted(literal)
    is_quoted = (
        not text
        or text != text.strip()
        or not text.isprintable()
        or text[0] == '"'
        or (comparison.value == "list" and "," in text)
        or (comparison.value != "text" and re.fullmatch(_PLAIN, text, re.ASCII))
    )
    return _quoted(text) if is_quoted else text


def _quoted(text: str) -> str:
    return orjson.dumps(text).decode()


def _unquoted(literal: str) -> str:
    """Read a text in quotation marks; the escapes of CEL that JSON lacks raise ValueError."""
    text = literal[1:-1] if literal[0] == "'" else orjson.loads(literal)
    if not isinstance(text, str):
        raise ValueError(literal)
    return text
