"""A node type as the graph layer sees it: shape errors, findings and references of a config."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

from pydantic import ValidationError

from tools.definitions import JsonObject
from tools.field_errors import FieldError, field_errors, pointer
from workflow_editor.graph.catalogue import Finding, Inspection, NodeRole, Reference
from workflow_editor.nodes.base import NodeConfig, NodeType
from workflow_editor.nodes.containers import ContainerNode
from workflow_editor.nodes.expressions import ExpressionError, compile_expression
from workflow_editor.nodes.templating import TemplateError, compile_template


class InspectedType:
    """Implements `graph.catalogue.NodeKind` for a node type."""

    def __init__(self, node_type: NodeType[Any]) -> None:
        self.node_type = node_type
        self.input_ports = tuple(port.id for port in node_type.inputs)
        self._fixed_ports = tuple(port.id for port in node_type.outputs) if node_type.has_fixed_ports() else None

    @property
    def role(self) -> NodeRole:
        """What the type is to a graph; see `graph.catalogue.NodeKind`."""
        return self.node_type.role

    def output_ports(self, config: JsonObject) -> Sequence[str] | None:
        """Return the ids of the ports that edges may come from; None while the config does not fit the model."""
        if self._fixed_ports is not None:
            return self._fixed_ports
        try:
            parsed = self.node_type.config_model.model_validate(config)
        except ValidationError:
            return None
        return tuple(port.id for port in self.node_type.ports_out(parsed))

    def config_errors(self, config: JsonObject) -> Sequence[FieldError]:
        """Tell why the config does not fit the type's model."""
        try:
            parsed = self.node_type.config_model.model_validate(config)
        except ValidationError as error:
            return field_errors(error)
        return [FieldError(found.field, found.code, found.message) for found in self.node_type.refusals(parsed)]

    def inspect(self, config: JsonObject) -> Inspection:
        """Look into a config that fits the model."""
        parsed = self.node_type.config_model.model_validate(config)
        found = _Found(config)
        found.read(self.node_type, parsed)
        findings = [
            Finding(problem.code, problem.field, problem.message) for problem in self.node_type.problems(parsed)
        ]
        return Inspection([*findings, *found.findings], found.references, self.node_type.run_inputs(parsed))


class _Found:
    """Collects references and syntax errors."""

    def __init__(self, config: JsonObject) -> None:
        self._config = config
        self._places: dict[str, str] | None = None
        self.findings: list[Finding] = []
        self.references: list[Reference] = []

    def read(self, node_type: NodeType[Any], config: NodeConfig) -> None:
        self._read_all(node_type.templates(config), node_type.expressions(config), from_body=False)
        if isinstance(node_type, ContainerNode):
            self._read_all(node_type.body_templates(config), node_type.body_expressions(config), from_body=True)

    def _read_all(self, templates: Iterable[str], expressions: Iterable[str], *, from_body: bool) -> None:
        for template in templates:
            # Most texts refer to nothing.
            if "{{" in template or "{%" in template:
                self._read_template(template, from_body=from_body)
        for expression in expressions:
            if expression.strip():
                self._read_expression(expression, from_body=from_body)

    def _read_template(self, template: str, *, from_body: bool) -> None:
        try:
            compiled = compile_template(template)
        except TemplateError as error:
            self.findings.append(Finding("template_syntax", self._place(template), error.text))
            return
        for kind, name in dict.fromkeys(compiled.references()):
            self.references.append(Reference(kind, name, self._place(template), from_body))

    def _read_expression(self, expression: str, *, from_body: bool) -> None:
        try:
            compiled = compile_expression(expression)
        except ExpressionError as error:
            self.findings.append(Finding("expression_syntax", self._place(expression), error.text))
            return
        for root, name in dict.fromkeys(compiled.references()):
            if name is not None:
                kind: Literal["node", "input"] = "node" if root == "nodes" else "input"
                self.references.append(Reference(kind, name, self._place(expression), from_body))

    def _place(self, text: str) -> str:
        """Return the pointer to the first field that holds the text; "" when it is a default."""
        if self._places is None:
            self._places = {}
            for value, path in _strings(self._config, ()):
                self._places.setdefault(value, pointer(path))
        return self._places.get(text, "")


def _strings(value: Any, path: tuple[str | int, ...]) -> Iterator[tuple[str, tuple[str | int, ...]]]:
    if isinstance(value, str):
        yield value, path
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _strings(inner, (*path, name))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _strings(inner, (*path, index))
