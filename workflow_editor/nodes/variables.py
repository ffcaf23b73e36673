"""The values that a node can refer to, over outputs that are loaded when they are asked for."""

from collections.abc import Callable, Sequence
from typing import Any

from tools.core.definitions import JsonObject
from workflow_editor.nodes.expressions import compile_expression
from workflow_editor.nodes.lookup import LoadWord, NodeNames, NodesView, Roots, no_meaning
from workflow_editor.nodes.meanings import FIRST
from workflow_editor.nodes.templating import compile_template

LoadOutput = Callable[[str], JsonObject | None]


class RunVariables:
    """Implements `nodes.ports.Variables` for one node of a run.

    Args:
        inputs: the run's inputs.
        names: the graph's nodes.
        load: returns the output of a finished node by key, None when it has none; may be called several times for
            the same key.
        upstream: keys of the nodes whose edges carried something into this node, in edge order.
        load_word: returns what `trigger` and `env` mean.
        version: that of the node's type, see `meanings`.
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
        """The inputs of the run."""
        return self._roots.inputs

    @property
    def version(self) -> int:
        """The version of the node's type."""
        return self._roots.version

    def upstream(self) -> Sequence[tuple[str, JsonObject]]:
        """Return (key, output) of the nodes whose edges carried something into this one, in edge order."""
        return [(key, self._load(key) or {}) for key in self._upstream]

    def render(self, template: str) -> str:
        """Fill in a template.

        Raises:
            TemplateError: the template is malformed or passes a limit.
        """
        return compile_template(template).render(self._roots)

    def value(self, template: str) -> Any:
        """Like `render`, but a template that is one single reference keeps the value's type; None when it is absent.

        Raises:
            TemplateError: the template is malformed or passes a limit.
        """
        return compile_template(template).value(self._roots)

    def evaluate(self, expression: str) -> Any:
        """Evaluate a CEL expression over `inputs`, `nodes`, `trigger` and `env`.

        Raises:
            ExpressionError: the expression is malformed or fails.
        """
        return compile_expression(expression).evaluate(self._roots)

    def missing(self, template: str) -> list[str]:
        """Return the references of a template that have no value, as `nodes.fetch.title`, without repeats.

        Raises:
            TemplateError: the template is malformed.
        """
        return compile_template(template).missing(self._roots)
