"""Templates with tags and filters, run by python-liquid within limits on loops and size, and a budget of steps."""

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence, Sized
from functools import partial, wraps
from typing import Any, TextIO, cast

from liquid import BoundTemplate, Environment, RenderContext
from liquid.builtin.expressions import FilteredExpression, Path, logical
from liquid.builtin.expressions.logical import ContainsExpression, is_truthy
from liquid.builtin.output import Output, OutputNode
from liquid.builtin.tags.echo_tag import EchoNode, EchoTag
from liquid.exceptions import LiquidError, LiquidInterrupt, LiquidSyntaxError, ResourceLimitError, StopRender
from liquid.expression import Expression
from liquid.output import LimitedStringIO
from liquid.static_analysis import TemplateAnalysis
from liquid.stringify import to_liquid_string
from liquid.token import Token
from liquid.undefined import UNDEFINED, Undefined

from tools.core.formats.format_error import FormatError
from tools.core.formats.yaml_text import parse_yaml
from tools.core.text import Text, sentences
from workflow_editor.nodes.evaluation.client import Segments
from workflow_editor.nodes.evaluation_errors import TemplateError
from workflow_editor.nodes.formats.csv_text import to_csv
from workflow_editor.nodes.lookup import CLOCK_WORDS, UNKNOWN, Missing, Roots, to_text, walk
from workflow_editor.nodes.meanings import EXACT_EQUALITY, NULL_IS_MISSING, NUMBERS_ARE_NO_FORMULAS
from workflow_editor.nodes.render_budget import Budget, value_steps
from workflow_editor.nodes.template import LIQUID_WORDS, MAX_FILLED_CHARACTERS, Template, resolve
from workflow_editor.nodes.templates.exact_filters import (
    COMPARING_FILTERS,
    comparing_exactly,
    holds_exactly,
    rounded,
    unique,
    url_decoded,
)
from workflow_editor.nodes.templates.filters import FILTERS
from workflow_editor.nodes.templates.marks import has_short_ranges
from workflow_editor.nodes.templates.reasons import liquid_reason

