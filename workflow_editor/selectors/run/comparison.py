"""Two runs side by side: what each node did, and where their outputs differ."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from tools.core.definitions import JsonObject
from workflow_editor.engine.events import cut_output
from workflow_editor.engine.usage import duration_ms, tokens_of
from workflow_editor.models import ContainerState, NodeRun, Run
from workflow_editor.selectors.run.listing import run_of_pass

MAX_CHANGES: Final = 100
MAX_LISTED_BYTES: Final = 2_000
"""Per value in the list of differences."""
MAX_VALUE_BYTES: Final = 1_000_000
"""Per value requested individually."""
_MISSING: Final = object()
_FIELDS = ("status", "output", "usage", "started_at", "finished_at")


def run_comparison(left: Run, right: Run, scope: str = "") -> JsonObject:
    """Compare two runs, also of different versions, node by node in one pass (`""` outside of containers).

    Returns `{left, right, rows}`. The sides are `{id, status, nothing_ran, duration_ms, usage, cost}`. Each row is
    `{node_key, scope, name, passes, left, right, same, changes}`: `passes` is a container's larger number of both runs,
    0 for other nodes; a side is `{status, output, duration_ms, usage, cost}` with cut output, or null without a row.
    `changes` are at most 100 output differences, `{path, left, right, is_cut}` with JSON pointers. Equal status and
    output make a row the `same`.
    """
    rows = {"left": _rows(left, scope), "right": _rows(right, scope)}
    names = {**_names(right), **_names(left)}
    keys = dict.fromkeys([*rows["left"], *rows["right"]])
    begun = _passes(left, right, scope)
    return {
        "left": _run_side(left),
        "right": _run_side(right),
        "rows": [
            {"node_key": key, "scope": scope, "name": names.get(key, key), "passes": begun.get(key, 0)}
            | _compared(rows["left"].get(key), rows["right"].get(key))
            for key in keys
        ],
    }


def compared_value(left: Run, right: Run, node_key: str, path: str, scope: str = "") -> JsonObject:
    """Return `{path, left, right, is_cut}` for one place (JSON pointer) of a node's outputs, values up to 1 MB each."""
    before, after = (_at(_rows(run, scope, node_key).get(node_key), path) for run in (left, right))
    return _change(path, before, after, MAX_VALUE_BYTES)


def _at(row: NodeRun | None, path: str) -> Any:
    value: Any = _MISSING if row is None else row.output
    for step in path.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict):
            value = value.get(name, _MISSING)
        elif isinstance(value, list) and name.isdecimal() and len(name) < 10:
            value = _item(value, int(name))
        else:
            return _MISSING
    return value


def _rows(run: Run, scope: str, *node_keys: str) -> Mapping[str, NodeRun]:
    """Return the rows of a pass by node; without keys those of all nodes."""
    found = NodeRun.objects.filter(run=run_of_pass(run, scope), scope=scope).order_by("id").only("node_key", *_FIELDS)
    if node_keys:
        found = found.filter(node_key__in=node_keys)
    return {row.node_key: row for row in found}


def _names(run: Run) -> dict[str, str]:
    return {node["key"]: node["name"] for node in run.version.document.get("nodes", [])}


def _run_side(run: Run) -> JsonObject:
    return {"id": run.pk, "status": run.status, "nothing_ran": run.nothing_ran, **_spent(run)}


def _passes(left: Run, right: Run, scope: str) -> Mapping[str, int]:
    """Return how many passes each container began, in the run that began more."""
    found = ContainerState.objects.filter(run__in=(left, right), scope=scope).order_by("next_index")
    return dict(found.values_list("node_key", "next_index"))


def _compared(left: NodeRun | None, right: NodeRun | None) -> JsonObject:
    changes = list(_changes(left.output, right.output)) if left and right else []
    return {
        "left": _side(left),
        "right": _side(right),
        "same": left is not None and right is not None and left.status == right.status and not changes,
        "changes": changes,
    }


def _side(row: NodeRun | None) -> JsonObject | None:
    if row is None:
        return None
    output = None if row.output is None else cut_output(row.output)[0]
    return {"status": row.status, "output": output, **_spent(row)}


def _spent(row: Run | NodeRun) -> JsonObject:
    return {
        "duration_ms": duration_ms(row.started_at, row.finished_at),
        "usage": tokens_of(row.usage),
        "cost": row.usage.get("cost"),
    }


def _changes(left: Any, right: Any) -> Iterator[JsonObject]:
    """Yield the first differences of two JSON values, values cut to what fits into a line."""
    for number, (path, before, after) in enumerate(_differences(left, right, "")):
        if number == MAX_CHANGES:
            return
        yield _change(path, before, after, MAX_LISTED_BYTES)


def _differences(left: Any, right: Any, path: str) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(left, dict) and isinstance(right, dict):
        for name in dict.fromkeys([*left, *right]):
            step = str(name).replace("~", "~0").replace("/", "~1")
            yield from _differences(left.get(name, _MISSING), right.get(name, _MISSING), f"{path}/{step}")
    elif isinstance(left, list) and isinstance(right, list):
        for index in range(max(len(left), len(right))):
            yield from _differences(_item(left, index), _item(right, index), f"{path}/{index}")
    elif type(left) is not type(right) or left != right:
        yield path, left, right


def _item(items: list[Any], index: int) -> Any:
    return items[index] if index < len(items) else _MISSING


def _change(path: str, left: Any, right: Any, max_bytes: int) -> JsonObject:
    """Return both values as `{value}`, which distinguishes null from absence; long values are cut."""
    sides = {"left": left, "right": right}
    cuts = {side: cut_output({"value": value}, max_bytes) for side, value in sides.items() if value is not _MISSING}
    shown = {side: cuts[side][0] if side in cuts else None for side in sides}
    return {"path": path, **shown, "is_cut": any(is_cut for _, is_cut in cuts.values())}
