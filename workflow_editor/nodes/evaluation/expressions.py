"""CEL (Common Expression Language) expressions over `inputs`, `nodes` and `trigger`.

CEL names are ASCII and begin with a letter. We also accept `inputs.2nd` for `inputs["2nd"]`, `nodes.发布需求.选题` for
`nodes["发布需求"]["选题"]`, and bare Chinese node names: `发布需求.选题`.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tools.core.definitions import JsonObject
from tools.policies.cel_cost import Cost, is_quickly_read
from tools.policies.cel_messages import failure, syntax_error, too_long
from workflow_editor.graph.catalogue import LOADED_WORDS
from workflow_editor.nodes.evaluation import client as evaluation_client
from workflow_editor.nodes.evaluation.compile_cache import CompileCache
from workflow_editor.nodes.evaluation.numbers import (
    SLOWER,
    calculates,
    execute_with_functions,
    with_long_integers_as_texts,
    with_sizes_in_characters,
)
from workflow_editor.nodes.evaluation_errors import ExpressionError
from workflow_editor.nodes.lookup import RESULT_ALIAS, Roots, with_result_alias
from workflow_editor.nodes.meanings import LONG_INTEGERS_ARE_TEXTS_IN_CEL, SIZES_ARE_CHARACTERS

if TYPE_CHECKING:
    from cel import Program

MAX_SOURCE_CHARACTERS = 10_000
CACHED_EXPRESSIONS = 1024

_STRING = r'"(?:[^"\\]|\\.)*+"|' + r"'(?:[^'\\]|\\.)*+'"
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_NUMBER = r"(?<![\w.])\.?\d[\w.]*"
_TOKEN = re.compile(rf"(?P<string>{_STRING})|{_NUMBER}|(?P<dot>\.\s*)(?P<field>\d*[^\W\d]\w*)|(?P<word>[^\W\d]\w*)")
_REFERENCE = re.compile(
    rf"""(?P<text>{_STRING})"""
    rf"""|(?<![\w.])(?P<root>nodes|inputs)\b\s*(?:\.\s*(?P<word>[A-Za-z_]\w*)(?!\s*\()|\[\s*(?P<string>{_STRING})\s*\])?"""
)

_FIELD = re.compile(
    rf"""(?P<text>{_STRING})"""
    rf"""|(?P<tested>\bhas\s*\(\s*)?(?<![\w.])nodes\b\s*(?:\.\s*(?P<word>[A-Za-z_]\w*)|\[\s*(?P<string>{_STRING})\s*\])"""
    rf"""\s*(?:\.\s*(?P<field>[A-Za-z_]\w*)(?!\w|\s*\()|\[\s*(?P<name>{_STRING})\s*\])"""
)


class Expression:
    """An expression that can be read; may be used from any thread."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._references = tuple(_references(source))
        self._cost = Cost(source)
        self._calculates = calculates(source)

    def references(self) -> Iterator[tuple[str, str | None]]:
        """Yield (`nodes` or `inputs`, name); the name is None where it is not known before the run."""
        return iter(self._references)

    def fields(self) -> Iterator[tuple[str, str]]:
        """Yield (node, field) of each named field, except in presence tests."""
        for match in _FIELD.finditer(self._source):
            node, field = match["word"] or match["string"], match["field"] or match["name"]
            if match["text"] is None and match["tested"] is None:
                yield node.strip("\"'"), field.strip("\"'")

    def evaluate(self, roots: Roots) -> Any:
        """Compute the value, in a worker process if it could take long.

        Raises ExpressionError for missing names, type errors and the like, or on timeout.
        """
        nodes = self._nodes(roots)
        if RESULT_ALIAS in self._source:
            nodes = {key: with_result_alias(output) for key, output in nodes.items()}
        values = {"inputs": roots.inputs, "nodes": nodes}
        values |= {word: roots.load_word(word) for word in LOADED_WORDS if word in self._source}
        values |= {word: value for word, value in roots.of_pass.items() if word in self._source}
        if roots.version >= LONG_INTEGERS_ARE_TEXTS_IN_CEL:
            values = with_long_integers_as_texts(values)
        source = with_sizes_in_characters(self._source) if roots.version >= SIZES_ARE_CHARACTERS else self._source
        if self._cost.is_small(values, SLOWER if self._calculates or source != self._source else 1):
            return execute(compile_here(source), values)
        return evaluation_client.expression_value(source, values)

    def _nodes(self, roots: Roots) -> JsonObject:
        """Only the outputs that the expression names; all of them when it computes a name."""
        wanted = [name for root, name in self._references if root == "nodes"]
        if None in wanted:
            return roots.nodes.everything()
        nodes: JsonObject = {}
        for name in wanted:
            key = roots.nodes.names.after_nodes(name)
            if key is not None and name is not None:
                nodes[name] = roots.nodes.node(key).fields
        return nodes


def _compile(source: str) -> Expression:
    if len(source) > MAX_SOURCE_CHARACTERS:
        raise ExpressionError(too_long(MAX_SOURCE_CHARACTERS))
    readable = _with_quoted_names(source)
    if is_quickly_read(readable):
        compile_here(readable)
    else:
        evaluation_client.expression_check(readable)
    return Expression(readable)


compile_expression = CompileCache(_compile, CACHED_EXPRESSIONS)
"""Compile an expression, with caching. Raises ExpressionError for wrong syntax, or above 10,000 characters."""


@lru_cache(maxsize=CACHED_EXPRESSIONS)
def compile_here(readable: str) -> "Program":
    """Compile an expression in plain CEL. Raises ExpressionError if the syntax is wrong."""
    # The module takes half a second to import; only graphs with expressions need it.
    from cel import compile as compile_cel

    try:
        return compile_cel(readable)
    except ValueError as error:
        raise ExpressionError(syntax_error(str(error))) from error


def execute(program: "Program", values: JsonObject) -> Any:
    """Evaluate a compiled expression, without interruption. Raises ExpressionError, as `Expression.evaluate`."""
    try:
        return execute_with_functions(program, values)
    except (ArithmeticError, LookupError, RuntimeError, TypeError, ValueError) as error:
        raise ExpressionError(failure(error)) from error


def _with_quoted_names(source: str) -> str:
    def quoted(match: re.Match[str]) -> str:
        if (field := match["field"]) and (field[0].isdecimal() or not field.isascii()):
            return f'["{field}"]'
        word = match["word"]
        return match.group() if word is None or word.isascii() else f'nodes["{word}"]'

    return _TOKEN.sub(quoted, source)


def _references(source: str) -> Iterator[tuple[str, str | None]]:
    for match in _REFERENCE.finditer(source):
        if match["text"] is not None:
            # Words inside of strings are no references.
            continue
        if match["word"] is not None:
            yield match["root"], match["word"]
        elif match["string"] is not None:
            yield match["root"], _ESCAPED.sub(r"\1", match["string"][1:-1])
        else:
            yield match["root"], None
