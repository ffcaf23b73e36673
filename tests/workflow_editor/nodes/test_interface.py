"""Inputs and outputs of a workflow, as a tool's schema and compared with another version."""

import json
from typing import Any, get_args

import pytest
from pydantic import ValidationError

from tests.factories.documents import edge, node
from tests.factories.run_documents import graph
from tests.seeds import block
from tools.core.field_errors import field_errors
from tools.core.tool_id import ToolId
from workflow_editor.graph.document import Document
from workflow_editor.nodes.builtin.start import CHOSEN_TYPES, FieldType, StartConfig, StartField, read_inputs
from workflow_editor.nodes.interface import breaking_changes, interface_of, parameters_schema, tool_schema
from workflow_editor.services.comfytavern_interface import ComfyTavernInterface

EXAMPLE = "2.3.1. 示例"
SEED_WORKFLOW = json.loads(block("004", EXAMPLE, 0))
SEED_SCHEMA = json.loads(block("004", EXAMPLE, 1))

FILE = "0199aaaa-0000-7000-8000-000000000001"


def start_fields(slots: dict[str, Any]) -> list[StartField]:
    return ComfyTavernInterface.read(slots, {}).start_fields()


def workflow(*fields: dict[str, Any], outputs: tuple[str, ...] = ("out",), end: bool = True) -> Document:
    rows = [{"name": name, "value": "x"} for name in outputs]
    nodes = [
        node("start", "start", {"fields": list(fields)}),
        *([node("end", "end", {"outputs": rows})] if end else []),
    ]
    return Document.model_validate(graph(nodes, [edge("start", "end")] if end else []))


def test_the_example_of_the_seed_gives_exactly_its_schema() -> None:
    fields = [field.model_dump(mode="json") for field in start_fields(SEED_WORKFLOW["interfaceInputs"])]
    interface = interface_of(workflow(*fields, outputs=("summary_result",)))
    made = tool_schema(ToolId("workflow:summarize_text"), SEED_WORKFLOW["description"], interface)
    assert made == SEED_SCHEMA
    assert list(made["parameters"]["properties"]) == ["text_to_summarize", "summary_length"]
    assert interface.only_output == "summary_result"


@pytest.mark.parametrize(
    ("flow_type", "schema"),
    [
        ("STRING", {"type": "string"}),
        ("INTEGER", {"type": "integer"}),
        ("FLOAT", {"type": "number"}),
        ("BOOLEAN", {"type": "boolean"}),
        ("OBJECT", {"type": "object"}),
        ("ARRAY", {"type": "array"}),
        ("BINARY", {"type": "string", "description": "(base64)"}),
        ("WILDCARD", {}),
        ("CONVERTIBLE_ANY", {}),
    ],
)
def test_every_foreign_type_has_its_json_type(flow_type: str, schema: dict[str, Any]) -> None:
    (field,) = start_fields({"x": {"dataFlowType": flow_type}})
    assert parameters_schema({"x": field})["properties"]["x"] == schema


def test_limits_are_carried_and_suggestions_of_an_open_list_are_not() -> None:
    fields = start_fields(
        {
            "n": {"dataFlowType": "INTEGER", "min": 1, "config": {"max": 9}},
            "hint": {"dataFlowType": "STRING", "config": {"suggestions": [{"value": "a", "label": "A"}]}},
            "pick": {
                "dataFlowType": "STRING",
                "matchCategories": ["ComboOption"],
                "config": {"suggestions": [{"value": "a", "label": "A"}, "b"]},
            },
        }
    )
    assert parameters_schema({field.name: field for field in fields})["properties"] == {
        "n": {"type": "integer", "minimum": 1, "maximum": 9},
        "hint": {"type": "string"},
        "pick": {"type": "string", "enum": ["a", "b"]},
    }


