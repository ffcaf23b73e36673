"""Whatever refuses what people wrote gives the reason in their language; a library's own words may stand at its end."""

from collections.abc import Callable
from functools import reduce
from typing import Any

import pytest

from tests.chinese import is_chinese
from tests.doubles.node_harness import NodeHarness
from tools.core.call.arguments import parse_arguments
from tools.core.errors import BilingualError
from tools.executors.contract.json_schema import schema_problem
from tools.executors.http_request.bodies import encoded
from workflow_editor.nodes.builtin.guardrail import GuardrailConfig, GuardrailNode
from workflow_editor.nodes.evaluation.switch_cases import matches
from workflow_editor.nodes.texts.json_answer import check_answer

DEEP = "[" * 200 + "]" * 200
OURS: dict[str, Callable[[], object]] = {
    "body: too deep": lambda: encoded(DEEP, "json"),
    "body: no form": lambda: encoded("tea", "form"),
    "body: no fields": lambda: encoded(["tea"], "form"),
    "arguments: too deep": lambda: parse_arguments(DEEP),
    "arguments: no object": lambda: parse_arguments("[1]"),
    "switch: no range": lambda: matches("range", "1", "ten"),
    "guardrail: look-ahead": lambda: _guarded({"requiredPattern": "(?=a)"}),
    "guardrail: open group": lambda: _guarded({"forbiddenPattern": "("}),
    "switch: closed group": lambda: matches("regex", "tea", ")"),
    "switch: open class": lambda: matches("regex", "tea", "[a"),
    "switch: open count": lambda: matches("regex", "tea", "a{1"),
    "switch: count of nothing": lambda: matches("regex", "tea", "*"),
    "switch: escape": lambda: matches("regex", "tea", r"\q"),
    "switch: class in reverse": lambda: matches("regex", "tea", "[z-a]"),
    "switch: count in reverse": lambda: matches("regex", "tea", "a{2,1}"),
    "answer: back-reference in the schema": lambda: check_answer("aa", {"pattern": r"(a)\1"}),
    "answer: wrong type": lambda: check_answer({"title": 7}, {"properties": {"title": {"type": "string"}}}),
    "answer: schema refers to nothing": lambda: check_answer(1, {"$ref": "#/$defs/gone"}),
    "answer: schema in circles": lambda: check_answer(1, {"$ref": "#"}),
}
"""Calls that raise an error that is ours."""
QUOTING: dict[str, Callable[[], object]] = {
    "body: not JSON": lambda: encoded("{", "json"),
    "arguments: not JSON": lambda: parse_arguments('{"word": '),
    "guardrail: large pattern": lambda: _guarded({"forbiddenPattern": "a{1000}{1000}{100}"}),
}
"""Calls that raise an error with a parser's own words behind the last colon."""
NO_SCHEMAS: dict[str, dict[str, Any]] = {
    "unknown type": {"type": "nothing"},
    "type of a wrong type": {"type": 3},
    "required": {"required": "title"},
    "below a minimum": {"properties": {"title": {"minLength": -1}}},
    "properties": {"properties": []},
    "unevaluated": {"patternProperties": {"a": {}}, "unevaluatedProperties": False},
    "deep": reduce(lambda inner, _: {"not": inner}, range(5_000), {"type": "string"}),
}


def _guarded(rule: dict[str, str]) -> object:
    config = GuardrailConfig.model_validate({"content": "tea", **rule})
    return GuardrailNode().preview(config, NodeHarness().variables())


def _in_chinese(refuse: Callable[[], object]) -> str:
    with pytest.raises(BilingualError) as caught:
        refuse()
    return caught.value.text.in_language("zh")


@pytest.mark.parametrize("refuse", OURS.values(), ids=OURS)
def test_our_reasons_are_chinese(refuse: Callable[[], object]) -> None:
    words = _in_chinese(refuse)
    assert is_chinese(words), words


@pytest.mark.parametrize("refuse", QUOTING.values(), ids=QUOTING)
def test_before_the_words_of_a_parser_stand_ours_in_chinese(refuse: Callable[[], object]) -> None:
    words = _in_chinese(refuse)
    assert is_chinese(words.rpartition("：")[0]), words


@pytest.mark.parametrize("schema", NO_SCHEMAS.values(), ids=NO_SCHEMAS)
def test_the_problem_of_a_schema_is_chinese(schema: dict[str, Any]) -> None:
    problem = schema_problem(schema)
    assert problem is not None
    assert is_chinese(problem.in_language("zh")), problem
