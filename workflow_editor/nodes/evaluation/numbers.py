"""Numbers in expressions: mixed integer and decimal arithmetic, which CEL refuses, and sizes of texts. Pure.

An expression that fails by types is rewritten with functions as operators; these give a double for mixed numbers.
Numbers of one kind stay with CEL: exact integers, and int / int is an int. Expressions that do not fail keep their
operators, so they mean what CEL defines.

The library counts a text's bytes, CEL its characters. Source: CEL language definition, "size".
"""

import math
import re
from collections.abc import Callable
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

import orjson

from tools.core.definitions import JsonObject

if TYPE_CHECKING:
    from cel import Program

SLOWER = 10
"""Maximum cost of a function relative to an operator."""
_OPERATIONS = {"+": "sum_of", "-": "difference_of", "*": "product_of", "/": "quotient_of", "%": "remainder_of"}
_CHARACTERS = "characters_of"
_SIZE = re.compile(r"""(?P<string>"(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+')|\bsize(?=\s*\()""", re.DOTALL)
_REMEMBERED = 256
_TOKEN = re.compile(
    r"""(?P<skipped>\s+|//[^\n]*)"""
    r"""|[bB]?[rR][bB]?(?:"{3}(?:(?!"{3}).)*"{3}|'{3}(?:(?!'{3}).)*'{3}|"[^"\n]*"|'[^'\n]*')"""
    r"""|[bB]?(?:"{3}(?:(?!"{3})[^\\]|\\.)*"{3}|'{3}(?:(?!'{3})[^\\]|\\.)*'{3}|"(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+')"""
    r"""|0[xX][0-9a-fA-F]+[uU]?|(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?[uU]?|[A-Za-z_]\w*|&&|\|\||[<>=!]=|.""",
    re.DOTALL,
)
_LOWER = frozenset({"?", ":", ",", "||", "&&", "==", "!=", "<", "<=", ">", ">=", "in"})
"""Delimiters of sums; CEL has no other operators."""
_CLOSING = {"(": ")", "[": "]", "{": "}"}


def with_long_integers_as_texts(values: JsonObject) -> JsonObject:
    """Return values with integers beyond 64 bits as digits: CEL would round them to doubles."""
    try:
        orjson.dumps(values)
    except TypeError:
        found: JsonObject = _with_texts(values)
        return found
    return values


def _with_texts(value: Any) -> Any:
    match value:
        case dict():
            return {name: _with_texts(one) for name, one in value.items()}
        case list():
            return [_with_texts(one) for one in value]
        case int() if not -(2**63) <= value < 2**64:
            return str(value)
    return value


def calculates(source: str) -> bool:
    """Say whether an expression may hold an operator of arithmetic."""
    return any(sign in source for sign in _OPERATIONS)


def with_sizes_in_characters(source: str) -> str:
    """Return an expression that counts the characters of a text where `size` would count its bytes."""
    return _SIZE.sub(lambda found: found["string"] or _CHARACTERS, source) if "size" in source else source


def execute_with_functions(program: "Program", values: JsonObject) -> Any:
    """Evaluate an expression by the library, and by our functions where it has any.

    Raises whatever the library raises for its own operators and functions.
    """
    source = program.source
    try:
        return _executed(program, values) if _CHARACTERS in source else program.execute(values)
    except TypeError:
        if not calculates(source):
            raise
    return _executed(_compiled(with_functions(source)), values)


def _executed(program: "Program", values: JsonObject) -> Any:
    from cel import Context

    failures: list[Exception] = []

    def noting(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*operands: Any) -> Any:
            try:
                return function(*operands)
            except Exception as error:
                failures.append(error)
                raise

        return call

    functions = {name: noting(partial(_calculated, sign)) for sign, name in _OPERATIONS.items()}
    functions[_CHARACTERS] = noting(_size)
    try:
        return program.execute(Context(variables=values, functions=functions))
    except Exception as error:
        # The library wraps what a function raises into words of its own.
        raise failures[-1] if failures and str(failures[-1]) in str(error) else error from None


def _calculated(sign: str, left: Any, right: Any) -> Any:
    kinds = {type(left), type(right)}
    if kinds == {int, float} or (sign == "%" and kinds == {float}):
        return _of_doubles(sign, float(left), float(right))
    return _compiled(f"a {sign} b").execute({"a": left, "b": right})


def _size(value: Any) -> Any:
    return len(value) if isinstance(value, str | list | dict) else _compiled("size(a)").execute({"a": value})


@lru_cache(maxsize=_REMEMBERED)
def with_functions(source: str) -> str:
    """Return an expression that CEL can read with functions in place of the operators of arithmetic."""
    return _Reader([found.group() for found in _TOKEN.finditer(source) if found["skipped"] is None]).sequence("")


class _Reader:
    """Reads what the library has read before, so nothing in it is wrong. CEL's grammar: sums of products of members."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self._at = 0

    def sequence(self, end: str) -> str:
        """Return the tokens up to a closing token, which is consumed; "" is the end."""
        parts = []
        while self._next not in (end, ""):
            parts.append(f" {self._take()} " if self._next in _LOWER else self._sum())
        self._at += 1
        return "".join(parts)

    @property
    def _next(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self) -> str:
        token = self._next
        self._at += 1
        return token

    def _sum(self) -> str:
        return self._of("+-", lambda: self._of("*/%", self._member))

    def _of(self, signs: str, inner: Callable[[], str]) -> str:
        left = inner()
        while self._next and self._next in signs:
            name = _OPERATIONS[self._take()]
            left = f"{name}({left}, {inner()})"
        return left

    def _member(self) -> str:
        signs = ""
        while self._next in ("!", "-"):
            signs += self._take()
        text = self._closed(self._take())
        while self._next in (".", "(", "[", "{"):
            sign = self._take()
            text += f".{self._take()}" if sign == "." else self._closed(sign)
        return signs + text

    def _closed(self, token: str) -> str:
        closing = _CLOSING.get(token)
        return f"{token}{self.sequence(closing)}{closing}" if closing else token


def _of_doubles(sign: str, left: float, right: float) -> float:
    match sign:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            return left / right
    if not right:
        raise ZeroDivisionError
    return math.fmod(left, right)


@lru_cache(maxsize=_REMEMBERED)
def _compiled(source: str) -> "Program":
    from cel import compile as compile_cel

    return compile_cel(source)
