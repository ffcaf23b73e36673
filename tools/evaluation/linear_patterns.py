"""Linear-time regular expressions: Rust's `regex`, which comes with pydantic. Pure.

No look-around or back-references; `(a+)+$`, which blocks Python's `re`, is harmless. `(a{100}){100}` still costs per
letter, so a search that may take long runs in a worker process.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from math import prod
from typing import Annotated

from pydantic import StringConstraints, TypeAdapter, ValidationError
from pydantic_core import SchemaError

from tools.core.formats.format_error import FormatError
from tools.core.text import Text
from tools.evaluation.pool import EvaluationLimitError, EvaluationPool

_SMALL_PATTERN = 1_000
_SMALL_SEARCH = 4_000_000
"""States of a pattern by letters of a text: some 20 ms in the worst case."""
_COUNT = re.compile(r"\{(\d{1,9})?,?(\d{1,9})?\}", re.ASCII)

_REASONS: Mapping[str | Text, Text] = {
    text.en: text
    for text in (
        Text("unclosed group"),
        Text("unopened group"),
        Text("unclosed character class"),
        Text("unclosed counted repetition"),
        Text("repetition operator missing expression"),
        Text("unrecognized escape sequence"),
        Text("backreferences are not supported"),
        Text("look-around, including look-ahead and look-behind, is not supported"),
        Text("invalid character class range, the start must be <= the end"),
        Text("invalid repetition count range, the start must be <= the end"),
    )
}
"""Explanations of common mistakes."""

_pool = EvaluationPool("tools.evaluation.linear_patterns")


class PatternError(FormatError):
    """Not a regular expression of this kind; `text` ends with the parser's own word where it is a rare one."""

    def __init__(self, reason: str | Text) -> None:
        super().__init__(Text("This regular expression cannot be used: {reason}.", reason=_REASONS.get(reason, reason)))


def pattern_found(pattern: str, text: str) -> bool:
    """Return whether a pattern is found in a text.

    Raises:
        PatternError: it is invalid, or needs unbounded time.
        EvaluationBusyError: no worker is free for a long search.
    """
    states = _states(pattern)
    if states <= _SMALL_PATTERN and states * len(text) <= _SMALL_SEARCH:
        found, mistake = search(pattern, text)
    else:
        try:
            found, mistake = _pool.evaluate("search", pattern, text)
        except EvaluationLimitError as error:
            raise PatternError(error.text) from error
    if mistake:
        raise PatternError(mistake)
    return found


def search(pattern: str, text: str) -> tuple[bool, str]:
    """Return whether a pattern is found, and else what is wrong with it, if anything; nothing can stop it."""
    compiled = _compiled(pattern)
    if isinstance(compiled, str):
        return False, compiled
    try:
        compiled.validate_python(text)
    except ValidationError:
        return False, ""
    return True, ""


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> TypeAdapter[str] | str:
    adapter: TypeAdapter[str] = TypeAdapter(
        Annotated[str, StringConstraints(pattern=pattern)], config={"defer_build": True}
    )
    try:
        adapter.rebuild(raise_errors=True)
    except SchemaError as error:
        return str(error).strip().splitlines()[-1].rpartition("rror: ")[2].rstrip(".")
    return adapter


def _states(pattern: str) -> int:
    """Return about how many states a pattern has: its letters, as often as they are repeated by count."""
    counts = (max(int(least or 1), int(most or 1), 1) for least, most in _COUNT.findall(pattern))
    return len(pattern) * prod(counts)
