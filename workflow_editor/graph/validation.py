"""Problems that keep a stored graph from running as intended. Structural violations are refused earlier."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tools.core.definitions import JsonObject
from tools.core.text import Text
from workflow_editor.graph.catalogue import (
    LOADED_WORDS,
    OFF_THE_PATH,
    FilledInput,
    Inspection,
    ParsedNode,
    Reference,
    Severity,
)
from workflow_editor.graph.document import NodeDoc
from workflow_editor.graph.nesting import Home
from workflow_editor.graph.parsed_graph import ParsedGraph
from workflow_editor.graph.structure import Structure
from workflow_editor.graph.text_pointer import text_pointer
from workflow_editor.graph.topology import Ancestry, Topology, reachable


@dataclass(frozen=True, slots=True)
class Problem:
    """One entry of the problems list. A graph with a problem of severity `error` is not run."""

    code: str
    severity: Severity
    message: Text
    node_key: str | None = None
    edge_id: str | None = None
    field: str | None = None
    """JSON pointer into the node's config."""
    unless_sent: str | None = None
    """An input that the start node lacks: a caller may send it all the same."""

    def to_json(self) -> JsonObject:
        return {
            "code": self.code,
            "severity": self.severity,
            "node_key": self.node_key,
            "edge_id": self.edge_id,
            "field": self.field,
            "message": self.message.to_json(),
        }


def problems(graph: ParsedGraph[ParsedNode]) -> list[Problem]:
    """Return everything that is wrong with a graph: graph-wide things first, then node by node in document order."""
    return list(_Inspector(graph).problems())


def without_sent(found: Iterable[Problem], inputs: Container[str]) -> list[Problem]:
    """Return the problems without those about inputs that the caller sends."""
    return [problem for problem in found if problem.unless_sent is None or problem.unless_sent not in inputs]


def has_errors(found: Iterable[Problem]) -> bool:
    return any(problem.severity == "error" for problem in found)


_STORED = "secret_in_node"
"""Refused in new input; graphs stored before the rule still run, with a problem in the editor."""


_ALWAYS_KNOWN = frozenset({"error", "testMode", "would"})
"""Fields added to any output by failure policies and test mode."""


