"""Expressions in CEL (Common Expression Language) over `inputs` and `nodes`.

CEL knows ASCII names only. We also read Chinese ones: `nodes.发布需求.选题` means `nodes["发布需求"]["选题"]`, and the
Chinese name of a node may stand alone: `发布需求.选题`.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tools.cel_texts import syntax_error, too_long
from tools.definitions import JsonObject, Text
from workflow_editor.errors import NodeError
from workflow_editor.nodes.expression_cost import is_too_much, loops_in
from workflow_editor.nodes.lookup import Roots

if TYPE_CHECKING:
    from cel import Program

MAX_SOURCE_CHARACTERS = 10_000
CACHED_EXPRESSIONS = 1024

_STRING = r'"(?:[^"\\]|\\.)*"|' + r"'(?:[^'\\]|\\.)*'"
_TOKEN = re.compile(rf"(?P<string>{_STRING})|(?P<dot>\.\s*)?(?P<word>[^\W\d]\w*)")
_REFERENCE = re.compile(
    rf"""(?<![\w.])(?P<root>nodes|inputs)\b\s*(?:\.\s*(?P<word>[A-Za-z_]\w*)(?!\s*\()|\[\s*(?P<string>{_STRING})\s*\])?"""
)


_TOO_MUCH = Text(
    "The expression walks lists that are too long for it. Use a code node, or a loop, for so many values.",
    "表达式遍历的列表过长。数据较多时，请改用代码节点或循环节点。",
)


class ExpressionError(NodeError):
    """An expression cannot be read or evaluated; `text` says why in both languages."""

    code = "expression_invalid"


class Expression:
    """A compiled expression; may be used from any thread."""

    def __init__(self, program: "Program", source: str) -> None:
        self._program = program
        self._source = source
        self._references = tuple(_references(source))
        self._loops = loops_in(source)

    def references(self) -> Iterator[tuple[str, str | None]]:
        """Yield (`nodes` or `inputs`, name); the name is None where it is not known before the run."""
        return iter(self._references)

    def evaluate(self, roots: Roots) -> Any:
        """Compute the value.

        Raises:
            ExpressionError: a name is missing, types do not fit, or the like; or it could take too long.
        """
        values = {"inputs": roots.inputs, "nodes": self._nodes(roots)}
        if is_too_much(self._loops, self._source, values):
            raise ExpressionError(_TOO_MUCH)
        try:
            return self._program.execute(values)
        except (ArithmeticError, LookupError, RuntimeError, TypeError, ValueError) as error:
            raise ExpressionError(_failure(error)) from error

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


@lru_cache(maxsize=CACHED_EXPRESSIONS)
def compile_expression(source: str) -> Expression:
    """Compile an expression; the result is kept.

    Raises:
        ExpressionError: the syntax is wrong, or the text is longer than 10,000 characters.
    """
    # The module takes half a second to import; only graphs with expressions need it.
    from cel import compile as compile_cel

    if len(source) > MAX_SOURCE_CHARACTERS:
        raise ExpressionError(too_long(MAX_SOURCE_CHARACTERS))
    readable = _with_quoted_names(source)
    try:
        return Expression(compile_cel(readable), readable)
    except ValueError as error:
        raise ExpressionError(syntax_error(str(error))) from error


def _with_quoted_names(source: str) -> str:
    def quoted(match: re.Match[str]) -> str:
        word = match["word"]
        if word is None or word.isascii():
            return match.group()
        return f'["{word}"]' if match["dot"] else f'nodes["{word}"]'

    return _TOKEN.sub(quoted, source)


def _references(source: str) -> Iterator[tuple[str, str | None]]:
    # Strings are blanked in the search text, so that words inside of them are not taken for references.
    for match in _REFERENCE.finditer(source):
        if _inside_string(source, match.start()):
            continue
        if match["word"] is not None:
            yield match["root"], match["word"]
        elif match["string"] is not None:
            yield match["root"], match["string"][1:-1]
        else:
            yield match["root"], None


def _inside_string(source: str, position: int) -> bool:
    return any(match.start() < position < match.end() for match in re.finditer(_STRING, source))


def _failure(error: Exception) -> Text:
    reason = str(error).strip().rstrip(".")
    if isinstance(error, KeyError):
        name = str(error.args[0]) if error.args else ""
        return Text(
            f"The expression asks for “{name}”, which does not exist; test with has(…) before.",
            f"表达式引用了不存在的“{name}”，可先用 has(…) 判断。",
        )
    return Text(f"The expression failed: {reason}.", f"表达式计算失败：{reason}。")
