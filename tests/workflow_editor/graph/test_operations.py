"""Operations: what they change, and every way in which they are refused."""

from typing import Any

import pytest

from tests.factories.documents import edge, greeting_document, node
from tools.core.text import LANGUAGES
from workflow_editor.errors import InvalidInputError
from workflow_editor.graph.document import Document, NodeDoc
from workflow_editor.graph.limits import MAX_NODES
from workflow_editor.graph.operations import apply_operations, build_document
from workflow_editor.nodes.registry import builtin_registry

JsonObject = dict[str, Any]
REGISTRY = builtin_registry()


def greeting() -> Document:
    return build_document(greeting_document(), REGISTRY)


def apply(*operations: Any, document: Document | None = None) -> Document:
    return apply_operations(document or greeting(), operations, REGISTRY).document


def refused(*operations: Any) -> list[JsonObject]:
    document = greeting()
    before = document.model_dump()
    with pytest.raises(InvalidInputError) as caught:
        apply(*operations, document=document)
    assert caught.value.code == "graph_invalid_operation"
    assert document.model_dump() == before
    errors: list[JsonObject] = caught.value.details["errors"]
    assert all(error["message"].keys() == LANGUAGES.keys() and all(error["message"].values()) for error in errors)
    return errors


def add_node(key: str, type_: str, config: JsonObject | None = None, **fields: Any) -> JsonObject:
    return {"op": "add_node", "node": node(key, type_, config, **fields)}


def add_edge(source: str, target: str, **fields: Any) -> JsonObject:
    return {"op": "add_edge", "edge": edge(source, target, **fields)}


def update(key: str, /, **changes: Any) -> JsonObject:
    return {"op": "update_node", "key": key, "changes": changes}


def keys(document: Document) -> list[str]:
    return [one.key for one in document.nodes]


def test_a_node_and_its_edges_are_added_in_one_batch() -> None:
    document = apply(add_node("note", "template"), add_edge("greet", "note"), add_edge("note", "end"))
    assert keys(document) == ["start", "greet", "end", "note"]
    assert [one.id for one in document.edges][-2:] == ["greet-out-note", "note-out-end"]


def test_an_edge_may_come_before_its_node() -> None:
    assert "note" in keys(apply(add_edge("greet", "note"), add_node("note", "template")))


def test_removing_a_node_removes_its_edges() -> None:
    document = apply({"op": "remove_node", "key": "greet"})
    assert keys(document) == ["start", "end"]
    assert document.edges == []


def test_an_edge_id_that_was_given_to_another_connection_survives_the_removal_of_its_old_end() -> None:
    document = apply(
        add_node("note", "template"),
        {"op": "remove_node", "key": "note"},
        {"op": "remove_edge", "id": "start-out-greet"},
        {"op": "add_edge", "edge": {**edge("start", "end"), "id": "start-out-greet"}},
        {"op": "remove_node", "key": "greet"},
    )
    assert [(one.source, one.target) for one in document.edges] == [("start", "end")]


def test_edges_that_a_batch_added_go_with_their_node() -> None:
    document = apply(
        {"op": "remove_node", "key": "greet"},
        add_node("note", "template"),
        add_edge("start", "note"),
        {"op": "remove_node", "key": "note"},
    )
    assert document.edges == []


def test_an_update_replaces_only_what_it_names() -> None:
    document = apply(update("greet", name="Greeting", position={"x": 5, "y": 6}))
    changed = next(one for one in document.nodes if one.key == "greet")
    assert (changed.name, changed.position.x, changed.config) == (
        "Greeting",
        5,
        {"template": "Hello {{ inputs.topic }}"},
    )


def test_a_policy_is_kept_and_an_error_port_comes_with_it() -> None:
    policy = {"attempts": 3, "onError": "port", "timeoutS": 5}
    changed = apply(
        {"op": "update_node", "key": "greet", "changes": {"policy": policy}},
        add_node("rescue", "template"),
        {"op": "add_edge", "edge": edge("greet", "rescue", port="error")},
    )
    stored = next(one for one in changed.nodes if one.key == "greet").policy
    assert (stored.attempts, stored.on_error, stored.timeout_s) == (3, "port", 5)
    assert stored.model_dump(exclude_defaults=True) == policy


def test_two_nodes_can_swap_their_names_in_one_batch() -> None:
    document = apply(update("greet", name="End"), update("end", name="Greet"))
    assert [one.name for one in document.nodes] == ["Start", "End", "Greet"]