@pytest.mark.parametrize(
    ("slots", "place"),
    [
        ({"x": []}, "interfaceInputs.x"),
        ({"x": {"required": "yes"}}, "interfaceInputs.x.required"),
        ({"x": {"matchCategories": "ComboOption"}}, "interfaceInputs.x.matchCategories"),
        ({"x": {"config": {"suggestions": 5}}}, "interfaceInputs.x.config.suggestions"),
        ({"x": {"min": True}}, "interfaceInputs.x.min"),
        ({"x" * 121: {}}, "interfaceInputs"),
        ({"": {}}, "interfaceInputs"),
    ],
)
def test_a_slot_of_the_wrong_form_is_refused_where_it_is(slots: dict[str, Any], place: str) -> None:
    with pytest.raises(ValidationError) as caught:
        start_fields(slots)
    assert field_errors(caught.value)[0].field.startswith(place)


@pytest.mark.parametrize(
    ("field", "right", "wrong"),
    [
        ({"type": "integer", "minimum": 1}, "3", [2.5, 0, "many"]),
        ({"type": "number", "maximum": 2}, 1.5, [3, float("inf")]),
        ({"type": "object"}, {"a": 1}, [[1], "[]"]),
        ({"type": "array"}, "[1]", [{"a": 1}]),
        ({"type": "binary"}, "aGk=", ["not base64!"]),
        ({"type": "choices", "options": ["a", "b"]}, ["b", "a"], [["a", "c"], "a", {"a": True}]),
        ({"type": "choices", "options": ["a", "b"]}, '["b"]', ['["c"]', "[b]"]),
        (
            {"type": "date"},
            "2028-02-29",
            ["2026-02-29", "20260314", "14.03.2026", "2026-03-14T10:00", "２０２６-03-14", 7],
        ),
        (
            {"type": "email"},
            " ann@mail.example.com ",
            [
                "ann",
                "ann@",
                "@example.com",
                "a b@example.com",
                "ann@example",
                "ann@example..com",
                "a@b@example.com",
                "a" * 250 + "@b.co",
            ],
        ),
        ({"type": "rating"}, 5, [0, 6, 2.5, "good"]),
        ({"type": "rating", "maximum": 10}, "10", [11]),
        ({"type": "file"}, {"$type": "file", "id": FILE}, ["no file", 7, {"id": FILE}]),
        ({"type": "file"}, f"/api/files/{FILE}/", [[]]),
        ({"type": "files"}, [FILE, {"$type": "file", "id": FILE}], [["no file"]]),
    ],
)
def test_values_are_held_against_the_field(field: dict[str, Any], right: Any, wrong: list[Any]) -> None:
    config = StartConfig(fields=[StartField(name="x", **field)])
    assert read_inputs(config, {"x": right})[1] == []
    for value in wrong:
        (error,) = read_inputs(config, {"x": value})[1]
        assert (error.pointer, bool(error.message.in_language("zh"))) == ("/x", True)


def test_no_choice_is_an_empty_list_and_no_answer() -> None:
    field: dict[str, Any] = {"name": "x", "type": "choices", "options": ["a", "b"]}
    assert read_inputs(StartConfig(fields=[StartField(**field)]), {})[0] == {"x": []}
    (error,) = read_inputs(StartConfig(fields=[StartField(**field, required=True)]), {"x": []})[1]
    assert error.code == "missing"
    assert read_inputs(StartConfig(fields=[StartField(**field, default=["b"])]), {"x": []})[0] == {"x": ["b"]}


REQUIRED = {"name": "topic", "type": "text", "required": True}
SELECT = {"name": "topic", "type": "select", "options": ["a", "b"]}