class _Inspector:
    def __init__(self, graph: ParsedGraph[ParsedNode]) -> None:
        self._graph = graph
        self._document = graph.document
        self._nodes_by_key = graph.nodes
        self._keys_by_name = {node.name: node.key for node in graph.document.nodes}
        self._roles = graph.roles
        self._nesting = graph.nesting
        self._inspections: Mapping[str, Inspection] = {}

    def problems(self) -> Iterator[Problem]:
        broken = list(self._broken_structure())
        yield from broken
        if has_errors(broken):
            return
        shape = self._graph.shape
        yield from self._ends_missing()
        inspections = self._inspections = self._inspected()
        run_inputs = _run_inputs(inspections)
        has_references = any(inspection.references for inspection in inspections.values())
        ancestry = Ancestry(shape) if has_references else None
        reached = reachable(shape, self._roots(shape))
        yield from self._empty_containers()
        for node in self._document.nodes:
            if problem := self._placement(node, shape, reached):
                yield problem
            if self._graph.readings[node.key] is None:
                yield _unknown_type(node)
            inspection = inspections[node.key]
            for finding in inspection.findings:
                # A trigger that is switched off keeps nothing from running.
                is_off = self._roles[node.key] == "trigger" and node.config.get("enabled") is False
                severity: Severity = "warning" if is_off else finding.severity
                yield Problem(finding.code, severity, finding.message, node.key, field=finding.field)
            for reference in inspection.references:
                if problem := self._reference(node, reference, run_inputs, ancestry):
                    yield problem
            if run_inputs is not None:
                yield from _filled_in_vain(node, inspection.filled_inputs, run_inputs)

    def _broken_structure(self) -> Iterator[Problem]:
        """Rows edited by hand and documents of older servers did not come through `apply_operations`."""
        structure = Structure(self._graph, lambda key: f"node:{key}:", lambda edge_id: f"edge:{edge_id}:")
        all_edges = [edge.id for edge in self._document.edges]
        for error in structure.errors(list(self._nodes_by_key), all_edges):
            kind, _, rest = error.pointer.partition(":")
            name, _, field = rest.partition(":")
            yield Problem(
                error.code,
                "warning" if error.code == _STORED else "error",
                error.message,
                node_key=name if kind == "node" else None,
                edge_id=name if kind == "edge" else None,
                field=field.removeprefix("/config") if field.startswith("/config") else None,
            )

    def _roots(self, shape: Topology) -> Iterator[str]:
        """Yield where runs begin, and where passes do: at the nodes of a body that nothing leads to."""
        for key, role in self._roles.items():
            if role == "start" or (self._nesting.home(key) and not shape.incoming[key]):
                yield key

    def _empty_containers(self) -> Iterator[Problem]:
        runs = [key for key, role in self._roles.items() if role not in OFF_THE_PATH]
        filled = {home[-1] for home in map(self._nesting.home, runs) if home}
        for key in runs:
            if self._roles[key] == "container" and key not in filled:
                name = self._nodes_by_key[key].name
                text = Text("“{name}” contains no nodes yet.", name=name)
                yield Problem("empty_container", "warning", text, key)

    def _ends_missing(self) -> Iterator[Problem]:
        roles = set(self._roles.values())
        if "start" not in roles:
            text = Text("Add a start node. Without one, nothing runs.")
            yield Problem("no_start", "error", text)
        if "end" not in roles:
            text = Text("There is no end node, so runs have no output.")
            yield Problem("no_end", "warning", text)

    def _inspected(self) -> Mapping[str, Inspection]:
        return {
            key: Inspection() if reading is None else reading.inspection()
            for key, reading in self._graph.readings.items()
        }

    def _placement(self, node: NodeDoc, shape: Topology, reached: set[str]) -> Problem | None:
        role = self._roles[node.key]
        # Whatever lies in a body runs.
        if role in OFF_THE_PATH or self._nesting.home(node.key):
            return None
        if role == "exit":
            text = Text("“{name}” ends a pass. Move it into a loop or an iteration.", name=node.name)
            return Problem("exit_outside", "error", text, node.key)
        if not shape.incoming[node.key] and not shape.outgoing[node.key]:
            if len(self._document.nodes) == 1 and role == "start":
                return None
            text = Text("“{name}” is not connected.", name=node.name)
            return Problem("unconnected", "warning", text, node.key)
        if node.key in reached:
            return None
        text = Text("“{name}” cannot be reached from the start, so it will not run.", name=node.name)
        return Problem("unreachable", "warning", text, node.key)

    def _reference(
        self, node: NodeDoc, reference: Reference, run_inputs: frozenset[str] | None, ancestry: Ancestry | None
    ) -> Problem | None:
        if reference.kind == "input":
            if run_inputs is None or reference.name in run_inputs:
                return None
            text = Text("The start node has no field “{name}”. Add it there, or correct the name.", name=reference.name)
            problem = _about(reference, node, "unknown_input", self._severity(node), text)
            return replace(problem, unless_sent=reference.name)
        key = reference.name if reference.name in self._nodes_by_key else self._keys_by_name.get(reference.name)
        if key is None:
            if reference.name in LOADED_WORDS:
                return None
            text = Text("“{name}” is not the name or key of a node.", name=reference.name)
            return _about(reference, node, "unknown_reference", "error", text)
        return None if ancestry is None else self._node_reference(node, key, reference, ancestry)

    def _node_reference(self, node: NodeDoc, key: str, reference: Reference, ancestry: Ancestry) -> Problem | None:
        name, home = self._nodes_by_key[key].name, self._nesting.home(key)
        seen_from = self._nesting.inside(node.key) if reference.from_body else self._nesting.home(node.key)
        if self._roles[key] in OFF_THE_PATH:
            text = Text("“{name}” never runs, so it has no value.", name=name)
            return _about(reference, node, "reference_to_canvas", "error", text)
        if home != seen_from[: len(home)]:
            container = self._nodes_by_key[home[-1]].name
            text = Text(
                "“{name}” runs in passes inside “{container}”. Refer to “{container}” instead.",
                name=name,
                container=container,
            )
            return _about(reference, node, "reference_into_container", "error", text)
        if self._runs_before(key, home, node.key, seen_from, ancestry):
            return self._field(node, key, reference, in_pass=key in seen_from)
        text = Text("“{name}” does not run before this node, so its value will be empty.", name=name)
        return _about(reference, node, "reference_not_upstream", "warning", text)

    def _field(self, node: NodeDoc, key: str, reference: Reference, *, in_pass: bool) -> Problem | None:
        """Report a field that a node with known fields does not have."""
        target, inspection = self._nodes_by_key[key], self._inspections[key]
        known = inspection.pass_names if in_pass else inspection.output_names
        if known is None or target.bypass:
            return None
        known = known.union(_ALWAYS_KNOWN, target.policy.default_output, target.pinned_output or ())
        unknown = next((field for field in reference.fields if field not in known), None)
        if unknown is None:
            return None
        text = Text("“{name}” has no field “{field}”. Correct the name.", name=target.name, field=unknown)
        return _about(reference, node, "unknown_field", self._severity(node), text)

    def _severity(self, node: NodeDoc) -> Severity:
        return "error" if self._inspections[node.key].is_strict else "warning"

    def _runs_before(self, key: str, home: Home, reader: str, seen_from: Home, ancestry: Ancestry) -> bool:
        if key in seen_from:
            # A container around the reader: what it shows is the value of the pass.
            return True
        if reader in home:
            # A container that looks back at its body when a pass is over.
            return True
        # For two nodes in different scopes, the container around the reader that shares the other's counts.
        return ancestry.is_upstream(key, reader if home == seen_from else seen_from[len(home)])


def _unknown_type(node: NodeDoc) -> Problem:
    text = Text(
        "This server has no node type “{type}” in version {type_version}. Replace “{name}”, or update the server.",
        type=node.type,
        type_version=node.type_version,
        name=node.name,
    )
    return Problem("unknown_type", "error", text, node.key)


def _filled_in_vain(node: NodeDoc, filled: Sequence[FilledInput], run_inputs: frozenset[str]) -> Iterator[Problem]:
    for one in filled:
        if one.name not in run_inputs:
            text = Text("The start node has no field “{name}”, so runs do not get this value.", name=one.name)
            yield Problem("unknown_input", "warning", text, node.key, field=one.field)


def _about(reference: Reference, node: NodeDoc, code: str, severity: Severity, message: Text) -> Problem:
    return Problem(code, severity, message, node.key, field=text_pointer(node.config, reference.text))


def _run_inputs(inspections: Mapping[str, Inspection]) -> frozenset[str] | None:
    for inspection in inspections.values():
        if inspection.run_inputs is not None:
            return inspection.run_inputs
    return None
