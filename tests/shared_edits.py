"""The server's results of two editors' batches, as cases in `shared_edits.json` for the tests of the front end.

`python -m tests.shared_edits` writes it. The server in `frontend/src/test/graph-server.ts` has to answer the same.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from tests.factories.documents import edge, node
from workflow_editor.errors import InvalidInputError
from workflow_editor.graph.document import Document
from workflow_editor.graph.operations import apply_operations
from workflow_editor.graph.rebasing import is_independent
from workflow_editor.nodes.registry import builtin_registry

Operation = dict[str, Any]

CASES = Path(__file__).with_name("shared_edits.json")
REGISTRY = builtin_registry()
KEYS = ["a", "b", "c", "d"]
NEW = ["e", "f"]
OFTEN = ["a", "b", "c", "e"]
_COUNT = 300


def config(key: str, **values: Any) -> Operation:
    return {"op": "update_config", "key": key, "set": values, "unset": []}


def update(key: str, **changes: Any) -> Operation:
    return {"op": "update_node", "key": key, "changes": changes}


def applied(document: Document, batch: Sequence[Operation]) -> Document | None:
    """Return the outcome; None when the server refuses it."""
    try:
        return apply_operations(document, batch, REGISTRY).document
    except InvalidInputError:
        return None


def start() -> Document:
    added = [{"op": "add_node", "node": node(key, "template", {"template": key})} for key in KEYS]
    joined = [{"op": "add_edge", "edge": edge(*ends)} for ends in ("ab", "cd")]
    return apply_operations(Document(), [*added, *joined], REGISTRY).document


def cases() -> list[dict[str, Any]]:
    return [_case(Random(seed)) for seed in range(_COUNT)]  # noqa: S311  repeatable cases, no secrets


def encoded() -> str:
    """Return the text of the file, one case a line."""
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases())
    document = start().model_dump_json(include={"nodes", "edges"}, exclude={"nodes": {"__all__": {"policy"}}})
    return f'{{"start":{document},\n"cases":[\n{lines}\n]}}\n'


def _case(pick: Random) -> dict[str, Any]:
    theirs, ours = _batch(pick), _batch(pick)
    independent = is_independent(ours, theirs)
    others = applied(start(), theirs)
    merged = applied(others, ours) if independent and others is not None else None
    return {
        "theirs": theirs,
        "ours": ours,
        "independent": independent,
        "merged": None if merged is None else _content(merged),
    }


def _batch(pick: Random) -> list[Operation]:
    """Return a batch as an editor makes it: each operation fits behind the ones before it, their outcome may not."""
    batch: list[Operation] = []
    for _ in range(pick.randint(2, 5)):
        following = [*batch, _operation(pick)]
        if applied(start(), following) is not None or (pick.random() < 0.2 and _names_exist(following)):
            batch = following
    return batch or [update("a", bypass=True)]


def _names_exist(batch: Sequence[Operation]) -> bool:
    """Return True if the last operation breaks nothing but a rule about the whole graph."""
    try:
        apply_operations(start(), batch, REGISTRY)
    except InvalidInputError as error:
        return all(found["code"] in {"duplicate_name", "cycle"} for found in error.details["errors"])
    return True


def _operation(pick: Random) -> Operation:
    one, other = pick.choices(OFTEN, k=2)
    text, new = pick.choice("xyz"), pick.choice(NEW)
    return pick.choice(
        [
            {"op": "add_node", "node": node(new, "template", {"template": new})},
            {"op": "remove_node", "key": one},
            config(one, template=text),
            config(one, other=text),
            {"op": "update_config", "key": one, "set": {}, "unset": ["other"]},
            update(one, config={"template": text}),
            update(one, name=text),
            update(one, bypass=True),
            update(one, position={"x": pick.randint(0, 3), "y": 0}),
            {"op": "add_edge", "edge": edge(one, other)},
            {"op": "remove_edge", "id": edge(one, other)["id"]},
        ]
    )


def _content(document: Document) -> dict[str, Any]:
    """Return what the cases change."""
    nodes = {item.key: [item.name, item.config, item.position.x, item.bypass] for item in document.nodes}
    return {"nodes": nodes, "edges": sorted(item.id for item in document.edges)}


if __name__ == "__main__":
    CASES.write_text(encoded())
