"""References that lead to nothing: unknown nodes, inputs and fields, by the version of the node that refers."""

from itertools import pairwise
from typing import Any

import pytest

from tests.factories.documents import edge, node, text_field
from workflow_editor.graph.operations import build_document
from workflow_editor.graph.validation import problems
from workflow_editor.nodes.registry import builtin_registry, read_graph

JsonObject = dict[str, Any]
REGISTRY = builtin_registry()


def found(reader: JsonObject, *before: JsonObject) -> set[tuple[str, str]]:
    """Return the problems of start(topic, tone) -> the nodes before -> the reader -> end."""
    start = node("start", "start", {"fields": [text_field("topic"), text_field("tone")]})
    nodes = [start, *before, reader, node("end", "end")]
    outside = [one["key"] for one in nodes if one["parent"] is None]
    edges = [edge(source, target) for source, target in pairwise(outside)]
    document = build_document({"nodes": nodes, "edges": edges}, REGISTRY)
    return {(one.code, one.severity) for one in problems(read_graph(document))}


def template(text: str, **fields: Any) -> JsonObject:
    return node("x", "template", {"template": text}, **{"type_version": 2, **fields})


FETCH = node("fetch", "http_request", {"url": "https://api.example.com/"}, name="Fetch it")
NOTHING: set[tuple[str, str]] = set()
ROWS: list[tuple[str, set[tuple[str, str]]]] = [
    ("{{ ghost.a }}", {("unknown_reference", "error")}),
    ("{{ inputs.ghost }}", {("unknown_input", "error")}),
    ("{{ inputs.topic }}{{ inputs.tone }}", NOTHING),
    ("{{ nodes.fetch.bodyy }}", {("unknown_field", "error")}),
    ("{{ fetch.bodyy }}", {("unknown_field", "error")}),
    ('{{ nodes["Fetch it"].bodyy }}', {("unknown_field", "error")}),
    ("{% if nodes.fetch.bodyy == 1 %}a{% endif %}", {("unknown_field", "error")}),
    ("{{ nodes.fetch.body.any.depth }}{{ nodes.fetch.statusCode }}", NOTHING),
    ("{{ nodes.fetch.error.code }}{{ nodes.fetch.testMode }}", NOTHING),
    ("{{ nodes.fetch }}", NOTHING),
    ("{{ nodes.start.topic }}{{ nodes.start.ghost }}", {("unknown_field", "error")}),
]


@pytest.mark.parametrize(("text", "expected"), ROWS, ids=[row[0] for row in ROWS])
def test_new_nodes_are_refused_what_leads_to_nothing(text: str, expected: set[tuple[str, str]]) -> None:
    assert found(template(text), FETCH) == expected
    old = {(code, "error" if code == "unknown_reference" else "warning") for code, _ in expected}
    assert found(template(text, type_version=1), FETCH) == old


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("nodes.fetch.statusCode == 200", NOTHING),
        ("nodes.fetch.status == 200", {("unknown_field", "error")}),
        ('nodes["fetch"]["status"] == 200', {("unknown_field", "error")}),
        ("has(nodes.fetch.status) || nodes.fetch.body.items.exists(one, one == 1)", NOTHING),
        ('"nodes.fetch.status" == inputs.topic', NOTHING),
    ],
)
def test_expressions_are_checked_too(expression: str, expected: set[tuple[str, str]]) -> None:
    condition = node("x", "condition", {"mode": "expression", "expression": expression}, type_version=2)
    edges = [edge("start", "fetch"), edge("fetch", "x"), edge("x", "end", port="true")]
    start = node("start", "start", {"fields": [text_field("topic"), text_field("tone")]})
    nodes = [start, FETCH, condition, node("end", "end")]
    document = build_document({"nodes": nodes, "edges": edges}, REGISTRY)
    assert {(one.code, one.severity) for one in problems(read_graph(document))} == expected


@pytest.mark.parametrize(
    ("kind", "config"),
    [
        ("template", {"template": "a"}),
        ("code", {"code": "1"}),
        ("set", {"assignments": [{"name": "one", "value": "{}"}]}),
        ("process", {"userPrompt": "Go"}),
    ],
)
def test_names_that_may_lead_into_a_value_are_no_problem(kind: str, config: JsonObject) -> None:
    assert found(template("{{ nodes.before.anything }}"), node("before", kind, config)) == NOTHING


@pytest.mark.parametrize(
    "changes",
    [
        {"bypass": True},
        {"policy": {"onError": "default", "defaultOutput": {"bodyy": 1}}},
        {"pinned_output": {"bodyy": 1}},
    ],
)
def test_outputs_that_are_given_may_have_other_fields(changes: JsonObject) -> None:
    assert found(template("{{ nodes.fetch.bodyy }}"), {**FETCH, **changes}) == NOTHING


def test_a_container_has_other_fields_inside_a_pass() -> None:
    each = node("each", "iteration", {"items": "{{ inputs.topic }}"})
    for text, expected in (("{{ nodes.each.item.x }}", NOTHING), ("{{ nodes.each.results }}", "unknown_field")):
        inside = node("in", "template", {"template": text}, parent="each", type_version=2)
        codes = {code for code, _ in found(template("{{ nodes.each.results }}"), each, inside)}
        assert codes == ({expected} if expected else set())
    assert ("unknown_field", "error") in found(
        template("{{ nodes.each.item }}"), each, node("in", "template", {"template": "a"}, parent="each")
    )


@pytest.mark.parametrize("node_type", REGISTRY.node_types(), ids=REGISTRY.type_ids())
def test_examples_have_the_declared_fields_and_no_others(node_type: Any) -> None:
    config = node_type.config_model.model_validate(node_type.example.config)
    names = node_type.output_names(config)
    assert names is None or node_type.example.output.keys() <= names
