"""The filters that templates have beside those of Liquid: what each returns, and what it refuses."""

from typing import Any

import pytest

from tests.chinese import is_chinese
from tests.doubles.node_harness import NodeHarness
from workflow_editor.nodes.evaluation_errors import TemplateError
from workflow_editor.nodes.meanings import NEWEST
from workflow_editor.nodes.templates.filter_help import FILTER_HELP
from workflow_editor.nodes.templates.filters import FILTERS

RETURNED: list[tuple[str, Any, Any]] = [
    # RFC 1321, FIPS 180, and the second case of RFC 4231.
    ("md5", "abc", "900150983cd24fb0d6963f7d28e17f72"),
    ("sha1", "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    ("sha256", "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
        "hmac_sha256: 'Jefe'",
        "what do ya want for nothing?",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    ),
    ("slugify", "  Héllo, 世界 __ 2026! ", "héllo-世界-2026"),
    ("slugify", None, ""),
    ("date_add: 1, 'month'", "2026-01-31", "2026-02-28"),
    ("date_add: -1, 'years'", "2024-02-29", "2023-02-28"),
    ("date_add: 36, 'hours'", "2026-01-31T08:00:00+08:00", "2026-02-01T20:00:00+08:00"),
    ("date_add: 2", "2026-12-31", "2027-01-02"),
    ("date_add: '1', 'minute'", "2026-12-31", "2026-12-31T00:01:00"),
    ("date_diff: '2026-01-01'", "2026-01-15", 14),
    ("date_diff: '2026-01-15T00:00:00+08:00', 'hours'", "2026-01-15", 8),
    ("date_diff: '2026-01-01', 'weeks'", "2026-01-08T12:00:00Z", 7.5 / 7),
    ("time_zone: 'Asia/Shanghai'", "2026-01-31T20:00:00Z", "2026-02-01T04:00:00+08:00"),
    ("time_zone: 'Europe/Paris'", "2026-07-01T00:00:00", "2026-07-01T02:00:00+02:00"),
    ("parse_json", '{"a": [1, null]}', {"a": [1, None]}),
    (
        "parse_csv",
        '\ufeffname,note\r\n张三,"a, ""b""\r\nc"\r\n\r\nBob',
        [{"name": "张三", "note": 'a, "b"\r\nc'}, {"name": "Bob"}],
    ),
    ("parse_csv: ';'", "a;b\n1;2", [{"a": "1", "b": "2"}]),
    ("parse_csv", "a,b\n1,2,3,\n4", [{"a": "1", "b": "2", "column_3": "3"}, {"a": "4"}]),
    ("parse_csv", "a,a,,a\n1,2,3,4", [{"a": "1", "a_2": "2", "column_3": "3", "a_3": "4"}]),
    ("parse_csv", "", []),
    ("parse_csv", 'a,b\n"1"2,3 "x"', [{"a": "12", "b": '3 "x"'}]),
    ("to_csv", [{"a": 1, "b": "=1+1"}, {"b": [2], "c": None}], "a,b,c\r\n1,'=1+1,\r\n,[2],\r\n"),
    ("to_csv", [], "\r\n"),
    ("parse_xml", '<a n="1"><b>茶</b></a>', {"a": {"@n": "1", "b": "茶"}}),
    ("to_xml: 'list'", [1, "<"], "<list><item>1</item><item>&lt;</item></list>"),
    ("parse_yaml", "a: [1, no]\nb: 茶", {"a": [1, "no"], "b": "茶"}),
    ("to_yaml", {"b": "茶", "a": [1]}, "b: 茶\na:\n- 1\n"),
    ("parse_yaml", "1: a\ntrue: b\nnull: c", {"1": "a", "true": "b", "null": "c"}),
    ("markdown_to_html", "# 茶\n<b>", "<h1>茶</h1>\n<p>&lt;b&gt;</p>\n"),
]

