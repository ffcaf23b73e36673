"""Start: where a run begins, and what it must be given."""

import base64
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Literal
from uuid import UUID

from pydantic import Field, JsonValue

from tools.core.call.summary import field_line
from tools.core.definitions import JsonObject
from tools.core.field_errors import FieldError
from tools.core.formats.json_text import TOO_DEEP, JsonTooDeepError, parse_json
from tools.core.registered.files import MARK, MARKER, file_id_of
from tools.core.text import Text, listed
from tools.executors.contract.schema import form_field
from workflow_editor.errors import NodeError
from workflow_editor.nodes.base import ConfigProblem, Example, NodeConfig, NodeOutcome, PureNode
from workflow_editor.nodes.evaluation.condition_operators import to_number
from workflow_editor.nodes.fields.named_values import repeated_names, unreadable_names
from workflow_editor.nodes.fields.show_rules import FieldAnswer, ShowRule, is_shown
from workflow_editor.nodes.lookup import to_text
from workflow_editor.nodes.ports import Variables

FieldType = Literal[
    "text",
    "paragraph",
    "number",
    "integer",
    "boolean",
    "select",
    "choices",
    "date",
    "email",
    "rating",
    "file",
    "files",
    "object",
    "array",
    "binary",
    "json",
]
"""`choices` are texts of the options, `date` is ISO 8601 (`2026-03-14`), `rating` a whole number from 1. `file` and
`files` are file values (`tools.core.registered.files`), `binary` is text in base64, `json` any value."""
CHOSEN_TYPES = frozenset({"select", "choices"})
FILE_TYPES = frozenset({"file", "files"})
MOST_FILES = 100
"""In one field."""
USUAL_POINTS = 5
_TEXTS = frozenset({"text", "paragraph", "select", "date", "email", "binary"})
"""Types that are an empty text when nothing was given; `choices` are an empty list, the others null."""
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_EMAIL = re.compile(r"[^@\s]+@[^@\s.]+(\.[^@\s.]+)+")
_LONGEST_EMAIL = 254
"""Source: RFC 5321, 4.5.3.1.3, without the angle brackets."""
TRUTH = {"true": True, "false": False, "1": True, "0": False, "yes": True, "no": False, "是": True, "否": False}


class StartField(NodeConfig):
    """One input of a run."""

    name: str = Field(default="", max_length=120)
    type: FieldType = "text"
    title: str = ""
    required: bool = False
    default: JsonValue = None
    description: str = ""
    options: list[str] = Field(default_factory=list)
    minimum: int | float | None = None
    maximum: int | float | None = None
    accept: list[str] = Field(default_factory=list, max_length=30)
    """File types: media types, `image/*` or endings such as `.pdf`; empty for any."""
    max_megabytes: int | None = Field(default=None, ge=1)
    """Per file; None for the server's limit."""
    show_when: list[ShowRule] = Field(default_factory=list, max_length=10)
    """Rules about earlier fields; without any, it is always shown."""
    show_match: Literal["all", "any"] = "all"

    def limits(self) -> tuple[int | float | None, int | float | None]:
        """Return the least and the greatest number; None for no limit."""
        return (1, self.maximum or USUAL_POINTS) if self.type == "rating" else (self.minimum, self.maximum)


def labelled(field: StartField) -> StartField:
    """Return the field as visitors see it: without a label, its name in words is one."""
    words = field.name.replace("_", " ").strip()
    return field if field.title else field.model_copy(update={"title": words[:1].upper() + words[1:]})


def unreadable_titles(fields: Sequence[StartField]) -> Sequence[ConfigProblem]:
    """Refuse fields that people who fill them in could not read."""
    return tuple(unreadable_names((f"/fields/{index}/title", field.title) for index, field in enumerate(fields)))


class StartConfig(NodeConfig):
    fields: list[StartField] = form_field(
        "Inputs",
        "The fields to fill in before a run. Later nodes use {{ inputs.name }}.",
        default_factory=list,
        max_length=100,
        widget="fields",
    )


class StartNode(PureNode[StartConfig]):
    """Gives the run's inputs on, checked and with defaults filled in."""

    id = "start"
    category = "input"
    only_routes = True
    icon = "player-play"
    title = Text("Start")
    help = Text("Start of a run. Defines its inputs.")
    keywords = Text("trigger, begin, input, form")
    summary = (field_line("fields.name", Text("No inputs"), missing=False),)
    role = "start"
    inputs = ()
    has_known_fields = True
    output_fields_from = "fields"
    example = Example(
        Text("Asks for a topic."),
        config={"fields": [{"name": "topic", "type": "text", "title": "Topic", "required": True}]},
        inputs={"topic": "tea"},
        output={"topic": "tea"},
    )

    def refusals(self, config: StartConfig) -> Sequence[ConfigProblem]:
        return unreadable_titles(config.fields)

    def problems(self, config: StartConfig) -> Sequence[ConfigProblem]:
        return list(field_problems(config.fields))

    def run_inputs(self, config: StartConfig) -> frozenset[str] | None:
        return frozenset(field.name for field in config.fields)

    def evaluate(self, config: StartConfig, variables: Variables) -> NodeOutcome:
        values, errors = read_inputs(config, {}, variables.inputs)
        if errors:
            raise NodeError(errors[0].message, code="input_invalid")
        return NodeOutcome(values, inputs=dict(variables.inputs))