MAX_LOOP_PASSES = 20_000
MAX_VARIABLE_BYTES = 2_000_000
_WITHOUT_END = float("inf")
_COMPARED_PER_STEP = 20
"""Comparing two values is quicker than writing them."""
_WRITTEN_PER_STEP = 1_000
_CHARGED_TYPES = frozenset({str, dict, list, tuple})
_SMALL_TYPES = frozenset({str, bool, float, type(None)})
_MARK_NODES = 3
"""Nodes that the parser makes of one piece of markup: the tag, its block and the text after it."""
_SLOW_FILTERS = frozenset(
    {"url_encode", "url_decode", "date", "json", "escape_once", "truncatewords", "squish", *FILTERS}
)
_CLOCK_FILTERS = frozenset({"date", "date_add", "date_diff", "time_zone"})
"""Those that read `"now"` and `"today"` as the words without quotes."""
_QUADRATIC_FILTERS = frozenset({"uniq", "strip_html", "parse_yaml", "to_yaml", "parse_xml", "markdown_to_html"})
"""Or so slow that only a little is done here."""
_MARKUP = re.compile(r"(?P<raw>\{%-?\s*raw\s*-?%\}.*?\{%-?\s*endraw\s*-?%\})|\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
_WORD_AS_FIELD = re.compile(
    rf"""(?P<string>"[^"]*"|'[^']*')|(?<=[\w\]])\.(?P<word>{"|".join(LIQUID_WORDS)})(?![\w-])"""
)


class _UnknownNode(Undefined):
    """Undefined because no node has that name."""


class _Context(RenderContext):
    """Resolves paths by our rules and charges a budget for all work; `nodes` limits one loop pass."""

    __slots__ = ("_budget", "_compare_steps", "_nodes", "_paths", "_roots")

    def __init__(
        self, template: BoundTemplate, roots: Roots, budget: Budget, paths: Sequence[Segments], nodes: int
    ) -> None:
        super().__init__(template, globals=roots)
        self._roots = roots
        self._budget = budget
        self._paths = paths
        self._nodes = nodes
        self._compare_steps: float | None = None

    def get(self, path: list[object], *, token: Token | None, default: object = UNDEFINED) -> object:
        budget = self._budget
        budget.spend(1)
        found: object
        try:
            found = walk(self.scope[cast("str", path[0])], path[1:], budget)
        except (KeyError, TypeError):
            found = UNKNOWN
        if not isinstance(found, Missing):
            if type(found) in _CHARGED_TYPES:
                self._charge_for(found)
            return found
        if default is not UNDEFINED:
            return default
        return (_UnknownNode if found is UNKNOWN else Undefined)(str(path[0]), token=token)

    @property
    def compares_exactly(self) -> bool:
        return self._roots.version >= EXACT_EQUALITY

    def _charge_for(self, value: object) -> None:
        """Charge for what a tag may do with a value: look through it, or compare it with another one."""
        if isinstance(value, str):
            self._budget.spend(len(value) / 2_000)
        elif self._budget.is_limited:
            if self._compare_steps is None:
                values = [resolve(path, self._roots, self._budget) for path in self._paths]
                steps = value_steps(values, self._budget.left)
                self._compare_steps = steps / _COMPARED_PER_STEP if steps <= self._budget.left else _WITHOUT_END
            self._budget.spend(self._compare_steps)

    def filter(self, name: str, token: Token | None) -> Callable[..., object]:
        function = super().filter(name, token)
        if self._roots.version < NUMBERS_ARE_NO_FORMULAS:
            function = _ENVIRONMENT.first_filters.get(name, function)
        nothing = Undefined(name, token=token) if self._roots.version >= NULL_IS_MISSING else None

        def charged(left: object, *arguments: object, **options: object) -> object:
            self._budget.spend(_filter_steps(name, left, arguments, self._budget.left))
            if name in _CLOCK_FILTERS and isinstance(left, str) and left in CLOCK_WORDS and self._roots.has_zone:
                moment = self._roots.moment(left)
                left = moment if name == "date" else moment.isoformat()
            if nothing is not None:
                left = nothing if left is None else left
                arguments = tuple(nothing if one is None else one for one in arguments)
            return function(left, *arguments, **options)

        return charged

    def raise_for_loop_limit(self, length: int = 1) -> None:
        super().raise_for_loop_limit(length)
        self._budget.spend(length * self._nodes)

    def write(self, buffer: TextIO, text: str) -> int:
        self._budget.spend(len(text) / _WRITTEN_PER_STEP)
        return buffer.write(text)

    def spend_value(self, value: Any) -> None:
        """Charge for walking through a value."""
        self._budget.spend_value(value)


def _filter_steps(name: str, left: object, arguments: Sequence[object], most: float) -> float:
    steps = 2 + value_steps(left, most) + value_steps(list(arguments), most)
    if name in _QUADRATIC_FILTERS:
        return steps * steps
    return steps * 10 if name in _SLOW_FILTERS else steps


def _write(node: OutputNode, context: _Context, buffer: TextIO) -> int:
    value = node.expression.evaluate(context)
    if type(value) not in _SMALL_TYPES:
        context.spend_value(value)
    if isinstance(value, dict | list):
        return context.write(buffer, to_text(value))
    if value is None and not _names_nothing(node.expression, context):
        return context.write(buffer, "null")
    text = to_liquid_string(value, autoescape=False)
    if text == "" and _names_unknown_node(node.expression, context):
        return context.write(buffer, _as_written(node))
    return context.write(buffer, text)


def _value_of(node: OutputNode, context: _Context) -> Any:
    value = node.expression.evaluate(context)
    context.spend_value(value)
    if (value == "" or isinstance(value, Undefined)) and _names_unknown_node(node.expression, context):
        return _as_written(node)
    return None if isinstance(value, Undefined) else _as_json(value)


def _names_unknown_node(expression: Expression, context: RenderContext) -> bool:
    """Return True for a path to an unknown node, unless the `default` filter takes care of it."""
    if not isinstance(expression, FilteredExpression) or not isinstance(expression.left, Path):
        return False
    if any(filter_.name == "default" for filter_ in expression.filters or ()):
        return False
    return isinstance(expression.left.evaluate(context), _UnknownNode)


def _names_nothing(expression: Expression, context: RenderContext) -> bool:
    """Find a filter over what does not exist: `{{ inputs.ghost | first }}` is as empty as without the filter."""
    return isinstance(expression, FilteredExpression) and isinstance(expression.left.evaluate(context), Undefined)


def _as_written(node: OutputNode) -> str:
    return node.token.value if node.token.value.startswith("{{") else str(node)


class _Contains(ContainsExpression):
    """`contains` by Liquid's `==`, where python-liquid takes true for 1."""

    __slots__ = ()

    def evaluate(self, context: RenderContext) -> object:
        if cast("_Context", context).compares_exactly:
            left, right = self.left.evaluate(context), self.right.evaluate(context)
            if isinstance(left, list | tuple) and isinstance(right, bool | int | float | list | dict):
                return is_truthy(right) and holds_exactly(left, right)
        return super().evaluate(context)


# The parser has no other place for a class of one's own.
logical.ContainsExpression = _Contains  # type: ignore[misc]


class _OutputNode(OutputNode):
    def render_to_output(self, context: RenderContext, buffer: TextIO) -> int:
        return _write(self, cast("_Context", context), buffer)


class _Output(Output):
    node_class = _OutputNode


class _EchoNode(EchoNode):
    def render_to_output(self, context: RenderContext, buffer: TextIO) -> int:
        return _write(self, cast("_Context", context), buffer)


class _EchoTag(EchoTag):
    node_class = _EchoNode


class _Environment(Environment):
    loop_iteration_limit = MAX_LOOP_PASSES
    local_namespace_limit = MAX_VARIABLE_BYTES

    def setup_tags_and_filters(self, *, extra: bool = False) -> None:
        super().setup_tags_and_filters(extra=extra)
        self.first_filters: Mapping[str, Callable[..., object]] = {
            "to_csv": partial(to_csv, guard="signs"),
            "parse_yaml": lambda value: parse_yaml(to_text(value), allows_infinity=True),
            **{name: self.filters[name] for name in ("round", "uniq", "url_decode", *COMPARING_FILTERS)},
        }
        """Filters as they were for nodes of the first version."""
        self.add_tag(_Output)
        self.add_tag(_EchoTag)
        # There are no other templates to include.
        del self.tags["include"], self.tags["render"]
        for name, function in FILTERS.items():
            self.add_filter(name, function)
        self.add_filter("json", _json)
        self.add_filter("round", rounded)
        self.add_filter("uniq", unique)
        self.add_filter("url_decode", url_decoded)
        for name in COMPARING_FILTERS:
            self.add_filter(name, comparing_exactly(self.filters[name]))
        self.add_filter("sort", _nothing_last(self.filters["sort"]))
        self.add_filter("replace", _bounded(self.filters["replace"], _replaced_size))
        self.add_filter("join", _bounded(_joining_json(self.filters["join"]), _joined_size))


def _json(value: object) -> str:
    return json.dumps(None if isinstance(value, Undefined) else value, ensure_ascii=False, default=str)


def _nothing_last(sort: Callable[..., list[object]]) -> Callable[..., object]:
    """Let the filter put null behind everything, as it does with fields that are missing: it cannot compare it."""

    @wraps(sort)
    def ordered(left: object, key: object = None) -> object:
        if not isinstance(left, list | tuple):
            return sort(left, key)
        is_nothing = [(item.get(key, ...) if isinstance(item, Mapping) else item) is None for item in left]
        rest = [item for item, last in zip(left, is_nothing, strict=True) if not last]
        return sort(rest, key) + [item for item, last in zip(left, is_nothing, strict=True) if last]

    return ordered


def _joining_json(join: Callable[..., object]) -> Callable[..., object]:
    """Let the filter write its items as JSON does: it would write Python's True and None."""

    @wraps(join)
    def joined(left: object, *arguments: object, **options: object) -> object:
        if isinstance(left, list | tuple):
            left = [item if isinstance(item, str) else _json(item) for item in left]
        return join(left, *arguments, **options)

    return joined


def _bounded(function: Callable[..., object], size: Callable[..., int]) -> Callable[..., object]:
    """Guard a filter with potentially huge output: two megabytes can become terabytes."""

    @wraps(function)
    def guarded(left: object, *arguments: object, **options: object) -> object:
        if size(left, *arguments) > MAX_FILLED_CHARACTERS:
            raise ResourceLimitError("its text becomes too long", token=None)
        return function(left, *arguments, **options)

    return guarded


def _replaced_size(left: object, old: object = "", new: object = "") -> int:
    text = str(left)
    return len(text) + text.count(str(old)) * len(str(new))


def _joined_size(left: object, separator: object = " ") -> int:
    return len(left) * len(str(separator)) if isinstance(left, Sized) else 0


_ENVIRONMENT = _Environment()


def compile_liquid(source: str) -> Template:
    """Compile a template with more than references.

    Raises TemplateError if the syntax is wrong, or a filter does not exist.
    """
    try:
        template = _ENVIRONMENT.from_string(_MARKUP.sub(_with_quoted_fields, source))
        return _LiquidTemplate(source, template)
    except LiquidError as error:
        raise _syntax_error(source, error) from error
    except RecursionError as error:
        raise TemplateError(Text("The template is nested too deeply.")) from error


def _with_quoted_fields(markup: re.Match[str]) -> str:
    """Write fields that are Liquid's own words in brackets: it cannot read `{{ page.limit | plus: 1 }}` otherwise."""
    if markup["raw"]:
        return markup["raw"]
    return _WORD_AS_FIELD.sub(lambda found: found["string"] or f'["{found["word"]}"]', markup.group())


class _LiquidTemplate(Template):
    def __init__(self, source: str, template: BoundTemplate) -> None:
        self.source = source
        self._template = template
        analysis = template.analyze(include_partials=False)
        self.paths = _paths(analysis)
        for name in analysis.filters:
            if name not in _ENVIRONMENT.filters:
                raise TemplateError(Text("There is no filter “{name}”.", name=name))
        filled = [node for node in template.nodes if str(node).strip()]
        only = filled[0] if len(filled) == 1 else None
        self._single = only if isinstance(only, OutputNode) else None
        markup = [found.group() for found in _MARKUP.finditer(source)]
        self._nodes = 1 + _MARK_NODES * len(markup)
        self._own_steps = self._nodes if all(map(has_short_ranges, markup)) else _WITHOUT_END

    def fill(self, roots: Roots, budget: Budget) -> str:
        buffer = LimitedStringIO(limit=MAX_FILLED_CHARACTERS)
        self._guarded(lambda context: self._render(context, buffer), roots, budget)
        return buffer.getvalue()

    def fill_value(self, roots: Roots, budget: Budget) -> Any:
        if self._single is None:
            return self.fill(roots, budget)
        single = self._single
        return self._guarded(lambda context: _value_of(single, context), roots, budget)

    def _render(self, context: RenderContext, buffer: TextIO) -> None:
        try:
            for node in self._template.nodes:
                node.render(context, buffer)
        except StopRender:
            return

    def _guarded(self, work: Callable[[_Context], Any], roots: Roots, budget: Budget) -> Any:
        if budget.is_limited:
            budget.spend(self._own_steps)
        try:
            return work(_Context(self._template, roots, budget, self.paths, self._nodes))
        except LiquidInterrupt as error:
            raise TemplateError(Text("The template has a {error} outside a loop.", error=error)) from error
        except LiquidError as error:
            reason = liquid_reason(str(error.message), Text("it does not match its value"))
            place = _place(self.source, error.token)
            text = Text("The template cannot be filled in{place}: {reason}.", place=place, reason=reason)
            raise TemplateError(text) from error
        except FormatError as error:
            raise TemplateError(sentences([Text("The template cannot be filled in."), error.text])) from error
        except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError) as error:
            # Filters pass on what Python raises for values that they were not made for.
            reason = liquid_reason(str(error), Text("a filter does not accept the value"))
            text = Text("The template cannot be filled in{place}: {reason}.", place="", reason=reason)
            raise TemplateError(text) from error