@pytest.mark.parametrize(
    ("before", "after", "reported"),
    [
        (workflow(REQUIRED), workflow(REQUIRED), []),
        (workflow(), workflow({**REQUIRED, "required": False}), []),
        (workflow(REQUIRED), workflow({**REQUIRED, "default": "tea"}), []),
        (workflow(REQUIRED), workflow(), ["“topic” was removed"]),
        (workflow(), workflow(REQUIRED), ["“topic” is now required"]),
        (workflow(REQUIRED), workflow({**REQUIRED, "type": "number"}), ["“topic” now accepts different"]),
        (workflow(SELECT), workflow({**SELECT, "options": ["a", "b", "c"]}), []),
        (workflow(SELECT), workflow({**SELECT, "options": ["a"]}), ["“topic” now accepts different"]),
        (workflow(outputs=("a", "b")), workflow(outputs=("a",)), ["“b” was removed"]),
        (workflow(outputs=("a",)), workflow(outputs=("a", "b")), ["part of an object"]),
        (workflow(), workflow(end=False), ["“out” was removed", "no end node"]),
    ],
)
def test_what_breaks_callers_is_reported(before: Document, after: Document, reported: list[str]) -> None:
    found = breaking_changes(interface_of(before), interface_of(after))
    assert len(found) == len(reported)
    assert all(words in text.en for words, text in zip(reported, found, strict=True))


FIELDS: dict[str, dict[str, Any]] = {
    **{kind: {"type": kind} for kind in get_args(FieldType) if kind not in CHOSEN_TYPES},
    **{kind: {"type": kind, "options": ["a", "1"]} for kind in CHOSEN_TYPES},
    **{f"shorter {kind}": {"type": kind, "options": ["1"]} for kind in CHOSEN_TYPES},
    "a rating to 10": {"type": "rating", "maximum": 10},
    "a number from 1": {"type": "number", "minimum": 1},
    "a number to 9": {"type": "number", "maximum": 9},
    "an integer from 1 to 9": {"type": "integer", "minimum": 1, "maximum": 9},
}
DATE, EMAIL = "2026-03-14", "ann@example.com"
VALUES = [
    "a",
    "1",
    "aGk=",
    DATE,
    EMAIL,
    0,
    1,
    2.5,
    5,
    10,
    True,
    {},
    [],
    [1],
    ["a"],
    ["a", "1"],
    FILE,
    [FILE, FILE],
    {"$type": "file", "id": FILE},
]


def taken(field: dict[str, Any]) -> list[Any]:
    config = StartConfig(fields=[StartField(name="x", **field)])
    return [value for value in VALUES if not read_inputs(config, {"x": value})[1]]


@pytest.mark.parametrize("before", FIELDS)
@pytest.mark.parametrize("after", FIELDS)
def test_a_field_that_refuses_what_it_took_is_reported(before: str, after: str) -> None:
    refused = [value for value in taken(FIELDS[before]) if value not in taken(FIELDS[after])]
    interfaces = [interface_of(workflow({"name": "x", **FIELDS[kind]})) for kind in (before, after)]
    found = [text.en for text in breaking_changes(*interfaces)]
    if refused:
        assert found == ["The input “x” now accepts different values."], refused
    if before == after:
        assert found == []


@pytest.mark.parametrize(
    ("before", "after", "breaks"),
    [
        ({"minimum": 1, "maximum": 9}, {"minimum": 0, "maximum": 10}, False),
        ({"minimum": 1}, {}, False),
        ({}, {"maximum": 9}, True),
        ({"type": "file"}, {"type": "file", "accept": [".pdf"]}, True),
        ({"type": "file", "accept": [".pdf"]}, {"type": "file", "accept": [".pdf", ".txt"]}, False),
        ({"type": "files", "max_megabytes": 5}, {"type": "files", "max_megabytes": 9}, False),
        ({"type": "files", "max_megabytes": 5}, {"type": "files", "max_megabytes": 4}, True),
    ],
)
def test_limits_break_callers_only_where_they_are_stricter(
    before: dict[str, Any], after: dict[str, Any], breaks: bool
) -> None:
    interfaces = [interface_of(workflow({"name": "x", "type": "number", **field})) for field in (before, after)]
    assert bool(breaking_changes(*interfaces)) is breaks
