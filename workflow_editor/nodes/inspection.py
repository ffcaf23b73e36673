"""A node type as the graph layer sees it: shape errors, findings and references of a config."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from pydantic import ValidationError

from tools.core.definitions import JsonObject
from tools.core.field_errors import FieldError, field_errors
from tools.core.text import Text
from tools.executors.contract.applicability import IGNORED, ignored_fields
from tools.secrets.address_keys import keys_in, masked_keys
from workflow_editor.graph.catalogue import Inspection, InspectionProblem, NodeRole, Reference
from workflow_editor.graph.text_pointer import text_pointer
from workflow_editor.nodes.base import NodeConfig, NodeType
from workflow_editor.nodes.containers import ContainerNode
from workflow_editor.nodes.evaluation.expressions import compile_expression
from workflow_editor.nodes.evaluation_errors import ExpressionError, TemplateError
from workflow_editor.nodes.meanings import NEWEST, REFERENCES_LEAD_SOMEWHERE
from workflow_editor.nodes.templates.templating import compile_template


class InspectedType:
    """A node type, and what graphs ask about it that every config has alike."""

    def __init__(self, node_type: NodeType[Any]) -> None:
        self.node_type = node_type
        self.input_ports = tuple(port.id for port in node_type.inputs)
        self.fixed_ports = tuple(port.id for port in node_type.outputs) if node_type.has_fixed_ports() else None
        """The output ports; None when the config decides."""

    def read(self, config: JsonObject, version: int = NEWEST) -> "ParsedConfig":
        return ParsedConfig(self, config, version)


class ParsedConfig:
    """Implements `graph.catalogue.ParsedNode`; parses the config when it is first needed."""

    __slots__ = ("_config", "_inspection", "_kind", "_parsed", "_version", "node_type")

    def __init__(self, kind: InspectedType, config: JsonObject, version: int) -> None:
        self.node_type = kind.node_type
        self._kind = kind
        self._config = config
        self._version = version
        self._parsed: NodeConfig | ValidationError | None = None
        self._inspection: Inspection | None = None

    @property
    def role(self) -> NodeRole:
        return self.node_type.role

    @property
    def input_ports(self) -> Sequence[str]:
        return self._kind.input_ports

    def config(self) -> NodeConfig:
        """Parse the config. Raises ValidationError if it does not fit the model."""
        parsed = self._parse()
        if isinstance(parsed, ValidationError):
            raise parsed
        return parsed

    def errors(self) -> Sequence[FieldError]:
        parsed = self._parse()
        if isinstance(parsed, ValidationError):
            return field_errors(parsed)
        return [FieldError(found.field, found.code, found.message) for found in self.node_type.refusals(parsed)]

    def ignored(self) -> Sequence[FieldError]:
        """Return the fields that hold something and have no effect; those of carried tools once the config fits."""
        parsed = self._parse()
        carried = () if isinstance(parsed, ValidationError) else self.node_type.problems(parsed)
        return [
            *_ignored(self.node_type, self._config),
            *(FieldError(one.field, one.code, one.message) for one in carried if one.code == IGNORED),
        ]

    def output_ports(self) -> Sequence[str] | None:
        """Return the ids of the ports that edges may come from; None while the config does not fit the model."""
        if self._kind.fixed_ports is not None:
            return self._kind.fixed_ports
        parsed = self._parse()
        if isinstance(parsed, ValidationError):
            return None
        return tuple(port.id for port in self.node_type.ports_out(parsed))

    def inspection(self) -> Inspection:
        """Inspect a valid config. Raises ValidationError if it does not fit the model."""
        if self._inspection is None:
            config = self.config()
            found = _Found(self._config)
            found.read(self.node_type, config)
            run_inputs, filled = self.node_type.run_inputs(config), self.node_type.filled_inputs(config)
            self._inspection = Inspection(
                found.findings,
                found.references,
                run_inputs,
                filled,
                output_names=self.node_type.output_names(config),
                pass_names=_pass_names(self.node_type),
                is_strict=self._version >= REFERENCES_LEAD_SOMEWHERE,
            )
        return self._inspection

    def _parse(self) -> NodeConfig | ValidationError:
        if self._parsed is None:
            try:
                self._parsed = self.node_type.config_model.model_validate(self._config)
            except ValidationError as error:
                self._parsed = error
        return self._parsed


def _ignored(node_type: NodeType[Any], config: JsonObject) -> Iterator[FieldError]:
    for one in ignored_fields(node_type.config_model, config):
        yield FieldError(one.pointer, IGNORED, one.message)


def _pass_names(node_type: NodeType[Any]) -> frozenset[str] | None:
    return frozenset(field.name for field in node_type.pass_fields) if isinstance(node_type, ContainerNode) else None


_KEY_IN_ADDRESS = Text(
    "This address seems to hold a key. Keep it in a variable, or in a tool under Tools, where it is stored encrypted."
)


def _likely_keys(value: Any, pointer: str) -> Iterator[InspectionProblem]:
    """Yield a warning for each bare address of a config with a part that has the form of a key."""
    if isinstance(value, str):
        if masked_keys(value) != value and any(not key.is_certain for key in keys_in(value)):
            yield InspectionProblem("key_in_address", pointer, _KEY_IN_ADDRESS, "warning")
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _likely_keys(inner, f"{pointer}/{name}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _likely_keys(inner, f"{pointer}/{index}")


def _by_node(fields: Iterable[tuple[str, str]]) -> Mapping[str, dict[str, None]]:
    """Return the fields that a text asks for, each once, by what it calls their node."""
    found: dict[str, dict[str, None]] = {}
    for node, field in fields:
        found.setdefault(node, {})[field] = None
    return found


class _Found:
    def __init__(self, config: JsonObject) -> None:
        self._config = config
        self.findings: list[InspectionProblem] = []
        self.references: list[Reference] = []

    def read(self, node_type: NodeType[Any], config: NodeConfig) -> None:
        self.findings += [
            InspectionProblem(one.code, one.field, one.message, one.severity) for one in node_type.problems(config)
        ]
        self.findings += _likely_keys(self._config, "")
        self.findings += [
            InspectionProblem(one.code, one.pointer, one.message, "warning")
            for one in _ignored(node_type, self._config)
        ]
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
            self.findings.append(InspectionProblem("template_syntax", text_pointer(self._config, template), error.text))
            return
        fields = _by_node(compiled.fields())
        for kind, name in dict.fromkeys(compiled.references()):
            asked = fields.get(name, ()) if kind == "node" else ()
            self.references.append(Reference(kind, name, template, from_body, tuple(asked)))

    def _read_expression(self, expression: str, *, from_body: bool) -> None:
        try:
            compiled = compile_expression(expression)
        except ExpressionError as error:
            self.findings.append(
                InspectionProblem("expression_syntax", text_pointer(self._config, expression), error.text)
            )
            return
        fields = _by_node(compiled.fields())
        for root, name in dict.fromkeys(compiled.references()):
            if name is not None:
                kind: Literal["node", "input"] = "node" if root == "nodes" else "input"
                asked = fields.get(name, ()) if kind == "node" else ()
                self.references.append(Reference(kind, name, expression, from_body, tuple(asked)))
