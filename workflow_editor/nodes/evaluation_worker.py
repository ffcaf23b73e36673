"""Functions of `evaluation_client` in killable workers, JSON in and out: `{"found"}` or a translated `{"error"}`."""

from collections.abc import Callable
from typing import Any

from tools.core.definitions import JsonObject
from workflow_editor.errors import NodeError
from workflow_editor.nodes.evaluation.compile_cache import CompileCache
from workflow_editor.nodes.evaluation.expressions import compile_here, execute
from workflow_editor.nodes.lookup import NodeNames, NodesView, Roots
from workflow_editor.nodes.render_budget import Budget
from workflow_editor.nodes.template import Template
from workflow_editor.nodes.templates.liquid import compile_liquid
from workflow_editor.nodes.templates.templating import compile_plain

_WITHOUT_END = float("inf")


def template_paths(source: str) -> JsonObject:
    """Compile a template and return its references."""
    return _answer(lambda: _template(source).paths)


def template_filled(
    source: str,
    how: str,
    inputs: JsonObject,
    names: dict[str, str],
    outputs: JsonObject,
    words: JsonObject,
    version: int,
    zone: str,
) -> JsonObject:
    """Fill in a template: its text, its value, or what is missing for it."""
    view = NodesView(NodeNames(names), outputs.get)
    roots = Roots(inputs, view, lambda word: words[word], version, zone=zone)

    def fill() -> Any:
        template, budget = _template(source), Budget(_WITHOUT_END)
        fillings = {"render": template.fill, "value": template.fill_value, "missing": template.find_missing}
        return fillings[how](roots, budget)

    return _answer(fill)


def expression_check(source: str) -> JsonObject:
    return _answer(lambda: repr(compile_here(source)))


def expression_value(source: str, values: JsonObject) -> JsonObject:
    return _answer(lambda: execute(compile_here(source), values))


def _compile(source: str) -> Template:
    return compile_plain(source) or compile_liquid(source)


_template = CompileCache(_compile, 64)


def _answer(work: Callable[[], Any]) -> JsonObject:
    try:
        return {"found": work()}
    except NodeError as error:
        return {"error": error.text.to_json()}
