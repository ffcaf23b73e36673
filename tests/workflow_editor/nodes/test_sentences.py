"""Errors of wrong settings read as sentences, in both languages: every node type times every wrong value."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from tests.factories.documents import edge, node
from tools.core.text import Text
from workflow_editor.errors import InvalidInputError
from workflow_editor.graph.document import Document, EdgeDoc, NodeDoc
from workflow_editor.graph.operations import apply_operations
from workflow_editor.nodes.base import NodeType
from workflow_editor.nodes.builtin import BUILTIN_NODE_TYPES
from workflow_editor.nodes.registry import builtin_registry

JsonObject = dict[str, Any]
Schema = dict[str, Any]
Message = tuple[str, Text]
"""The JSON pointer of a field, and what is wrong with it."""

LONG = 200_000
WRONG: list[Any] = [
    None,
    True,
    "",
    "  ",
    "no such thing",
    "{{",
    "{% if %}",
    "a b/../c\n",
    "x" * LONG,
    -1,
    0,
    1.5,
    10**12,
    float("inf"),
    [],
    [1],
    [None],
    ["a", "a"],
    [{}],
    [{}, {}],
    [{"no": "such"}],
    [{}] * 2_000,
    ["x"] * 2_000,
    {},
    {"no": "such"},
    {"": ""},
    {"authorization": "Bearer planted-secret-1", "apiKey": "planted-secret-1"},
]
JARGON = re.compile(
    r"[Vv]alue error|Input should|validation error|pydantic|Field required|Extra inputs"
    r"|\bNone\b|\bTrue\b|\bFalse\b|<class|\bdict\b|\bstr\b|\bint\b|\^|\\|\(\?|\bdiscriminator|__|\bunion\b"
)


def faults(text: str, *, ends: str) -> Iterator[str]:
    """Yield what keeps a text from being a sentence for people; what it quotes may be anything."""
    if len(text) > 400:
        yield "is long"
    text = re.sub("“[^”]*”", "“…”", text)
    if not text.endswith(ends):
        yield f"does not end with {ends}"
    if ends == "." and not re.match(r"[A-Z“0-9]", text):
        yield "does not begin like a sentence"
    if ends == "。" and not re.search(r"[\u4e00-\u9fff]", text):
        yield "is not Chinese"
    if found := JARGON.search(text):
        yield f"has {found[0]!r}"
    if re.search(r"\.\.|。。|\s\s|[.。][:：]|: ?:", text):
        yield "is garbled"


def wrong_configs(node_type: NodeType[Any]) -> Iterator[JsonObject]:
    """Yield the example's settings with one wrong value in each of all places, and with an unknown field."""
    schema = node_type.config_model.model_json_schema(by_alias=True)
    base = node_type.example.config
    yield from _wrong(schema, base, schema.get("$defs", {}), depth=3)


def _wrong(schema: Schema, base: JsonObject, models: dict[str, Schema], depth: int) -> Iterator[JsonObject]:
    yield {**base, "noSuchField": 1}
    for name, field in schema.get("properties", {}).items():
        for value in WRONG:
            yield {**base, name: value}
        for inner, is_list in _inner(field, models):
            if depth == 0:
                continue
            held = base.get(name)
            first = held[0] if isinstance(held, list) and held else held
            start = first if isinstance(first, dict) else {}
            for value in _wrong(inner, start, models, depth - 1):
                yield {**base, name: [value] if is_list else value}


def _inner(field: Schema, models: dict[str, Schema]) -> Iterator[tuple[Schema, bool]]:
    for one in (field, *field.get("anyOf", ()), *field.get("oneOf", ())):
        items = one.get("items", {})
        for place, is_list in ((one, False), (items, True)):
            for choice in (place, *place.get("oneOf", ()), *place.get("anyOf", ())):
                if "$ref" in choice:
                    yield models[choice["$ref"].rpartition("/")[2]], is_list


def messages_of(node_type: NodeType[Any], config: JsonObject) -> Iterator[Message]:
    kind = builtin_registry().kind(node_type.id, node_type.version)
    assert kind is not None
    read = kind.read(config)
    errors = read.errors()
    yield from ((error.pointer, error.message) for error in errors)
    if not errors:
        yield from ((finding.field, finding.message) for finding in read.inspection().findings)


def refused(*operations: JsonObject) -> list[Message]:
    try:
        apply_operations(Document(), operations, builtin_registry())
    except InvalidInputError as error:
        return [(one["pointer"], Text.of(**one["message"])) for one in error.details["errors"]]
    return []


def broken(messages: Iterable[Message]) -> set[str]:
    found = set()
    for pointer, message in messages:
        reported = [*faults(message.en, ends="."), *faults(message.in_language("zh"), ends="。")]
        if pointer and (pointer in message.en or pointer in message.in_language("zh")):
            reported.append("repeats the pointer")
        if reported:
            forms = " | ".join(form[:160] for form in message.to_json().values())
            found.add(f"{re.sub(r'[0-9]+', 'N', pointer)}: {forms} -> {reported}")
    return found


@pytest.mark.parametrize("node_type", BUILTIN_NODE_TYPES, ids=lambda node_type: node_type.id)
def test_what_is_wrong_with_settings_is_stated_in_sentences(node_type: NodeType[Any]) -> None:
    found, count = set[str](), 0
    for config in wrong_configs(node_type):
        messages = list(messages_of(node_type, config))
        count += len(messages)
        found |= broken(messages)
    assert count
    assert sorted(found) == [], "\n".join(sorted(found))


def edit(**operation: Any) -> JsonObject:
    return operation


EDITS: list[JsonObject] = [
    edit(),
    edit(op="no such"),
    edit(op=1),
    *(edit(op="remove_node", key=value) for value in WRONG),
    *(edit(op="remove_edge", id=value) for value in WRONG),
    *(edit(op="update_node", key="one", changes=value) for value in WRONG),
    *(edit(op="update_node", key=value, changes={}) for value in WRONG),
    *(
        edit(op="add_edge", edge={**edge("one", "one"), name: value})
        for name in EdgeDoc.model_fields
        for value in WRONG
    ),
]


@pytest.mark.parametrize("wrong", EDITS)
def test_what_is_wrong_with_an_edit_is_stated_in_sentences(wrong: JsonObject) -> None:
    added = {"op": "add_node", "node": node("one", "template", {"template": "x"})}
    found = refused(added, wrong)
    assert found or wrong.get("changes") == {}
    assert broken(found) == set()


ROW_FIELDS = sorted(set(NodeDoc.model_fields) - {"config"})


@pytest.mark.parametrize("field", ROW_FIELDS)
def test_what_is_wrong_with_a_row_is_stated_in_sentences(field: str) -> None:
    """Key, name, place, policy and the rest, as an edit of the graph stores them."""
    found, count = set[str](), 0
    for value in [
        *WRONG,
        {"onError": "never"},
        {"attempts": 0},
        {"timeout_s": -1},
        {"x": "left"},
        {"x": 1e400, "y": 0},
    ]:
        messages = refused({"op": "add_node", "node": {**node("one", "template", {"template": "x"}), field: value}})
        count += len(messages)
        found |= broken(messages)
    assert count
    assert sorted(found) == [], "\n".join(sorted(found))
