"""Templates as tables: what a reference gives, in plain templates and in those with tags and filters."""

import re
from typing import Any

import pytest

from workflow_editor.nodes.evaluation_errors import TemplateError
from workflow_editor.nodes.lookup import NodeNames
from workflow_editor.nodes.templates.templating import compile_template
from workflow_editor.nodes.variables import RunVariables

ENGLISH = re.compile("[A-Za-z]{2,} [A-Za-z]{2,}")
"""Two words of the library's own in a Chinese sentence."""
NAMES = {
    "start": "发布需求",
    "fetch": "Fetch page",
    "video": "视频URL（抖音）",
    "ai": "写作",
    "fenced": "Fenced",
    "one": "One",
    "old": "Old",
    "idle": "Idle",
    "digits": "Digits",
    "start_2": "fetch",
}
OUTPUTS: dict[str, dict[str, Any]] = {
    "start": {"选题": "猫", "count": 3, "empty": None, "limit": 7, "flag": True, "ratio": 0.5},
    "fetch": {"data": {"title": "T", "items": [{"n": 1}, {"n": 2}], "size": "XL"}, "success": True},
    "digits": {"2nd": {"3D": "deep", "rows": ["a", "b"]}},
    "video": {"url": "https://v.example"},
    "ai": {"result": "好的", "model": "m"},
    "old": {"result": "new name", "结果": "own field"},
    "fenced": {"result": '```json\n{"title": "深", "tags": ["a", "b"]}\n```', "model": "m"},
    "one": {"only": [1, 2]},
    "start_2": {"text": "named like a key", "other": 1},
}


def variables() -> RunVariables:
    return RunVariables({"topic": "tea", "list": ["x", "y"], "名": "值"}, NodeNames(NAMES), OUTPUTS.get, ["fetch"])


RENDERED: list[tuple[str, str]] = [
    ("plain text, { and }, }} and %}", "plain text, { and }, }} and %}"),
    ("{{ inputs.topic }}", "tea"),
    ("{{inputs.topic}}!", "tea!"),
    ("{{ inputs.名 }}", "值"),
    ("{{ inputs.ghost }}|", "|"),
    ("{{ nodes.fetch.data.title }}", "T"),
    ("{{ nodes.fetch.data.items[1].n }}{{ nodes.fetch.data.items[-1].n }}", "22"),
    ("{{ nodes.fetch.data.items.size }}", "2"),
    ("{{ nodes.fetch.data.size }}", "XL"),
    ("{{ nodes.fetch.data.items.first.n }}{{ nodes.fetch.data.items.last.n }}", "12"),
    ("{{ nodes.fetch.data['title'] }}", "T"),
    ("{{ 发布需求.选题 }}", "猫"),
    ('{{ 发布需求["选题"] }}', "猫"),
    ("{{ nodes.发布需求.选题 }}", "猫"),
    ('{{ nodes["视频URL（抖音）"].url }}', "https://v.example"),
    ('{{ nodes["视频URL（抖音）"] }}', "https://v.example"),
    ('{{ nodes["Fetch page"].data.title }}', "T"),
    ("{{ 写作 }}", "好的"),
    # `结果` is another name of `result`, unless there is a field of that name.
    ("{{ nodes.ai.结果 }} {{ 写作.结果 }} {{ Old.结果 }}", "好的 好的 own field"),
    ("{{ Fenced.结果.title }} {{ One.结果 }}|", "深 |"),
    ("{{ Digits.2nd.3D }} {{ nodes.digits.2nd['3D'] }} {{ nodes.digits.2nd.rows[1] }}", "deep deep b"),
    ("{{ One }}", "[\n  1,\n  2\n]"),
    ("{{ nodes.fetch.data.items[0] }}", '{\n  "n": 1\n}'),
    ("{{ 发布需求.count }} {{ 发布需求.flag }} {{ 发布需求.ratio }} {{ 发布需求.empty }}|", "3 true 0.5 null|"),
    ("{{ nodes.start.ghost }}{{ nodes.fetch.data.items[9].n }}{{ nodes.fetch.data.title.x }}|", "|"),
    ("{{ Idle }}{{ Idle.result }}|", "|"),
    ("{{ ghost }} {{ ghost.a }} {{nodes.ghost.b}}", "{{ ghost }} {{ ghost.a }} {{nodes.ghost.b}}"),
    ("{{ Fenced.title }} {{ nodes.fenced.result.tags[1] }}", "深 b"),
    # A bare word is a name first, after `nodes.` a key is first.
    ("{{ fetch.text }} / {{ nodes.fetch.data.title }}", "named like a key / T"),
]
RENDERED_BY_LIQUID: list[tuple[str, str]] = [
    ("{{ inputs.topic | upcase }}", "TEA"),
    ("{{- inputs.topic -}}  !", "tea!"),
    ("{% for item in nodes.fetch.data.items %}{{ item.n }};{% endfor %}", "1;2;"),
    ("{% if 发布需求.count > 2 %}many{% else %}few{% endif %}", "many"),
    ("{% assign 标题 = nodes.fetch.data.title %}{{ 标题 }}", "T"),
    ("{{ ghost | upcase }} {{ nodes.ghost.x | upcase }}", "{{ ghost | upcase }} {{ nodes.ghost.x | upcase }}"),
    ('{{ ghost | default: "none" }} {{ inputs.ghost | default: "none" }}', "none none"),
    ("{{ ghost | default: '' }}|", "|"),
    ("{{ inputs.ghost | upcase }}|", "|"),
    ("{{ nodes.fetch.data.items | json }}", '[{"n": 1}, {"n": 2}]'),
    ("{{ nodes.fetch.data.items | join: ';' }}", '{"n": 1};{"n": 2}'),
    ('{% assign x = nodes.fetch.data %}{{ x.items.size }} {{ x["title"] }}', "2 T"),
    ("{{ 写作 | append: '!' }}", "好的!"),
    ("{% echo nodes.fetch.data.items[0] %}", '{\n  "n": 1\n}'),
    ("{{ Fenced.title | append: '层' }}", "深层"),
    ("{{ nodes[inputs.which].data.title }}|", "{{ nodes[inputs.which].data.title }}|"),
    ("{% raw %}{{ inputs.topic }}{% endraw %}", "{{ inputs.topic }}"),
    ("{{ true }} {{ nil }}|", "true null|"),
    ("{{ inputs.ghost | first }}|{{ 发布需求.empty | default: 'none' }}", "|none"),
    ("{% assign gone = inputs.ghost %}{{ gone }}|", "|"),
    ("{% echo nodes.start.empty %}{% capture kept %}{{ nodes.start.empty }}{% endcapture %} {{ kept }}", "null null"),
    ("{{ 发布需求.limit | plus: 1 }} {{ 'x.limit' }} {% raw %}{{ a.limit }}{% endraw %}", "8 x.limit {{ a.limit }}"),
]


