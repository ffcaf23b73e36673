"""The contract that every node type keeps, and the registry around them."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tools.core.text import Text
from workflow_editor.errors import InvalidInputError
from workflow_editor.graph.document import Document
from workflow_editor.graph.operations import apply_operations
from workflow_editor.nodes.base import NodeConfig, NodeOutcome, NodeType, PureNode
from workflow_editor.nodes.builtin import BUILTIN_NODE_TYPES
from workflow_editor.nodes.containers import ContainerNode
from workflow_editor.nodes.meanings import FIRST, NEWEST
from workflow_editor.nodes.ports import Variables
from workflow_editor.nodes.registry import NodeRegistry, builtin_registry, describe

NODE_TYPES = [pytest.param(node_type, id=node_type.id) for node_type in BUILTIN_NODE_TYPES]


ICONS = Path(__file__).parents[3] / "frontend" / "src" / "components" / "icons.ts"


def walked(schema: dict[str, Any], where: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every schema inside a schema with its place."""
    yield where, schema
    for name, inner in schema.get("properties", {}).items():
        yield from walked(inner, f"{where}/{name}")
    if isinstance(schema.get("items"), dict):
        yield from walked(schema["items"], f"{where}/*")
    for choice in schema.get("anyOf", []):
        yield from walked(choice, where)


def _is_shown(port: dict[str, Any], config: dict[str, Any]) -> bool:
    return all(config[name] in values for name, values in (port["show_if"] or {}).items())


@pytest.fixture(params=NODE_TYPES)
def node_type(request: pytest.FixtureRequest) -> NodeType[Any]:
    found: NodeType[Any] = request.param
    return found


def test_the_form_schema_is_a_json_schema_that_its_own_defaults_satisfy(node_type: NodeType[Any]) -> None:
    entry = describe(node_type)
    Draft202012Validator.check_schema(entry["config_schema"])
    Draft202012Validator(entry["config_schema"]).validate(entry["default_config"])
    assert node_type.config_model.model_validate(entry["default_config"]) == node_type.config_model()


def test_every_field_of_the_form_is_titled_in_both_languages(node_type: NodeType[Any]) -> None:
    properties = describe(node_type)["config_schema"]["properties"]
    assert properties
    for name, field in properties.items():
        assert field["title"], name
        for translated in field["x-translations"].values():
            assert translated["title"], name
            assert bool(field.get("description")) == bool(translated.get("description")), name


def test_groups_of_the_form_exist(node_type: NodeType[Any]) -> None:
    schema = describe(node_type)["config_schema"]
    groups = {group["id"] for group in schema.get("x-groups", [])}
    used = {field["x-group"] for field in schema["properties"].values() if "x-group" in field}
    assert used == groups


def test_conditions_of_the_form_name_fields_of_the_form(node_type: NodeType[Any]) -> None:
    properties = describe(node_type)["config_schema"]["properties"]
    for field in properties.values():
        for name, values in field.get("x-show-if", {}).items():
            allowed = properties[name].get("enum", values)
            assert set(values) <= set(allowed), name


def test_every_choice_of_the_form_is_named_in_both_languages(node_type: NodeType[Any]) -> None:
    for where, field in walked(describe(node_type)["config_schema"]):
        labels = field.get("x-enum-labels")
        if labels is not None:
            assert set(labels) == set(field["enum"]), where
            assert all(label["en"] and label["zh"] for label in labels.values()), where


def test_rows_that_make_ports_or_outputs_are_lists_of_the_config(node_type: NodeType[Any]) -> None:
    properties = describe(node_type)["config_schema"]["properties"]
    if node_type.outputs_from is not None:
        assert {"id", "label"} <= properties[node_type.outputs_from]["items"]["properties"].keys()
    if node_type.output_fields_from is not None:
        assert "name" in properties[node_type.output_fields_from]["items"]["properties"]


def test_a_new_node_can_be_stored_and_has_the_ports_of_the_catalogue(node_type: NodeType[Any]) -> None:
    entry = describe(node_type)
    new = {"key": "new", "name": "New", "type": node_type.id, "config": entry["default_config"]}
    document = apply_operations(Document(), [{"op": "add_node", "node": new}], builtin_registry()).document
    assert document.nodes[0].config == entry["default_config"]
    shown = [port["id"] for port in entry["outputs"] if _is_shown(port, entry["default_config"])]
    assert [port.id for port in node_type.ports_out(node_type.config_model())] == shown