def _as_json(value: object) -> Any:
    """Turn dates, ranges and decimals, which filters make and outputs cannot hold, into text."""
    if isinstance(value, dict):
        return {str(name): _as_json(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_as_json(inner) for inner in value]
    if value is None or isinstance(value, bool | int) or (isinstance(value, float) and math.isfinite(value)):
        return value
    return str(to_liquid_string(value, autoescape=False))


def _paths(analysis: TemplateAnalysis) -> tuple[Segments, ...]:
    found = []
    for variables in analysis.globals.values():
        for variable in variables:
            static: list[str | int] = []
            for segment in variable.segments:
                if not isinstance(segment, str | int):
                    break
                static.append(segment)
            if static and static[0] not in CLOCK_WORDS:
                found.append(tuple(static))
    return tuple(found)


def _place(source: str, token: Token | None) -> Text:
    if token is None or token.start_index < 0:
        return Text.verbatim("")
    before = source[: token.start_index]
    line, column = before.count("\n") + 1, token.start_index - before.rfind("\n")
    return Text(" (line {line}, column {column})", line=line, column=column)


def _syntax_error(source: str, error: LiquidError) -> TemplateError:
    reason = liquid_reason(str(error.message), Text("it has a syntax error"))
    text = Text("The template has an error{place}: {reason}.", place=_place(source, error.token), reason=reason)
    if isinstance(error, LiquidSyntaxError) and error.token is not None and not error.token.value[:1].isascii():
        text = sentences([text, Text('Write names with spaces or symbols as {{ nodes["name"] }}.')])
    return TemplateError(text)