def field_problems(fields: Sequence[StartField]) -> Iterator[ConfigProblem]:
    """Return problems of a field list, also of a form's; pointers begin with `/fields`."""
    yield from repeated_names([field.name for field in fields], "fields")
    for index, field in enumerate(fields):
        if field.type in CHOSEN_TYPES and not field.options:
            text = Text("Add options to “{name}”.", name=field.name)
            yield ConfigProblem("no_options", f"/fields/{index}/options", text)
        yield from _rule_problems(field, {one.name: one for one in fields[:index]}, f"/fields/{index}/showWhen")


def _rule_problems(field: StartField, earlier: Mapping[str, StartField], pointer: str) -> Iterator[ConfigProblem]:
    label = field.title or field.name
    for index, rule in enumerate(field.show_when):
        asked = earlier.get(rule.field)
        if asked is None:
            text = Text(
                "The condition of “{label}” names “{name}”, which is not a field before it. Choose another field.",
                label=label,
                name=rule.field,
            )
            yield ConfigProblem("condition_field", f"{pointer}/{index}/field", text)
        elif asked.type in CHOSEN_TYPES and rule.operator in ("is", "is_not") and rule.value not in asked.options:
            text = Text(
                "The condition of “{label}” names “{value}”, which “{name}” does not offer. Choose another option.",
                label=label,
                value=rule.value,
                name=asked.title or asked.name,
            )
            yield ConfigProblem("condition_value", f"{pointer}/{index}/value", text)


def read_inputs(
    config: StartConfig, fresh: Mapping[str, Any], stored: Mapping[str, Any] | None = None
) -> tuple[JsonObject, list[FieldError]]:
    """Validate a run's inputs and fill in defaults.

    `fresh` values are new; `stored` ones were validated before and remain unless replaced. Returns the values by name,
    unknown ones unchanged, missing optional ones as "" for texts, [] for choices, else None; and errors with pointers
    `/<name>`. A field that its conditions hide is missing and optional, whatever was given and its default is.
    """
    given = {**(stored or {}), **fresh}
    values: JsonObject = dict(given)
    errors: list[FieldError] = []
    earlier: dict[str, FieldAnswer] = {}
    for field in config.fields:
        if is_shown(field.show_when, field.show_match, earlier):
            values[field.name], error = _read(field, given, is_fresh=field.name in fresh)
            errors += [error] if error else []
        else:
            values[field.name] = _nothing(field)
        earlier[field.name] = FieldAnswer.of(field.type, values[field.name])
    return values, errors


def _read(field: StartField, given: Mapping[str, Any], *, is_fresh: bool) -> tuple[Any, FieldError | None]:
    """Return the value of a field that is shown; what was given unchanged, if it does not fit."""
    value = given.get(field.name)
    if field.type == "json" and field.name in given:
        # A text that was read may look like JSON again, as the "1" of a text in quotes does.
        return (_any(value, field) if is_fresh else value), None
    if _is_nothing(value, field):
        value = field.default
    if _is_nothing(value, field):
        text = Text("Fill in “{label}”.", label=field.title or field.name)
        return _nothing(field), FieldError(f"/{field.name}", "missing", text) if field.required else None
    try:
        return _READERS[field.type](value, field), None
    except JsonTooDeepError:
        return value, FieldError(f"/{field.name}", "invalid", _too_deep(field))
    except ValueError:
        return value, FieldError(f"/{field.name}", "invalid", _sentence(field))


def _nothing(field: StartField) -> Any:
    return "" if field.type in _TEXTS else [] if field.type == "choices" else None


def _is_nothing(value: Any, field: StartField) -> bool:
    return value is None or value == "" or (field.type == "choices" and value == [])


def _text(value: Any, _field: StartField) -> str:
    return to_text(value)


def _number(value: Any, field: StartField) -> float | int:
    number = to_number(value)
    if number is None or not _is_within(number, field):
        raise ValueError
    return number


def _integer(value: Any, field: StartField) -> int:
    number = _number(value, field)
    if isinstance(number, float) and not number.is_integer():
        raise ValueError
    return int(number)


