"""Start: where a run begins, and what it must be given."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal

from pydantic import Field, JsonValue

from tools.definitions import JsonObject, Text
from tools.field_errors import FieldError
from tools.schema import ui
from workflow_editor.errors import NodeError
from workflow_editor.graph.catalogue import NodeRole
from workflow_editor.nodes.base import Category, ConfigProblem, Example, NodeConfig, NodeOutcome, Port, PureNode
from workflow_editor.nodes.conditions import to_number
from workflow_editor.nodes.lookup import no_constant, to_text
from workflow_editor.nodes.ports import Variables
from workflow_editor.nodes.rows import repeated_names

FieldType = Literal["text", "paragraph", "number", "boolean", "select", "json"]
_TRUTH = {"true": True, "false": False, "1": True, "0": False, "yes": True, "no": False, "是": True, "否": False}


class StartField(NodeConfig):
    """One input of a run."""

    name: str = Field(default="", max_length=120)
    type: FieldType = "text"
    title: str = ""
    required: bool = False
    default: JsonValue = None
    description: str = ""
    options: list[str] = Field(default_factory=list)


class StartConfig(NodeConfig):
    """What the run asks for."""

    fields: list[StartField] = Field(
        default_factory=list,
        max_length=100,
        json_schema_extra=ui(
            "Inputs",
            "输入项",
            "What somebody fills in before a run; later nodes use {{ inputs.name }}.",
            "运行前需要填写的内容，后续节点用 {{ inputs.名称 }} 引用。",
            widget="fields",
        ),
    )


class StartNode(PureNode[StartConfig]):
    """Gives the run's inputs on, checked and with defaults filled in."""

    id = "start"
    category: ClassVar[Category] = "input"
    icon = "player-play"
    title = Text("Start", "开始")
    help = Text("Where a run begins. Defines what it must be given.", "运行的起点，定义需要提供的输入。")
    role: ClassVar[NodeRole] = "start"
    inputs: ClassVar[tuple[Port, ...]] = ()
    output_fields_from = "fields"
    config_model = StartConfig
    example = Example(
        Text("Asks for a topic.", "要求填写主题。"),
        config={"fields": [{"name": "topic", "type": "text", "title": "Topic", "required": True}]},
        inputs={"topic": "tea"},
        output={"topic": "tea"},
    )

    def problems(self, config: StartConfig) -> Sequence[ConfigProblem]:
        return list(field_problems(config.fields))

    def run_inputs(self, config: StartConfig) -> frozenset[str] | None:
        return frozenset(field.name for field in config.fields)

    def evaluate(self, config: StartConfig, variables: Variables) -> NodeOutcome:
        values, errors = read_inputs(config, variables.inputs)
        if errors:
            raise NodeError(errors[0].message, code="input_invalid")
        return NodeOutcome(values, inputs=dict(variables.inputs))


def field_problems(fields: Sequence[StartField]) -> Iterator[ConfigProblem]:
    """Tell what is missing in a list of fields, that of a form too; pointers begin with `/fields`."""
    yield from repeated_names([field.name for field in fields], "fields")
    for index, field in enumerate(fields):
        if field.type == "select" and not field.options:
            text = Text(f"Give “{field.name}” something to choose from.", f"请为“{field.name}”添加选项。")
            yield ConfigProblem("no_options", f"/fields/{index}/options", text)


def read_inputs(config: StartConfig, given: Mapping[str, Any]) -> tuple[JsonObject, list[FieldError]]:
    """Check a run's inputs and fill in defaults; doing it twice changes nothing.

    Returns:
        The values by name: those of unknown names as they were given, missing optional ones as None. And what is
        wrong, with pointers `/<name>`.
    """
    values: JsonObject = dict(given)
    errors: list[FieldError] = []
    for field in config.fields:
        value = given.get(field.name)
        if value is None or value == "":
            value = field.default
        if value is None or value == "":
            if field.required:
                label = field.title or field.name
                text = Text(f"Fill in “{label}”.", f"请填写“{label}”。")
                errors.append(FieldError(f"/{field.name}", "missing", text))
            values[field.name] = value
            continue
        try:
            values[field.name] = _READERS[field.type](value, field)
        except ValueError:
            errors.append(FieldError(f"/{field.name}", "invalid", _sentence(field)))
    return values, errors


def _text(value: Any, _field: StartField) -> str:
    return to_text(value)


def _number(value: Any, _field: StartField) -> float | int:
    number = to_number(value)
    if number is None:
        raise ValueError
    return number


def _boolean(value: Any, _field: StartField) -> bool:
    known = value if isinstance(value, bool) else _TRUTH.get(str(value).strip().lower())
    if known is None:
        raise ValueError
    return known


def _choice(value: Any, field: StartField) -> str:
    chosen = to_text(value)
    if chosen not in field.options:
        raise ValueError
    return chosen


def _json(value: Any, _field: StartField) -> Any:
    return json.loads(value, parse_constant=no_constant) if isinstance(value, str) else value


_READERS = {
    "text": _text,
    "paragraph": _text,
    "number": _number,
    "boolean": _boolean,
    "select": _choice,
    "json": _json,
}


def _sentence(field: StartField) -> Text:
    label = field.title or field.name
    match field.type:
        case "number":
            return Text(f"“{label}” must be a number.", f"“{label}”必须是数字。")
        case "boolean":
            return Text(f"“{label}” must be true or false.", f"“{label}”必须是 true 或 false。")
        case "select":
            return Text(
                f"“{label}” must be one of: {_listed(field.options, ', ')}.",
                f"“{label}”必须是以下之一：{_listed(field.options, '、')}。",
            )
        case _:
            return Text(f"“{label}” must be valid JSON.", f"“{label}”必须是有效的 JSON。")


def _listed(options: Iterable[str], separator: str) -> str:
    return separator.join(options)