def test_the_given_document_is_never_changed() -> None:
    document = greeting()
    before = document.model_dump()
    apply(update("greet", name="Other"), {"op": "remove_node", "key": "end"}, document=document)
    assert document.model_dump() == before


REFUSALS: list[tuple[str, list[Any], str, str]] = [
    ("duplicate key", [add_node("greet", "template", name="New")], "/operations/0/key", "duplicate_key"),
    ("duplicate name", [add_node("g2", "template", name="Greet")], "/operations/0/name", "duplicate_name"),
    ("renamed to a used name", [update("greet", name="End")], "/operations/0/name", "duplicate_name"),
    (
        "duplicate edge id",
        [{"op": "add_edge", "edge": {**edge("start", "end"), "id": "start-out-greet"}}],
        "/operations/0/id",
        "duplicate_edge",
    ),
    (
        "the same connection twice",
        [{"op": "add_edge", "edge": {**edge("start", "greet"), "id": "again"}}],
        "/operations/0",
        "duplicate_connection",
    ),
    ("dangling source", [add_edge("ghost", "end")], "/operations/0/source", "dangling_edge"),
    ("dangling target", [add_edge("greet", "ghost")], "/operations/0/target", "dangling_edge"),
    ("unknown output port", [add_edge("start", "end", port="maybe")], "/operations/0/source_port", "unknown_port"),
    ("edge out of an end", [add_edge("end", "greet")], "/operations/0/source_port", "unknown_port"),
    ("edge into a start", [add_edge("greet", "start")], "/operations/0/target_port", "unknown_port"),
    (
        "a number beyond its limit",
        [add_node("ai", "process", {"temperature": 3})],
        "/operations/0/config/temperature",
        "less_than_equal",
    ),
    (
        "a text for a number, in an update",
        [add_node("ai", "process"), update("ai", config={"maxToolCallRounds": "many"})],
        "/operations/1/config/maxToolCallRounds",
        "int_parsing",
    ),
    (
        "an unknown field deep in a config",
        [add_node("c", "condition", {"rows": [{"variabel": "x"}]})],
        "/operations/0/config/rows/0/variabel",
        "extra_forbidden",
    ),
    (
        "an unknown choice",
        [add_node("m", "merge", {"strategy": "some"})],
        "/operations/0/config/strategy",
        "literal_error",
    ),
    ("a bad key", [add_node("1 x", "template")], "/operations/0/key", "string_pattern_mismatch"),
    ("an empty name", [update("greet", name="")], "/operations/0/name", "string_too_short"),
    ("an unknown member", [update("greet", colour="red")], "/operations/0/colour", "extra_forbidden"),
    ("a new key", [update("greet", key="other")], "/operations/0/key", "key_is_fixed"),
    ("a second start", [add_node("s2", "start", name="Second")], "/operations/0", "second_start"),
    ("an unknown parent", [update("greet", parent="box")], "/operations/0/parent", "unknown_parent"),
    ("its own parent", [update("greet", parent="greet")], "/operations/0/parent", "unknown_parent"),
    ("update of nothing", [update("ghost", name="x")], "/operations/0/key", "unknown_node"),
    ("removal of nothing", [{"op": "remove_node", "key": "ghost"}], "/operations/0/key", "unknown_node"),
    ("removal of no edge", [{"op": "remove_edge", "id": "ghost"}], "/operations/0/id", "unknown_edge"),
    ("an unknown operation", [{"op": "explode"}], "/operations/0", "union_tag_invalid"),
    ("no operation at all", [{}], "/operations/0", "union_tag_not_found"),
    ("not an object", ["remove everything"], "/operations/0", "model_attributes_type"),
    ("a missing node", [{"op": "add_node"}], "/operations/0/node", "missing"),
]


@pytest.mark.parametrize(("operations", "pointer", "code"), [row[1:] for row in REFUSALS], ids=[r[0] for r in REFUSALS])
def test_bad_input_is_refused_at_its_place(operations: list[Any], pointer: str, code: str) -> None:
    assert [(error["pointer"], error["code"]) for error in refused(*operations)] == [(pointer, code)]


