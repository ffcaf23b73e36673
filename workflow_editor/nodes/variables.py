"""The values that a node can refer to, over outputs that are loaded when they are asked for."""

from collections.abc import Callable, Sequence
from typing import Any

from tools.core.definitions import JsonObject
from workflow_editor.nodes.evaluation.expressions import compile_expression
from workflow_editor.nodes.lookup import LoadWord, NodeNames, NodesView, Roots, no_meaning
from workflow_editor.nodes.meanings import FIRST
from workflow_editor.nodes.templates.templating import compile_template

LoadOutput = Callable[[str], JsonObject | None]


class RunVariables:
    """Implements `nodes.ports.Variables` for one node of a run.

    Args:
        load: returns a finished node's output by key, None if it has none; may be repeated.
        upstream: keys of the nodes with live edges into this node, in edge order.
        load_word: returns the values of `trigger` and `env`.
        version: of the node's type, see `meanings`.
        of_pass: see `Roots`.
    """

    __slots__ = ("_load", "_roots", "_upstream")

    def __init__(
        self,
        inputs: JsonObject,
        names: NodeNames,
        load: LoadOutput,
        upstream: Sequence[str] = (),
        load_word: LoadWord = no_meaning,
        *,
        version: int = FIRST,
        of_pass: JsonObject | None = None,
    ) -> None:
        self._roots = Roots(inputs, NodesView(names, load), load_word, version, of_pass=of_pass)
        self._load = load
        self._upstream = upstream

    @property
    def inputs(self) -> JsonObject:
        return self._roots.inputs

    @property
    def version(self) -> int:
        return self._roots.version

    def upstream(self) -> Sequence[tuple[str, JsonObject]]:
        """Return (key, output) of the nodes with live edges into this one, in edge order."""
        return [(key, self._load(key) or {}) for key in self._upstream]

    def render(self, template: str) -> str:
        """Fill in a template. Raises TemplateError if it is malformed or exceeds a limit."""
        return compile_template(template).render(self._roots)

    def value(self, template: str) -> Any:
        """Like `render`, but a single reference keeps its type; None if it is absent.

        Raises TemplateError if the template is malformed or exceeds a limit.
        """
        return compile_template(template).value(self._roots)

    def evaluate(self, expression: str) -> Any:
        """Evaluate a CEL expression over `inputs`, `nodes`, `trigger` and `env`.

        Raises ExpressionError if it is malformed or fails.
        """
        return compile_expression(expression).evaluate(self._roots)

    def missing(self, template: str) -> list[str]:
        """Return a template's references without a value, as `nodes.fetch.title`, once each.

        Raises TemplateError if the template is malformed.
        """
        return compile_template(template).missing(self._roots)
