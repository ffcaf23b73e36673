"""Templates, expressions and patterns that could take too long: they go to worker processes, which may be killed."""

from collections.abc import Sequence
from typing import Any, Literal

from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.evaluation.pool import EvaluationBusyError, EvaluationLimitError, EvaluationPool
from workflow_editor.errors import NodeError
from workflow_editor.graph.catalogue import LOADED_WORDS
from workflow_editor.nodes.evaluation_errors import ExpressionError, TemplateError
from workflow_editor.nodes.lookup import CLOCK_WORDS, Roots

Segments = tuple[str | int, ...]
"""A reference: its root, then names and indices."""

_pool = EvaluationPool("workflow_editor.nodes.evaluation_worker")
_READ = Text("The template cannot be read")
_FILL = Text("The template cannot be filled in")
_EVALUATE = Text("The expression cannot be evaluated")


def template_paths(source: str) -> tuple[Segments, ...]:
    """Compile a template and return its references. Raises TemplateError, as `compile_template`, or on timeout."""
    paths = _evaluated(TemplateError, _READ, "template_paths", source)
    return tuple(tuple(path) for path in paths)


def template_filled(
    source: str, paths: Sequence[Segments], roots: Roots, how: Literal["render", "value", "missing"]
) -> Any:
    """Fill in a template: its text, its value, or what is missing for it.

    Raises TemplateError, as `Template.render`, or on timeout.
    """
    names, outputs = _nodes(paths, roots)
    used = {path[0] for path in paths}
    words = {word: roots.load_word(word) for word in LOADED_WORDS if word in used}
    is_clock_read = any(word in source for word in CLOCK_WORDS)
    zone = roots.zone().key if is_clock_read and roots.has_zone else ""
    given = (roots.inputs, names, outputs, words, roots.version, zone)
    return _evaluated(TemplateError, _FILL, "template_filled", source, how, *given)


def expression_check(source: str) -> None:
    """Compile an expression. Raises ExpressionError if the syntax is wrong, or on timeout."""
    _evaluated(ExpressionError, _EVALUATE, "expression_check", source)


def expression_value(source: str, values: JsonObject) -> Any:
    """Evaluate an expression. Raises ExpressionError, as `Expression.evaluate`, or on timeout."""
    return _evaluated(ExpressionError, _EVALUATE, "expression_value", source, values)


def _nodes(paths: Sequence[Segments], roots: Roots) -> tuple[dict[str, str], JsonObject]:
    """Return names and outputs of the nodes that a template refers to; of all when it computes a name."""
    names, view = roots.nodes.names, roots.nodes
    keys: set[str | None] = set()
    for root, *rest in paths:
        if root != "nodes":
            keys.add(names.bare(str(root)))
        elif rest and isinstance(rest[0], str):
            keys.add(names.after_nodes(rest[0]))
        else:
            keys.update(names)
    known = [key for key in keys if key is not None]
    return {key: names.name(key) for key in known}, {key: view.node(key).fields for key in known}


def _evaluated(error: type[NodeError], doing: Text, function: str, *arguments: Any) -> Any:
    try:
        answer = _pool.evaluate(function, *arguments)
    except EvaluationBusyError as busy:
        raise error(busy.text, retryable=True) from busy
    except EvaluationLimitError as limit:
        why = limit.text
        raise error(Text("{doing}: {why}.", doing=doing, why=why)) from limit
    if "error" in answer:
        raise error(Text.of(**answer["error"]))
    return answer["found"]
