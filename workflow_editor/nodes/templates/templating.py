"""Templates: Liquid text with references to run inputs and node outputs.

References: `{{ inputs.topic }}`, `{{ nodes.fetch.data.title }}` by key, `{{ 发布需求.选题 }}` by displayed name, and
`{{ nodes["视频URL（抖音）"] }}` for names with other characters. A node without a field gives its `result`. Unknown
names are left in the text; a missing field is empty, and null is written as `null`.

Templates with nothing but references, nearly all, are compiled here to a list of pieces. Others go to python-liquid,
imported on first use.
"""

import re
from collections.abc import Sequence
from typing import Any

from tools.core.text import Text
from workflow_editor.nodes.evaluation import client as evaluation_client
from workflow_editor.nodes.evaluation.client import Segments
from workflow_editor.nodes.evaluation.compile_cache import CompileCache
from workflow_editor.nodes.evaluation_errors import TemplateError
from workflow_editor.nodes.lookup import CLOCK_WORDS, UNKNOWN, Missing, Roots, to_text
from workflow_editor.nodes.render_budget import Budget, TooMuchHereError
from workflow_editor.nodes.template import LIQUID_WORDS, MAX_FILLED_CHARACTERS, Template, resolve
from workflow_editor.nodes.templates.marks import is_quickly_read, unclosed_mark

MAX_SOURCE_CHARACTERS = 200_000
CACHED_TEMPLATES = 16_384
"""More than a big graph has: reading it in order would otherwise throw each one out before it is asked for again."""
_TOO_LONG = Text(
    "The template cannot be filled in: the text would be longer than {max_filled_characters:,} characters.",
    max_filled_characters=MAX_FILLED_CHARACTERS,
)

# May begin with a digit; Liquid reads a number as an index.
_WORD = r"\d*[^\W\d][\w-]*"
_STEP = rf"""\.\s*{_WORD}|\[\s*(?:"[^"]*"|'[^']*'|-?\d{{1,9}})\s*\]"""
_OUTPUT = re.compile(rf"\{{\{{\s*(?P<path>{_WORD}(?:\s*(?:{_STEP}))*)\s*\}}\}}")
_SEGMENT = re.compile(rf"""(?P<word>{_WORD})|\[\s*(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<index>-?\d+))\s*\]""")
# Words that mean something else to Liquid when they stand first.
_NOT_A_NODE = LIQUID_WORDS | CLOCK_WORDS


def _compile(source: str) -> Template:
    """Compile a template. Raises TemplateError for wrong syntax, or above 200,000 characters."""
    if len(source) > MAX_SOURCE_CHARACTERS:
        raise TemplateError(
            Text(
                "The template is longer than {max_source_characters:,} characters. Shorten it.",
                max_source_characters=MAX_SOURCE_CHARACTERS,
            )
        )
    plain = compile_plain(source)
    if plain is not None:
        return plain
    if (mistake := unclosed_mark(source)) is not None:
        raise TemplateError(mistake)
    if not is_quickly_read(source):
        return _ApartTemplate(source, evaluation_client.template_paths(source))
    # python-liquid takes a tenth of a second to import, and most servers' templates never need it.
    from workflow_editor.nodes.templates.liquid import compile_liquid

    return compile_liquid(source)


compile_template = CompileCache(_compile, CACHED_TEMPLATES)
"""Compile a template, with caching. Raises TemplateError for wrong syntax, or above 200,000 characters."""


def compile_plain(source: str) -> Template | None:
    """Compile a template of literals and bare references; None when it holds more."""
    pieces = _pieces(source)
    return None if pieces is None else _PlainTemplate(source, pieces)


class _ApartTemplate(Template):
    """Possibly slow templates are never parsed in this process."""

    def __init__(self, source: str, paths: tuple[Segments, ...]) -> None:
        self.source = source
        self.paths = paths

    def fill(self, roots: Roots, budget: Budget) -> str:
        raise TooMuchHereError

    def fill_value(self, roots: Roots, budget: Budget) -> Any:
        raise TooMuchHereError


class _PlainTemplate(Template):
    """Literal text and bare references, nothing else."""

    def __init__(self, source: str, pieces: Sequence[str | tuple[str, Segments]]) -> None:
        self.source = source
        self.paths = tuple(piece[1] for piece in pieces if isinstance(piece, tuple))
        self._pieces = pieces
        filled = [piece for piece in pieces if isinstance(piece, tuple) or piece.strip()]
        self._single = filled[0] if len(filled) == 1 and isinstance(filled[0], tuple) else None

    def fill(self, roots: Roots, budget: Budget) -> str:
        filled: list[str] = []
        length = 0
        for piece in self._pieces:
            text = piece if isinstance(piece, str) else _as_text(piece[0], resolve(piece[1], roots, budget), budget)
            length += len(text)
            if length > MAX_FILLED_CHARACTERS:
                raise TemplateError(_TOO_LONG)
            filled.append(text)
        return "".join(filled)

    def fill_value(self, roots: Roots, budget: Budget) -> Any:
        if self._single is None:
            return self.fill(roots, budget)
        written, path = self._single
        found = resolve(path, roots, budget)
        if isinstance(found, Missing):
            return written if found.is_unknown else None
        return found


def _as_text(written: str, value: object, budget: Budget) -> str:
    if isinstance(value, dict | list):
        budget.spend_value(value)
    if value is UNKNOWN:
        return written
    return "null" if value is None else to_text(value)


def _pieces(source: str) -> list[str | tuple[str, Segments]] | None:
    """Cut a template into literals and (as written, path) pairs; None when it holds anything else."""
    if "{%" in source:
        return None
    pieces: list[str | tuple[str, Segments]] = []
    end = 0
    for match in _OUTPUT.finditer(source):
        path = _segments(match["path"])
        if path[0] in _NOT_A_NODE or "{{" in source[end : match.start()]:
            return None
        if match.start() > end:
            pieces.append(source[end : match.start()])
        pieces.append((match.group(), path))
        end = match.end()
    if "{{" in source[end:]:
        return None
    if end < len(source):
        pieces.append(source[end:])
    return pieces


def _segments(path: str) -> Segments:
    if "[" not in path:
        return tuple(word.strip() for word in path.split("."))
    segments: list[str | int] = []
    for match in _SEGMENT.finditer(path):
        if match["index"] is not None:
            segments.append(int(match["index"]))
        else:
            segments.append(next(text for text in match.group("word", "double", "single") if text is not None))
    return tuple(segments)
