"""The problems list of graphs that are stored but unfinished."""

from typing import Any

import pytest

from tests.factories.documents import edge, greeting_document, node, text_field
from workflow_editor.graph.document import Document
from workflow_editor.graph.operations import build_document
from workflow_editor.graph.validation import has_errors, problems
from workflow_editor.nodes.registry import builtin_registry, read_graph

JsonObject = dict[str, Any]
REGISTRY = builtin_registry()


def found(nodes: list[JsonObject], edges: list[JsonObject]) -> set[tuple[str, str, str | None, str | None]]:
    document = build_document({"nodes": nodes, "edges": edges}, REGISTRY)
    return {(one.code, one.severity, one.node_key, one.field) for one in problems(read_graph(document))}


def around(middle: JsonObject, *more: JsonObject) -> tuple[list[JsonObject], list[JsonObject]]:
    """start(topic) -> the given node -> end."""
    nodes = [node("start", "start", {"fields": [text_field("topic")]}, name="开始"), middle, *more, node("end", "end")]
    port = "true" if middle["type"] == "condition" else "out"
    return nodes, [edge("start", middle["key"]), edge(middle["key"], "end", port=port)]


def test_a_finished_graph_has_no_problems() -> None:
    assert problems(read_graph(build_document(greeting_document(), REGISTRY))) == []


def test_an_empty_graph_lacks_a_start_and_an_end() -> None:
    assert found([], []) == {("no_start", "error", None, None), ("no_end", "warning", None, None)}


def test_unconnected_and_unreachable_nodes_are_warnings() -> None:
    nodes, edges = around(node("t", "template", {"template": "x"}))
    nodes += [node("alone", "template", {"template": "x"}), node("island", "template", {"template": "x"})]
    edges.append(edge("island", "end"))
    assert found(nodes, edges) == {
        ("unconnected", "warning", "alone", None),
        ("unreachable", "warning", "island", None),
    }


def test_a_trigger_that_fills_a_field_which_is_gone_is_reported() -> None:
    mapping = [{"name": "topic", "value": "{{ trigger.body.title }}"}, {"name": "tone", "value": "warm"}]
    nodes = [node("start", "start", {"fields": [text_field("topic")]}), node("end", "end")]
    nodes.append(node("hook", "webhook", {"mapping": mapping}))
    assert found(nodes, [edge("start", "end")]) == {("unknown_input", "warning", "hook", "/mapping/1/name")}


TOO_MANY = {
    "userPrompt": "Go",
    "enabledTools": [f"system:t{number}" for number in range(40)],
    "tools": [{"id": f"t{number}", "type": "custom", "name": f"T{number}"} for number in range(25)],
}
"""Each list is within its limit, both together are not."""

