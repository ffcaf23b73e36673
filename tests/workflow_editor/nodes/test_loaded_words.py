"""`trigger` and `env` are loaded when a text uses them, once, and give way to nodes of these names."""

import pytest

from tools.core.definitions import JsonObject
from workflow_editor.nodes.lookup import NodeNames
from workflow_editor.nodes.variables import RunVariables

MEANINGS: dict[str, JsonObject] = {"trigger": {"body": {"n": 2}}, "env": {"REGION": "cn-north", "EMPTY": ""}}
OUTPUTS: dict[str, JsonObject] = {"n1": {"REGION": "of the node"}}
LONG = "{% for i in (1..3000) %}{% if i == 2999 %}{{ env.REGION }}{% endif %}{% endfor %}"
"""Filled in by a worker process."""


class Words:
    """Notes which words are asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def load(self, word: str) -> JsonObject:
        self.asked.append(word)
        return MEANINGS[word]


def variables(words: Words, names: dict[str, str] | None = None) -> RunVariables:
    return RunVariables({}, NodeNames(names or {}), OUTPUTS.get, load_word=words.load)


@pytest.mark.parametrize(
    ("template", "text", "asked"),
    [
        ("{{ env.REGION }}", "cn-north", ["env"]),
        ("{{ env['REGION'] }}/{{ trigger.body.n }}", "cn-north/2", ["env", "trigger"]),
        ("{{ env.GHOST }}|{{ env.EMPTY }}|", "||", ["env", "env"]),
        ("{{ inputs.env }}env", "env", []),
        (LONG, "cn-north", ["env"]),
    ],
)
def test_templates(template: str, text: str, asked: list[str]) -> None:
    words = Words()
    assert variables(words).render(template) == text
    assert sorted(set(words.asked)) == sorted(set(asked))


@pytest.mark.parametrize(
    ("expression", "value"),
    [('env.REGION == "cn-north" && trigger.body.n > 1', True), ('has(env.GHOST) ? env.GHOST : "none"', "none")],
)
def test_expressions(expression: str, value: object) -> None:
    assert variables(Words()).evaluate(expression) == value


def test_what_is_missing_is_named() -> None:
    assert variables(Words()).missing("{{ env.GHOST }}{{ env.REGION }}") == ["env.GHOST"]


def test_a_node_of_this_name_goes_first() -> None:
    words = Words()
    assert variables(words, {"n1": "env"}).render("{{ env.REGION }}") == "of the node"
    assert words.asked == []