@pytest.mark.parametrize(("template", "text"), RENDERED + RENDERED_BY_LIQUID)
def test_a_template_gives(template: str, text: str) -> None:
    assert variables().render(template) == text


@pytest.mark.parametrize("template", [row[0] for row in RENDERED])
def test_liquid_gives_the_same_as_the_plain_renderer(template: str) -> None:
    """A tag that does nothing sends the same template through python-liquid."""
    plain = variables().render(template)
    assert variables().render(template + "{% assign nothing = 1 %}") == plain


VALUES: list[tuple[str, Any]] = [
    ("{{ 发布需求.count }}", 3),
    (" {{ 发布需求.flag }} ", True),
    ("{{ nodes.fetch.data }}", OUTPUTS["fetch"]["data"]),
    ("{{ inputs.list }}", ["x", "y"]),
    ("{{ nodes.start.empty }}", None),
    ("{{ inputs.ghost }}", None),
    ("{{ ghost }}", "{{ ghost }}"),
    ("{{ nodes.fetch.data.items | size }}", 2),
    ("{{ nodes.fetch.data.items | map: 'n' }}", [1, 2]),
    ("{{ ghost | upcase }}", "{{ ghost | upcase }}"),
    ("{{ (1..3) }}", "1..3"),
    ("{{ 发布需求.count }} cats", "3 cats"),
    ("42", "42"),
    ("", ""),
]


@pytest.mark.parametrize(("template", "value"), VALUES)
def test_a_single_reference_keeps_its_type(template: str, value: Any) -> None:
    given = variables().value(template)
    assert given == value
    assert type(given) is type(value)


