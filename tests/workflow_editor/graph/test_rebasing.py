"""Edits that started from the same graph and are independent give the same graph in either order."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from tests.factories.documents import edge, node
from workflow_editor.errors import InvalidInputError
from workflow_editor.graph.document import Document
from workflow_editor.graph.operations import apply_operations
from workflow_editor.graph.rebasing import is_independent
from workflow_editor.nodes.registry import builtin_registry

REGISTRY = builtin_registry()
KEYS = ["a", "b", "c", "d"]
NEW = ["e", "f"]
Operation = dict[str, Any]


def config(key: str, **values: Any) -> Operation:
    return {"op": "update_config", "key": key, "set": values}


def update(key: str, **changes: Any) -> Operation:
    return {"op": "update_node", "key": key, "changes": changes}


ADD = {"op": "add_node", "node": node("e", "template", {"template": "e"})}
REMOVE = {"op": "remove_node", "key": "a"}
CONNECT: Operation = {"op": "add_edge", "edge": edge("a", "b")}
MOVE = update("a", position={"x": 1, "y": 1})
WHOLE = update("a", config={"template": "x"})


@pytest.mark.parametrize(
    ("ours", "theirs", "independent"),
    [
        (update("a", name="1"), update("a", bypass=True), True),
        (update("a", name="1"), update("a", name="2"), False),
        (update("a", name="1"), config("a", template="x"), True),
        (config("a", template="x"), config("a", other="y"), True),
        (config("a", template="x"), {"op": "update_config", "key": "a", "unset": ["template"]}, False),
        (WHOLE, config("a", other="y"), False),
        (config("a", other="y"), WHOLE, False),
        (WHOLE, config("b", other="y"), True),
        (REMOVE, config("a", template="x"), False),
        (config("a", template="x"), REMOVE, False),
        (REMOVE, CONNECT, False),
        (CONNECT, REMOVE, False),
        (REMOVE, config("b", template="x"), True),
        (ADD, ADD, False),
        (CONNECT, {"op": "remove_edge", "id": CONNECT["edge"]["id"]}, False),
        (CONNECT, ADD, True),
        (MOVE, update("a", position={"x": 2, "y": 2}), True),
        (MOVE, update("a", parent="b"), False),
        (update("a", parent="b"), MOVE, False),
        (MOVE, REMOVE, False),
    ],
)
def test_what_is_independent(ours: Operation, theirs: Operation, independent: bool) -> None:
    assert is_independent([ours], [theirs]) is independent


def random_operation(pick: Random) -> Operation:
    one, other = pick.choices([*KEYS, *NEW], k=2)
    text, new = pick.choice("xyz"), pick.choice(NEW)
    return pick.choice(
        [
            {"op": "add_node", "node": node(new, "template", {"template": new})},
            {"op": "remove_node", "key": one},
            config(one, template=text),
            update(one, config={"template": text}),
            update(one, name=text),
            update(one, position={"x": pick.randint(0, 3), "y": 0}),
            {"op": "add_edge", "edge": edge(one, other)},
            {"op": "remove_edge", "id": edge(one, other)["id"]},
        ]
    )


def random_batch(pick: Random, document: Document) -> tuple[list[Operation], Document]:
    """Return a batch that fits the document, and what it makes of it."""
    while True:
        batch = [random_operation(pick) for _ in range(pick.randint(1, 3))]
        after = applied(document, batch)
        if after is not None:
            return batch, after


def start() -> Document:
    added = [{"op": "add_node", "node": node(key, "template", {"template": key})} for key in KEYS]
    return apply_operations(
        Document(),
        [*added, {"op": "add_edge", "edge": edge("a", "b")}, {"op": "add_edge", "edge": edge("c", "d")}],
        REGISTRY,
    ).document


START = start()


def applied(document: Document, batch: Sequence[Operation]) -> Document | None:
    try:
        return apply_operations(document, batch, REGISTRY).document
    except InvalidInputError:
        return None


def content(document: Document) -> object:
    """Return it without positions, of which the last one holds."""
    nodes = {item.key: item.model_dump(exclude={"position"}) for item in document.nodes}
    return nodes, {item.id: item for item in document.edges}


def test_independent_batches_commute() -> None:
    outcomes: Counter[str] = Counter()
    for seed in range(3000):
        pick = Random(seed)  # noqa: S311  a repeatable case, no secret
        (ours, mine), (theirs, others) = random_batch(pick, START), random_batch(pick, START)
        if not is_independent(ours, theirs):
            outcomes["conflict"] += 1
            continue
        ours_last, theirs_last = applied(others, ours), applied(mine, theirs)
        # What breaks a rule together (two equal names, a cycle) is refused when it comes.
        if ours_last is None or theirs_last is None:
            outcomes["refused"] += 1
        else:
            outcomes["merged"] += 1
            assert content(ours_last) == content(theirs_last), seed
    assert min(outcomes["conflict"], outcomes["merged"], outcomes["refused"]) > 20, outcomes