@pytest.mark.parametrize("unknown", [add_node("x", "wizard", {"wand": 1}), add_node("x", "template", type_version=9)])
def test_a_node_of_an_unknown_type_is_kept_as_it_is(unknown: JsonObject) -> None:
    into, out_of = add_edge("greet", "x"), add_edge("x", "end", port="spell")
    kept = apply(unknown, into, out_of)
    assert NodeDoc.model_validate(unknown["node"]) in kept.nodes
    removed = apply({"op": "remove_node", "key": "x"}, document=kept)
    assert keys(removed) == keys(greeting())
    assert apply(unknown, into, out_of, document=removed) == kept


def test_a_wrong_policy_is_refused_at_its_field() -> None:
    errors = refused({"op": "update_node", "key": "greet", "changes": {"policy": {"attempts": 99}}})
    assert [error["pointer"] for error in errors] == ["/operations/0/policy/attempts"]


def test_a_node_that_fails_with_its_errors_has_no_error_port() -> None:
    errors = refused(add_node("rescue", "template"), {"op": "add_edge", "edge": edge("greet", "rescue", port="error")})
    assert [(error["pointer"], error["code"]) for error in errors] == [("/operations/1/source_port", "unknown_port")]


def test_a_cycle_is_refused_at_the_edge_that_closes_it_and_named() -> None:
    errors = refused(
        add_node("a", "template"),
        add_node("b", "template"),
        add_edge("greet", "a"),
        add_edge("a", "b"),
        add_edge("b", "greet"),
    )
    assert [(error["pointer"], error["code"]) for error in errors] == [("/operations/4", "cycle")]
    assert "Greet → A → B → Greet" in errors[0]["message"]["en"]


def test_a_node_cannot_be_connected_to_itself() -> None:
    assert refused(add_edge("greet", "greet"))[0]["code"] == "cycle"


def test_every_wrong_field_is_reported_at_once() -> None:
    errors = refused(add_node("ai", "process", {"temperature": 9, "onToolFailure": "cry", "extra": 1}))
    assert {error["pointer"] for error in errors} == {
        "/operations/0/config/temperature",
        "/operations/0/config/onToolFailure",
        "/operations/0/config/extra",
    }


def test_nothing_is_applied_when_a_later_operation_fails() -> None:
    refused(update("greet", name="Renamed"), {"op": "remove_node", "key": "end"}, {"op": "remove_node", "key": "ghost"})


def test_messages_give_advice() -> None:
    [error] = refused(add_node("ai", "process", {"temperature": 3}))
    assert error["message"] == {"en": "Enter at most 2.", "zh": "不能大于 2。"}


def test_more_operations_than_the_limit_are_refused() -> None:
    [error] = refused(*([{"op": "remove_edge", "id": "x"}] * 20_001))
    assert error["code"] == "too_many_operations"


def test_a_whole_document_is_read_by_the_same_rules() -> None:
    source = greeting_document()
    source["nodes"].append(node("ai", "process", {"temperature": 9}))
    source["edges"].append(edge("ai", "ghost"))
    with pytest.raises(InvalidInputError) as caught:
        build_document(source, REGISTRY)
    assert [error["pointer"] for error in caught.value.details["errors"]] == [
        "/document/nodes/3/config/temperature",
        "/document/edges/2/target",
    ]


@pytest.mark.parametrize(
    ("source", "pointer"),
    [
        ({"nodes": 5}, "/document/nodes"),
        ({"nodes": [{"key": "a"}]}, "/document/nodes/0/name"),
        ({"schema_version": 99}, "/document/schema_version"),
        ({"nodes": [node("a", "start"), node("a", "end", name="Z")]}, "/document/nodes/1/key"),
    ],
)
def test_a_malformed_document_is_refused_at_its_place(source: JsonObject, pointer: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        build_document(source, REGISTRY)
    assert caught.value.details["errors"][0]["pointer"] == pointer


def test_a_graph_has_at_most_ten_thousand_nodes() -> None:
    full = {"nodes": [node(f"n{at}", "template") for at in range(MAX_NODES)], "edges": []}
    document = build_document(full, REGISTRY)
    with pytest.raises(InvalidInputError) as added:
        apply(add_node("more", "template"), document=document)
    with pytest.raises(InvalidInputError) as imported:
        build_document({**full, "nodes": [*full["nodes"], node("more", "template")]}, REGISTRY)
    for refusal in (added, imported):
        (error,) = refusal.value.details["errors"]
        assert (error["code"], "10,000" in error["message"]["en"]) == ("too_many_nodes", True)


def test_a_key_under_which_browsers_can_keep_nothing_is_refused() -> None:
    (error,) = refused(add_node("__proto__", "template"))
    assert error["pointer"].endswith("/key")
