"""Brings the rows of a graph in line with a document, touching only what differs."""

import uuid
from collections.abc import Iterable, Sequence
from typing import Any

from workflow_editor.graph.document import Document, EdgeDoc, NodeDoc
from workflow_editor.models import Edge, ProcessNode, Workflow

# SQLite takes a limited number of values per statement.
_BATCH = 500


def rows_write(workflow: Workflow, before: Document, after: Document) -> None:
    """Write the difference between two checked documents of the workflow; call inside a transaction."""
    old_nodes = {node.key: node for node in before.nodes}
    new_nodes = {node.key: node for node in after.nodes}
    kept_edges = _kept_edges(before.edges, after.edges)
    gone_edges = [edge.id for edge in before.edges if edge.id not in kept_edges]
    gone_nodes = [key for key in old_nodes if key not in new_nodes]
    # Edges first: their removal must not depend on the order in which nodes go.
    for part in _parts(gone_edges):
        Edge.objects.filter(workflow=workflow, edge_id__in=part).delete()
    for part in _parts(gone_nodes):
        ProcessNode.objects.filter(workflow=workflow, key__in=part).delete()
    _update_nodes(workflow, [(old_nodes[key], node) for key, node in new_nodes.items() if key in old_nodes])
    added = [node for key, node in new_nodes.items() if key not in old_nodes]
    rows = [ProcessNode(workflow=workflow, key=node.key, **_node_columns(node)) for node in added]
    ProcessNode.objects.bulk_create(rows, batch_size=_BATCH)
    _create_edges(workflow, [edge for edge in after.edges if edge.id not in kept_edges])


def _kept_edges(before: Sequence[EdgeDoc], after: Sequence[EdgeDoc]) -> set[str]:
    """Return the ids of the rows that stay: new rows come last, and the order of edges decides that of branches."""
    wanted = {edge.id: edge for edge in after}
    same = [edge for edge in before if wanted.get(edge.id) == edge]
    place = {edge.id: index for index, edge in enumerate(same)}
    kept: set[str] = set()
    reached = -1
    for edge in after:
        found = place.get(edge.id, -1)
        if found <= reached:
            break
        kept.add(edge.id)
        reached = found
    return kept


def _update_nodes(workflow: Workflow, pairs: Iterable[tuple[NodeDoc, NodeDoc]]) -> None:
    changed = {new.key: (old, new) for old, new in pairs if old != new}
    renamed = [key for key, (old, new) in changed.items() if old.name != new.name]
    rows = [
        row for part in _parts(list(changed)) for row in ProcessNode.objects.filter(workflow=workflow, key__in=part)
    ]
    if len(renamed) > 1:
        # Two nodes may swap names, which would pass through a state that the unique constraint refuses.
        _park_names([row for row in rows if row.key in set(renamed)])
    for row in rows:
        _fill(row, changed[row.key][1])
    columns = sorted({column for old, new in changed.values() for column in _changed_columns(old, new)})
    if columns:
        ProcessNode.objects.bulk_update(rows, columns, batch_size=_BATCH // len(columns))


def _park_names(rows: Sequence[ProcessNode]) -> None:
    for row in rows:
        row.name = uuid.uuid4().hex
    ProcessNode.objects.bulk_update(rows, ["name"], batch_size=_BATCH)


def _node_columns(node: NodeDoc) -> dict[str, Any]:
    return {
        "name": node.name,
        "type": node.type,
        "type_version": node.type_version,
        "config": node.config,
        "x": node.position.x,
        "y": node.position.y,
        "parent": node.parent,
        "bypass": node.bypass,
        "policy": node.policy.model_dump(mode="json", exclude_defaults=True),
        "pinned_output": node.pinned_output,
    }


def _changed_columns(old: NodeDoc, new: NodeDoc) -> list[str]:
    before = _node_columns(old)
    return [column for column, value in _node_columns(new).items() if before[column] != value]


def _fill(row: ProcessNode, node: NodeDoc) -> None:
    for column, value in _node_columns(node).items():
        setattr(row, column, value)


def _create_edges(workflow: Workflow, edges: Sequence[EdgeDoc]) -> None:
    if not edges:
        return
    ids = dict(ProcessNode.objects.filter(workflow=workflow).values_list("key", "pk"))
    Edge.objects.bulk_create(
        [
            Edge(
                workflow=workflow,
                edge_id=edge.id,
                source_id=ids[edge.source],
                source_port=edge.source_port,
                target_id=ids[edge.target],
                target_port=edge.target_port,
            )
            for edge in edges
        ],
        batch_size=_BATCH,
    )


def _parts(names: Sequence[str]) -> Iterable[Sequence[str]]:
    return (names[start : start + _BATCH] for start in range(0, len(names), _BATCH))