def test_the_icon_is_one_that_the_front_end_draws(node_type: NodeType[Any]) -> None:
    drawn = ICONS.read_text()
    assert re.search(rf'^  "?{re.escape(node_type.icon)}"?: Icon', drawn, re.MULTILINE), node_type.icon


def test_ports_and_output_fields_are_unique(node_type: NodeType[Any]) -> None:
    for ports in (node_type.inputs, node_type.outputs):
        assert len({port.id for port in ports}) == len(ports)
    names = [field.name for field in node_type.output_fields]
    assert len(set(names)) == len(names)


def test_titles_and_help_are_written_in_both_languages(node_type: NodeType[Any]) -> None:
    texts: list[Text] = [node_type.title, node_type.help]
    texts += [port.title for port in (*node_type.inputs, *node_type.outputs)]
    texts += [field.title for field in node_type.output_fields]
    assert all(text.en and text.in_language("zh") for text in texts)
    assert not node_type.title.in_language("zh").isascii()
    assert not node_type.help.in_language("zh").isascii()


def test_unknown_fields_are_refused(node_type: NodeType[Any]) -> None:
    kind = builtin_registry().kind(node_type.id, node_type.version)
    assert kind is not None
    assert [error.pointer for error in kind.read({"surprise": 1}).errors()] == ["/surprise"]


def test_the_catalogue_lists_all_types_in_palette_order() -> None:
    assert [entry["id"] for entry in builtin_registry().catalogue()] == [
        "start",
        "form_trigger",
        "chat_trigger",
        "bot_message",
        "webhook",
        "schedule",
        "poll",
        "run_end",
        "process",
        "classifier",
        "parameter_extractor",
        "judge",
        "tool",
        "http_request",
        "condition",
        "switch",
        "guardrail",
        "merge",
        "iteration",
        "loop",
        "break",
        "delay",
        "approval",
        "form",
        "sub_workflow",
        "template",
        "set",
        "list",
        "convert",
        "assign",
        "code",
        "knowledge_search",
        "extract_text",
        "make_file",
        "edit_image",
        "zip",
        "stop",
        "output",
        "respond",
        "end",
        "group",
        "note",
    ]


def test_an_unknown_type_is_refused_with_the_known_ones() -> None:
    with pytest.raises(
        InvalidInputError,
        match="Known types: start, form_trigger, chat_trigger, bot_message, webhook, schedule, poll, run_end",
    ):
        builtin_registry().get("wizard")
    assert builtin_registry().kind("start", NEWEST + 1) is None


class _Echo(PureNode[NodeConfig]):
    """Replaces a type that somebody adds."""

    id = "echo"
    category = "data"
    icon = "box"
    title = Text.of(en="Echo", zh="回声")
    help = Text.of(en="Echoes.", zh="回声。")
    config_model = NodeConfig

    def evaluate(self, config: NodeConfig, variables: Variables) -> NodeOutcome:
        return NodeOutcome({})


def test_two_types_of_one_name_are_a_mistake() -> None:
    with pytest.raises(ValueError, match="two node types are echo; known: echo"):
        NodeRegistry([_Echo(), _Echo()])


def test_a_type_is_offered_once_in_its_newest_version_and_known_in_all() -> None:
    registry = NodeRegistry([_Echo()])
    assert [one.version for one in registry.node_types()] == [NEWEST]
    assert {id(registry.get("echo", version)) for version in range(FIRST, NEWEST + 1)} == {id(registry.get("echo"))}


@pytest.mark.parametrize(
    "node_type",
    [pytest.param(node_type, id=node_type.id) for node_type in BUILTIN_NODE_TYPES if node_type.role == "container"],
)
def test_the_form_names_what_a_container_evaluates_inside_a_pass(node_type: ContainerNode[Any]) -> None:
    schema = describe(node_type)["config_schema"]
    modes = schema["properties"].get("mode", {}).get("enum", [None])
    texts = [name for name, field in schema["properties"].items() if field.get("x-widget") in {"template", "cel"}]
    evaluated = set()
    for mode in modes:
        raw = {name: f"marked {name}" for name in texts} | ({"mode": mode} if mode else {})
        config = node_type.config_model.model_validate(raw)
        inside = [*node_type.body_templates(config), *node_type.body_expressions(config)]
        evaluated |= {name for name in texts if f"marked {name}" in inside}
    assert evaluated == {name for name, field in schema["properties"].items() if field.get("x-in-pass")}
    assert evaluated