@pytest.mark.parametrize(
    ("template", "part"),
    [
        ("{{ x", "line 1, column 1"),
        ("a\nb {{ nodes..x }}", "line 2"),
        ("{{ a b }}", "expected end of expression"),
        ("{% if %}{% endif %}", "missing expression"),
        ("{% if a %}", "if"),
        ("{{ $json.x }}", "“$” cannot be used here"),
        ("{{ 'x }}", "“'” cannot be used here"),
        ("{{ a | }}", "expected a name"),
        ("{{ (1..3 }}", "expected “)”"),
        ("{% for x %}{% endfor %}", "expected “in”"),
        ("{% if a == %}{% endif %}", "expected a value or a name"),
        ("{{ a[ }}", "path segment"),
        ("{% comment %}", "never closed"),
        ("{% endif %}", "not allowed here"),
        ("{% wizard %}", "wizard"),
        ("{% include 'x' %}", "include"),
        ("{{ inputs.topic | shout }}", "no filter “shout”"),
        ("{{ 视频URL（抖音） }}", 'nodes["name"]'),
        ("x" * 200_001, "200,000"),
    ],
)
def test_a_mistake_is_reported_in_a_sentence(template: str, part: str) -> None:
    with pytest.raises(TemplateError) as caught:
        compile_template(template)
    assert part in caught.value.text.en
    assert caught.value.text.in_language("zh")
    assert not ENGLISH.search(caught.value.text.in_language("zh"))
    assert caught.value.code == "template_invalid"


@pytest.mark.parametrize(
    ("template", "part"),
    [
        ("{% for i in (1..9999999) %}{% endfor %}", "loop iteration limit"),
        ("{% for i in (1..200) %}{% for j in (1..200) %}{% endfor %}{% endfor %}", "loop iteration limit"),
        (
            "{% assign s = 'aaaaaaaa' %}{% for i in (1..90) %}{% assign s = s | append: s %}{% endfor %}",
            "namespace limit",
        ),
        ("{% for i in (1..15000) %}{{ inputs.long }}{% endfor %}", "output stream limit"),
        ("{{ inputs.long }}" * 300, "longer than 5,000,000 characters"),
        ("{{ inputs.long | replace: 'x', inputs.long }}", "too long"),
        ("{{ inputs.long | split: '' | join: inputs.long }}", "too long"),
        ("{% assign s = 3 %}{% for i in (1..10000) %}{% assign s = s | times: s %}{% endfor %}", "longer than 1 s"),
        ("{% break %}", "outside a loop"),
        ("{{ 1 | divided_by: 0 }}", "divide by 0"),
        ("{{ 'x' | slice: 'y' }}", "cannot be filled in"),
    ],
)
def test_a_template_cannot_run_away(template: str, part: str) -> None:
    hungry = RunVariables({"topic": "t", "long": "x" * 20_000}, NodeNames({}), lambda key: None)
    with pytest.raises(TemplateError) as caught:
        hungry.render(template)
    assert part in caught.value.text.en
    assert caught.value.text.in_language("zh")
    assert not ENGLISH.search(caught.value.text.in_language("zh"))


def test_only_outputs_that_are_named_are_loaded() -> None:
    asked: list[str] = []

    def load(key: str) -> dict[str, Any] | None:
        asked.append(key)
        return OUTPUTS.get(key)

    lazy = RunVariables({}, NodeNames(NAMES), load)
    lazy.render("{{ nodes.fetch.data.title }} {{ 写作 | upcase }}")
    assert asked == ["fetch", "ai"]


def test_references_are_known_before_the_run() -> None:
    template = (
        "{{ nodes.fetch.a }} {{ 写作 }} {{ inputs.topic }} {% for x in nodes['Fetch page'].items %}{{ x.a }}"
        "{{ nodes[inputs.which].z }}{% endfor %}{{ now }}"
    )
    assert set(compile_template(template).references()) == {
        ("node", "fetch"),
        ("node", "写作"),
        ("input", "topic"),
        ("node", "Fetch page"),
        ("input", "which"),
    }


def test_missing_values_are_listed_once() -> None:
    template = "{{ inputs.ghost }} {{ inputs.ghost }} {{ nodes.idle.x }} {{ nope.y }} {{ inputs.topic }}"
    assert variables().missing(template) == ["inputs.ghost", "nodes.idle.x", "nope.y"]


def test_upstream_gives_keys_and_outputs() -> None:
    assert variables().upstream() == [("fetch", OUTPUTS["fetch"])]


def test_join_writes_its_items_as_json_does() -> None:
    mixed = ["a", None, True, False, 1, 2.5, {"k": [None]}, "深"]
    given = RunVariables({"list": mixed}, NodeNames(NAMES), OUTPUTS.get, [])
    assert given.render("{{ inputs.list | join: '|' }}") == 'a|null|true|false|1|2.5|{"k": [null]}|深'