REFUSED: list[tuple[str, Any, str]] = [
    ("date_add: 1", "2026-02-30", "not a date"),
    ("date_add: 1", "x" * 100_000, f"“{'x' * 64}” is not a date"),
    ("date_add: 9999999, 'years'", "2026-01-01", "between 1 and 9999"),
    ("date_add: 99999999999999999999, 'days'", "2026-01-01", "between 1 and 9999"),
    ("date_add: 5000000, 'days'", "2026-01-01", "between 1 and 9999"),
    ("date_add: 'many'", "2026-01-01", "not a whole number"),
    ("date_add: 1, 'moons'", "2026-01-01", "“moons” is not a unit of time. Use seconds, minutes"),
    ("date_diff: '2026-01-01', 'months'", "2026-01-01", "Count in days"),
    ("date_diff: 'today'", "2026-01-01", "“today” is not a date"),
    ("time_zone: 'Asia/Shanghai'", "9999-12-31T23:00:00Z", "between 1 and 9999"),
    ("time_zone: 'Asia/Nowhere'", "2026-01-01", "no time zone"),
    ("time_zone: 'America'", "2026-01-01", "no time zone"),
    ("time_zone: '../../etc/passwd'", "2026-01-01", "no time zone"),
    ("parse_json", "{", "This is not JSON. Check line 1, column 2"),
    ("parse_json", "[" * 100_000, "nested deeper"),
    ("parse_csv: ',,'", "a", "“,,” cannot separate fields"),
    ("parse_csv: '\"'", "a", "cannot separate fields"),
    ("parse_csv", 'a,b\n1,"2\n3,4\n', "nothing closes"),
    ("parse_csv", '"' + "a" * 200_000, "longer than 131,072 characters"),
    ("to_csv", ["a"], "list of objects"),
    ("parse_yaml", "a: &a [*a]", "more than"),
    ("parse_yaml", "[" * 100_000, "nested deeper"),
    ("parse_yaml", "a: .inf", "infinite"),
    ("parse_yaml", "1: a\n'1': b", "the key '1' comes twice"),
    ("parse_xml", "<!DOCTYPE a><a/>", "Remove <!DOCTYPE"),
    ("to_xml", {"a b": 1}, "not a name in XML"),
    ("to_csv", [{str(at): at} for at in range(2_000)], "cells"),
]


def filtered(call: str, value: Any) -> Any:
    return NodeHarness(inputs={"x": value}).variables().value("{{ inputs.x | " + call + " }}")


@pytest.mark.parametrize("name", FILTER_HELP)
def test_what_the_editor_shows_of_a_filter_is_true(name: str) -> None:
    row = FILTER_HELP[name]
    call = f"{name}: {row.arguments}" if row.arguments else name
    harness = NodeHarness(inputs={"x": row.value, "more": ["b"]})
    assert harness.variables().value("{{ inputs.x | " + call + " }}") == row.result


def test_the_editor_shows_every_filter_of_ours() -> None:
    assert FILTERS.keys() <= FILTER_HELP.keys()


@pytest.mark.parametrize(("call", "value", "returned"), RETURNED)
def test_a_filter_returns(call: str, value: Any, returned: Any) -> None:
    assert filtered(call, value) == returned


@pytest.mark.parametrize(("call", "value", "part"), REFUSED)
def test_a_filter_refuses_in_a_sentence(call: str, value: Any, part: str) -> None:
    with pytest.raises(TemplateError) as caught:
        filtered(call, value)
    assert part in caught.value.text.en
    # A parser's own words, if any, stand at the end.
    assert is_chinese(caught.value.text.in_language("zh").partition(" 列：")[0])


