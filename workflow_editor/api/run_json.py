"""Runs and node runs as the API gives them out.

Written by hand: copying field by field through serializers took longer than a short run itself. The serializers of
`workflow_editor.api.serializers.runs` describe these shapes, and a test holds both together.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from tools.core.definitions import JsonObject
from workflow_editor.api.texts import localized_failure
from workflow_editor.engine.usage import duration_ms, tokens_of
from workflow_editor.models import Run
from workflow_editor.selectors.runs import NodeRunRow


def run_summary_json(run: Run) -> JsonObject:
    """Return a run as a list shows it."""
    version, author = run.version, run.created_by
    return {
        "id": str(run.id),
        "workflow": {"id": str(run.workflow_id), "name": run.workflow.name},
        "version": {"id": str(version.id), "number": version.number, "content_hash": version.content_hash},
        "kind": run.kind,
        "mode": run.mode,
        "target_node": run.target_node,
        "trigger": run.trigger,
        "forked_from": None if run.forked_from_id is None else str(run.forked_from_id),
        "status": run.status,
        "error": localized_failure(run.error),
        "usage": {**tokens_of(run.usage), **run.usage},
        "created_by": None if author is None else {"id": author.pk, "username": author.username},
        "created_at": _moment(run.created_at),
        "started_at": _moment(run.started_at),
        "finished_at": _moment(run.finished_at),
        "duration_ms": duration_ms(run.started_at, run.finished_at),
    }


def run_json(run: Run, document: JsonObject, node_runs: Sequence[NodeRunRow]) -> JsonObject:
    """Return a whole run.

    Args:
        run: with its workflow, version and author at hand.
        document: the graph that it executes.
        node_runs: what its nodes did.
    """
    nodes = nodes_by_key(document)
    return {
        **run_summary_json(run),
        "inputs": run.inputs,
        "output": run.output,
        "last_seq": run.last_seq,
        "document": {"nodes": document["nodes"], "edges": document["edges"]},
        "node_runs": [node_run_json(node_run, nodes) for node_run in node_runs],
    }


def nodes_by_key(document: JsonObject) -> Mapping[str, JsonObject]:
    """Return the nodes of a version's document by key."""
    return {node["key"]: node for node in document["nodes"]}


def node_run_json(row: NodeRunRow, nodes: Mapping[str, JsonObject]) -> JsonObject:
    """Return one execution of a node; name and type are those of the version that ran."""
    node = nodes.get(row.node_key, {})
    error = localized_failure(row.error)
    return {
        "node_key": row.node_key,
        "scope": row.scope,
        "name": node.get("name", row.node_key),
        "type": node.get("type", ""),
        "status": row.status,
        "attempt": row.attempt,
        "inputs": row.inputs,
        "output": row.output,
        "ports": row.ports,
        "error": None if error is None else {"node_key": row.node_key, **error},
        "usage": row.usage,
        "mocked": row.mocked,
        "shared": row.shared,
        "started_at": _moment(row.started_at),
        "finished_at": _moment(row.finished_at),
        "duration_ms": duration_ms(row.started_at, row.finished_at),
    }


def _moment(value: datetime | None) -> Any:
    return None if value is None else value.isoformat().replace("+00:00", "Z")