def _is_within(number: float, field: StartField) -> bool:
    least, most = field.limits()
    return (least is None or number >= least) and (most is None or number <= most)


def _boolean(value: Any, _field: StartField) -> bool:
    known = value if isinstance(value, bool) else TRUTH.get(str(value).strip().lower())
    if known is None:
        raise ValueError
    return known


def _choice(value: Any, field: StartField) -> str:
    chosen = to_text(value)
    if chosen not in field.options:
        raise ValueError
    return chosen


def _choices(value: Any, field: StartField) -> list[str]:
    return [_choice(one, field) for one in _array(value, field)]


def _date(value: Any, _field: StartField) -> str:
    text = to_text(value).strip()
    if not _DATE.fullmatch(text):
        raise ValueError
    return date.fromisoformat(text).isoformat()


def _email(value: Any, _field: StartField) -> str:
    text = to_text(value).strip()
    if len(text) > _LONGEST_EMAIL or not _EMAIL.fullmatch(text):
        raise ValueError
    return text


def _object(value: Any, field: StartField) -> Any:
    return _of_type(dict, _json(value, field))


def _array(value: Any, field: StartField) -> Any:
    return _of_type(list, _json(value, field))


def _of_type(kind: type, value: Any) -> Any:
    if not isinstance(value, kind):
        raise ValueError
    return value


def _binary(value: Any, _field: StartField) -> str:
    text = to_text(value)
    base64.b64decode(text, validate=True)
    return text


def _file(value: Any, _field: StartField) -> JsonObject:
    """Return a file value; a bare id or address becomes one, which the run's starter completes."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, str) and (text := value.strip()).startswith("{"):
        value = parse_json(text)
    if (file_id := file_id_of(value)) is None:
        file_id = str(UUID(value)) if isinstance(value, str) else None
    if file_id is None:
        raise ValueError
    return value if isinstance(value, dict) else {MARKER: MARK, "id": file_id}


def _files(value: Any, field: StartField) -> list[JsonObject]:
    if isinstance(value, str) and value.lstrip().startswith("["):
        value = parse_json(value)
    given = value if isinstance(value, list) else [value]
    if len(given) > MOST_FILES:
        raise ValueError
    return [_file(one, field) for one in given]


def _json(value: Any, _field: StartField) -> Any:
    return parse_json(value) if isinstance(value, str) else value


def _any(value: Any, field: StartField) -> Any:
    """Any value is one of JSON, null and an empty text too; a text that holds JSON is read."""
    try:
        return _json(value, field)
    except ValueError:
        return value


_READERS = {
    "text": _text,
    "paragraph": _text,
    "number": _number,
    "integer": _integer,
    "boolean": _boolean,
    "select": _choice,
    "choices": _choices,
    "date": _date,
    "email": _email,
    "rating": _integer,
    "object": _object,
    "array": _array,
    "file": _file,
    "files": _files,
    "binary": _binary,
    "json": _any,
}


def _too_deep(field: StartField) -> Text:
    label = field.title or field.name
    return Text("“{label}”: {too_deep}", label=label, too_deep=TOO_DEEP)


_SENTENCES: Mapping[FieldType, Text] = {
    "boolean": Text("“{label}” must be true or false."),
    "select": Text("“{label}” must be one of: {options}."),
    "choices": Text("“{label}” must be a list of: {options}."),
    "date": Text("“{label}” must be a date such as 2026-03-14."),
    "email": Text("“{label}” must be an e-mail address."),
    "object": Text("“{label}” must be a JSON object."),
    "array": Text("“{label}” must be a JSON list."),
    "file": Text("“{label}” must be a file. Upload one."),
    "files": Text("“{label}” must be a list of at most {most} files. Upload them."),
    "binary": Text("“{label}” must be base64 text."),
    "json": Text("“{label}” must be valid JSON."),
}


def _sentence(field: StartField) -> Text:
    label = field.title or field.name
    if field.type not in _SENTENCES:
        return _number_sentence(field, label)
    return _SENTENCES[field.type].filled(label=label, options=listed(field.options), most=MOST_FILES)


def _number_sentence(field: StartField, label: str) -> Text:
    kind = Text("a number") if field.type == "number" else Text("a whole number")
    least, most = (None if limit is None else f"{limit:g}" for limit in field.limits())
    if least is None and most is None:
        return Text("“{label}” must be {kind}.", label=label, kind=kind)
    if most is None:
        return Text("“{label}” must be {kind}, at least {least}.", label=label, kind=kind, least=least)
    if least is None:
        return Text("“{label}” must be {kind}, at most {most}.", label=label, kind=kind, most=most)
    return Text(
        "“{label}” must be {kind}, at least {least} and at most {most}.", label=label, kind=kind, least=least, most=most
    )
