"""Merges an edit of an older graph if it touches other things than the changes saved since.

The merge field by field is the editor's, `frontend/src/document/rebase.ts`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

Thing = tuple[str, ...]
"""Subject of an operation: `("node", key)` for existence, `("field", key, name)`, `("config", key, name)` or `("edge",
id)`.
"""


class Touched(NamedTuple):
    """Things that operations change, and that they require."""

    writes: frozenset[Thing]
    needs: frozenset[Thing]
    replaced_configs: frozenset[str]
    """Keys of nodes of which all settings are replaced."""


def is_independent(operations: Sequence[Mapping[str, Any]], since: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether two lists of operations touch different things, so that their order does not matter. Linear.

    Both as accepted by `workflow_editor.graph.operations`; names, ports and cycles are checked on the result.
    """
    ours, theirs = touched(operations), touched(since)
    return not (
        ours.writes & theirs.writes
        or ours.needs & theirs.writes
        or ours.writes & theirs.needs
        or _replaces(ours, theirs)
        or _replaces(theirs, ours)
    )


def touched(operations: Iterable[Mapping[str, Any]]) -> Touched:
    writes: set[Thing] = set()
    needs: set[Thing] = set()
    replaced: set[str] = set()
    for operation in operations:
        match operation:
            case {"op": "add_node", "node": {"key": key}} | {"op": "remove_node", "key": key}:
                writes.add(("node", key))
            case {"op": "update_node", "key": key, "changes": changes}:
                needs.add(("node", key))
                writes.update(("field", key, name) for name in changes if name != "position")
                if "position" in changes:
                    # The last move holds; a position counts from the corner of the container.
                    needs.add(("field", key, "parent"))
                if "config" in changes:
                    replaced.add(key)
            case {"op": "update_config", "key": key}:
                needs.add(("node", key))
                names = (*operation.get("set", ()), *operation.get("unset", ()))
                writes.update(("config", key, name) for name in names)
            case {"op": "add_edge", "edge": {"id": edge_id, "source": source, "target": target}}:
                writes.add(("edge", edge_id))
                needs.update({("node", source), ("node", target)})
            case {"op": "remove_edge", "id": edge_id}:
                writes.add(("edge", edge_id))
    return Touched(frozenset(writes), frozenset(needs), frozenset(replaced))


def _replaces(one: Touched, other: Touched) -> bool:
    return bool(one.replaced_configs) and any(
        thing[0] == "config" and thing[1] in one.replaced_configs for thing in other.writes
    )