# Shopify Liquid: `==` is Ruby's, where true is not 1, and `round` is Float#round, where halves go away from zero.
_MIXED = [{"k": True}, {"k": 1}, {"k": 1.0}, {"k": "1"}, {"k": None}, {}]
LIKE_LIQUID: list[tuple[str, Any, Any]] = [
    ("where: 'k', 1", _MIXED, [{"k": 1}, {"k": 1.0}]),
    ("where: 'k', true", _MIXED, [{"k": True}]),
    ("where: 'k'", _MIXED, [{"k": True}, {"k": 1}, {"k": 1.0}, {"k": "1"}]),
    ("reject: 'k', 1", _MIXED, [{"k": True}, {"k": "1"}, {"k": None}, {}]),
    ("find: 'k', 1", _MIXED, {"k": 1}),
    ("find_index: 'k', 1", _MIXED, 1),
    ("has: 'k', 0", [{"k": False}], False),
    (
        "uniq",
        [True, 1, 1.0, "1", None, None, {"a": [True]}, {"a": [1]}, {"a": [1.0]}],
        [True, 1, "1", None, {"a": [True]}, {"a": [1]}],
    ),
    ("uniq: 'k'", _MIXED, [{"k": True}, {"k": 1}, {"k": "1"}, {"k": None}, {}]),
    ("round", 2.5, 3),
    ("round", -2.5, -3),
    ("round", 7615917337495251231, 7615917337495251231),
    ("round: 2", 0.125, 0.13),
    ("round: 1", "2.25", 2.3),
    ("round: 400", 0.1, 0.1),
    ("url_decode", "%E8%8C%B6+%26", "茶 &"),
]


@pytest.mark.parametrize(("call", "value", "returned"), LIKE_LIQUID)
def test_a_filter_does_what_liquid_defines(call: str, value: Any, returned: Any) -> None:
    assert repr(filtered(call, value)) == repr(returned)


@pytest.mark.parametrize(
    ("call", "value", "returned"),
    [("round", 2.5, 2), ("uniq", [True, 1], [True]), ("url_decode", "a%FF", "a\ufffd")],
)
def test_a_node_of_the_first_version_keeps_its_filters(call: str, value: Any, returned: Any) -> None:
    harness = NodeHarness(inputs={"x": value}, version=1)
    assert harness.variables().value("{{ inputs.x | " + call + " }}") == returned


# Ruby's `include?` for lists and texts, and no value that is nil or false is contained.
CONTAINED: list[tuple[Any, str, bool]] = [
    ([True], "1", False),
    ([True], "true", True),
    ([1], "true", False),
    ([1.0], "1", True),
    (["1"], "1", False),
    (["true"], "true", False),
    ([[1]], "inputs.x[0]", True),
    ([False], "false", False),
    ([None], "nil", False),
    ("a1", "1", True),
    ({"a": 1}, "'a'", True),
]


def contains(value: Any, other: str, version: int) -> str:
    source = (
        "{% if inputs.x contains OTHER %}yes{% endif %}{% unless inputs.x contains OTHER %}no{% endunless %}".replace(
            "OTHER", other
        )
    )
    return str(NodeHarness(inputs={"x": value}, version=version).variables().value(source))


@pytest.mark.parametrize(("value", "other", "is_contained"), CONTAINED)
def test_a_list_contains_equal_items_alone(value: Any, other: str, is_contained: bool) -> None:
    assert contains(value, other, NEWEST) == ("yes" if is_contained else "no")


@pytest.mark.parametrize(("value", "other"), [([True], "1"), ([1], "true")])
def test_a_node_of_the_first_version_takes_true_for_one(value: Any, other: str) -> None:
    assert contains(value, other, 1) == "yes"


@pytest.mark.parametrize(
    ("call", "value", "words"),
    [
        ("url_decode", "a%FF", "is not UTF-8"),
        ("sort", [1, "a"], "values of different kinds cannot be sorted"),
        ("sum", ["abc"], "one of the values is not a number"),
        ("base64_decode", "5Li", "the value is not Base64"),
        ("uniq: 'k'", ["a"], "an item has no fields"),
    ],
)
def test_a_value_that_liquid_refuses_is_explained_without_the_words_of_programs(
    call: str, value: Any, words: str
) -> None:
    with pytest.raises(TemplateError, match=words):
        filtered(call, value)


def test_rows_of_csv_come_back_as_they_were() -> None:
    rows = [{"id": str(at), "名": f'第 {at} 行, "x"\n'} for at in range(2_000)]
    assert filtered("to_csv | parse_csv", rows) == rows


def test_the_time_that_is_now_can_be_moved() -> None:
    assert 86_390 < filtered("date_add: 1, 'day' | date_diff: 'now', 'seconds'", "now") <= 86_400
