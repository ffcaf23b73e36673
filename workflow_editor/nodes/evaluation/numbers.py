"""Mixed integer and decimal arithmetic in expressions, which CEL refuses. Pure.

An expression that fails by types is rewritten with functions as operators; these give a double for mixed numbers.
Numbers of one kind stay with CEL: exact integers, and int / int is an int. Expressions that do not fail are never
rewritten, so they mean what CEL defines.
"""

import math
import re
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import orjson

from tools.core.definitions import JsonObject

if TYPE_CHECKING:
    from cel import Program

SLOWER = 10
"""Maximum cost of a function relative to an operator."""
_OPERATIONS = {"+": "sum_of", "-": "difference_of", "*": "product_of", "/": "quotient_of", "%": "remainder_of"}
_REMEMBERED = 256
_TOKEN = re.compile(
    r"""(?P<skipped>\s+|//[^\n]*)"""
    r"""|[bB]?[rR][bB]?(?:"{3}(?:(?!"{3}).)*"{3}|'{3}(?:(?!'{3}).)*'{3}|"[^"\n]*"|'[^'\n]*')"""
    r"""|[bB]?(?:"{3}(?:(?!"{3})[^\\]|\\.)*+"{3}|'{3}(?:(?!'{3})[^\\]|\\.)*+'{3}|"(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+')"""
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


def execute_with_mixed_numbers(source: str, values: JsonObject) -> Any:
    """Evaluate an expression with mixed integer and decimal operands.

    Raises whatever the library raises for the original operators.
    """
    from cel import Context

    failures: list[Exception] = []

    def function_of(sign: str) -> Callable[[Any, Any], Any]:
        def calculate(left: Any, right: Any) -> Any:
            try:
                kinds = {type(left), type(right)}
                if kinds == {int, float} or (sign == "%" and kinds == {float}):
                    return _of_doubles(sign, float(left), float(right))
                return _compiled(f"a {sign} b").execute({"a": left, "b": right})
            except Exception as error:
                failures.append(error)
                raise

        return calculate

    functions = {name: function_of(sign) for sign, name in _OPERATIONS.items()}
    try:
        return _compiled(with_functions(source)).execute(Context(variables=values, functions=functions))
    except Exception as error:
        # The library wraps what a function raises into words of its own.
        raise failures[-1] if failures and str(failures[-1]) in str(error) else error from None


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