PROBLEMS: list[tuple[JsonObject, str, str, str | None]] = [
    (node("x", "wizard", {"wand": 1}), "unknown_type", "error", None),
    (node("x", "template", type_version=9), "unknown_type", "error", None),
    (node("x", "process"), "prompt_missing", "error", "/userPrompt"),
    (node("x", "process", {"userPrompt": "{{ nodes.ghost.a }}"}), "unknown_reference", "error", "/userPrompt"),
    (node("x", "process", {"userPrompt": "{{ 幽灵.标题 }}"}), "unknown_reference", "error", "/userPrompt"),
    (node("x", "process", {"userPrompt": "{{ inputs.ghost }}"}), "unknown_input", "warning", "/userPrompt"),
    (node("x", "process", {"userPrompt": "{{ nodes.end.a }}"}), "reference_not_upstream", "warning", "/userPrompt"),
    (node("x", "process", {"userPrompt": "{{ oops"}), "template_syntax", "error", "/userPrompt"),
    (node("x", "process", {"userPrompt": "{{ inputs.topic | shout }}"}), "template_syntax", "error", "/userPrompt"),
    (
        node("x", "process", {"userPrompt": "p", "outputType": "json", "outputSchema": {"type": "wrong"}}),
        "schema_invalid",
        "error",
        "/outputSchema",
    ),
    (
        node("x", "process", {"userPrompt": "p", "outputType": "json", "outputSchema": {"pattern": r"(a)\1"}}),
        "schema_invalid",
        "error",
        "/outputSchema",
    ),
    (
        node("x", "process", {"userPrompt": "p", "tools": [{"id": "a", "name": "A"}]}),
        "tool_not_chosen",
        "error",
        "/tools/0/type",
    ),
    (
        node(
            "x", "process", {"userPrompt": "p", "knowledgeItems": [{"id": "k", "name": "n", "content": "{{ ghost }}"}]}
        ),
        "unknown_reference",
        "error",
        "/knowledgeItems/0/content",
    ),
    (node("x", "tool"), "tool_not_chosen", "error", "/tool"),
    (node("x", "process", TOO_MANY), "too_many_tools", "error", "/enabledTools"),
    (
        node("x", "tool", {"tool": {"id": "t", "type": "custom", "name": "T", "enabled": False}}),
        "tool_disabled",
        "error",
        "/tool",
    ),
    (
        node("x", "tool", {"tool": {"id": "t", "type": "custom"}, "arguments": {"a": ["{{ ghost }}"]}}),
        "unknown_reference",
        "error",
        "/arguments/a/0",
    ),
    (node("x", "template"), "template_missing", "error", "/template"),
    (node("x", "code"), "code_missing", "error", "/code"),
    (node("x", "condition"), "condition_missing", "error", "/rows"),
    (node("x", "condition", {"rows": [{}]}), "variable_missing", "error", "/rows/0/variable"),
    (node("x", "condition", {"mode": "expression"}), "expression_missing", "error", "/expression"),
    (
        node("x", "condition", {"mode": "expression", "expression": "nodes.ghost.a == 1"}),
        "unknown_reference",
        "error",
        "/expression",
    ),
    (
        node("x", "condition", {"mode": "expression", "expression": "inputs.topic =="}),
        "expression_syntax",
        "error",
        "/expression",
    ),
    (node("x", "set", {"assignments": [{"value": "1"}]}), "name_missing", "error", "/assignments/0/name"),
    (
        node("x", "set", {"assignments": [{"name": "a"}, {"name": "a"}]}),
        "name_repeated",
        "error",
        "/assignments/1/name",
    ),
]


@pytest.mark.parametrize(
    ("middle", "code", "severity", "field"), PROBLEMS, ids=[f"{row[0]['type']}-{row[1]}-{row[3]}" for row in PROBLEMS]
)
def test_an_unfinished_node_is_reported_at_its_field(middle: JsonObject, code: str, severity: str, field: str) -> None:
    assert found(*around(middle)) == {(code, severity, "x", field)}


def test_references_by_key_by_chinese_name_and_in_brackets_are_known() -> None:
    nodes, edges = around(
        node("x", "template", {"template": '{{ nodes.start.topic }} {{ 开始.topic }} {{ nodes["开始"].topic }}'})
    )
    assert found(nodes, edges) == set()


def test_loop_variables_are_no_references() -> None:
    template = "{% for item in nodes.start.topic %}{{ item.name }}{{ forloop.index }}{% endfor %}"
    assert found(*around(node("x", "template", {"template": template}))) == set()


def test_start_fields_are_checked() -> None:
    fields = [{"name": "a"}, {"name": "a"}, {"name": ""}, {"name": "s", "type": "select"}]
    assert found([node("start", "start", {"fields": fields}), node("end", "end")], [edge("start", "end")]) == {
        ("name_repeated", "error", "start", "/fields/1/name"),
        ("name_missing", "error", "start", "/fields/2/name"),
        ("no_options", "error", "start", "/fields/3/options"),
    }


def test_a_stored_document_that_breaks_the_structure_is_reported_and_not_looked_into() -> None:
    document = Document.model_validate(
        {
            "nodes": [node("start", "start"), node("ai", "process", {"temperature": 9})],
            "edges": [edge("start", "ghost")],
        }
    )
    reported = problems(read_graph(document))
    assert [(one.code, one.node_key, one.edge_id, one.field) for one in reported] == [
        ("less_than_equal", "ai", None, "/temperature"),
        ("dangling_edge", None, "start-out-ghost", None),
    ]
    assert has_errors(reported)


def test_the_json_form_has_both_languages() -> None:
    problem = problems(read_graph(build_document({"nodes": [node("end", "end")]}, REGISTRY)))[0]
    assert problem.to_json() == {
        "code": "no_start",
        "severity": "error",
        "node_key": None,
        "edge_id": None,
        "field": None,
        "message": {"en": "Add a start node. Without one, nothing runs.", "zh": "请添加开始节点，否则无法运行。"},
    }
