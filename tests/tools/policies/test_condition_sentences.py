"""Sentences of rules: each comparison means in CEL what it reads as, and is read back as it was typed."""

import random
from typing import Any

import pytest

from tests.chinese import is_chinese
from tests.doubles.tool_ports import ALICE
from tools.policies.condition_sentences import COMPARISONS, Clause, read_sentence, write_sentence
from tools.policies.conditions import ConditionError, Question, compile_condition

MEANINGS: list[tuple[Clause, str, list[Any], list[Any]]] = [
    (Clause("x", "is", "DELETE"), 'args.x == "DELETE"', ["DELETE"], ["GET", 1]),
    (Clause("x", "is", "5"), "args.x == 5", [5, 5.0], [6, "5"]),
    (Clause("x", "is", '"5"'), 'args.x == "5"', ["5"], [5]),
    (Clause("x", "is", "true"), "args.x == true", [True], [False, "true"]),
    (Clause("x", "is", '""'), 'args.x == ""', [""], ["a"]),
    (Clause("x", "is_not", "城 & “市”"), 'args.x != "城 & “市”"', ["a"], ["城 & “市”"]),
    (Clause("x", "contains", "5"), 'args.x.contains("5")', ["a5"], ["a"]),
    (Clause("x", "contains_not", 'a"\\b'), 'args.x.contains("a\\"\\\\b")', ["a"], ['-a"\\b-']),
    (Clause("x", "starts", "https://"), 'args.x.startsWith("https://")', ["https://a"], ["http://a"]),
    (Clause("x", "ends", "&& args.y == 1"), 'args.x.endsWith("&& args.y == 1")', ["- && args.y == 1"], ["1"]),
    (Clause("x", "above", "-1.5"), "args.x > -1.5", [0, -1.25], [-2]),
    (Clause("x", "at_least", "2026-01-01"), 'args.x >= "2026-01-01"', ["2026-02-03"], ["2025"]),
    (Clause("x", "below", "3"), "args.x < 3", [2.5], [3]),
    (Clause("x", "at_most", "3"), "args.x <= 3", [3], [3.5]),
    (Clause("x", "one_of", 'a, "b, c", 1'), 'args.x in ["a", "b, c", 1]', ["a", "b, c", 1], ["b", "1"]),
    (Clause("x", "none_of", "a, b"), '!(args.x in ["a", "b"])', ["c"], ["a", "b"]),
    (Clause("x.given", "given", ""), "has(args.x.given)", [{"given": 1}], [{}]),
    (Clause("x.contains", "missing", ""), "!has(args.x.contains)", [{}], [{"contains": 1}]),
    (Clause("x.A-B", "is", "a"), 'args.x["A-B"] == "a"', [{"A-B": "a"}], [{"A-B": 1}]),
    (Clause("x.in.0", "is", "a"), 'args.x["in"][0] == "a"', [{"in": ["a"]}], [{"in": ["b"]}]),
]  # fmt: skip


def holds(source: str, value: Any) -> bool | None:
    return compile_condition(source).holds(Question(ALICE, {"x": value}))


@pytest.mark.parametrize(("clause", "source", "true", "false"), MEANINGS, ids=[row[1] for row in MEANINGS])
def test_a_clause_means_what_it_reads_as(clause: Clause, source: str, true: list[Any], false: list[Any]) -> None:
    written = write_sentence([clause])
    assert source in written
    assert [holds(written, value) for value in true] == [True] * len(true)
    assert [holds(written, value) for value in false] == [False] * len(false)
    assert read_sentence(written) == [clause]


def test_every_comparison_has_a_row() -> None:
    assert {row[0].comparison for row in MEANINGS} == {one.name for one in COMPARISONS}


TYPED = ["a", "5", '"5"', "true", "05", "1.", "-", "x y", "'", "a,b", "é 城", '"\\n"', '" a "', "in", "&&"]
LISTS = [*TYPED, '"a, b", c', "a, 1, true"]
FIELDS = ["x", "x.y", "x.0.y", "名字.size", "x y.contains"]
NAMES = [*FIELDS, "as", "while", "x.0", "007", "a-b", "名字", 'a"b', "true"]
"""CEL asks only whether fields are given."""


def test_whatever_is_typed_is_read_back_as_it_was() -> None:
    draw = random.Random(40)  # noqa: S311  repeatable, not secret
    for _ in range(2_000):
        clauses = [
            Clause(draw.choice(FIELDS), one.name, "")
            if one.value == "none"
            else Clause(draw.choice(NAMES), one.name, draw.choice(LISTS if one.value == "list" else TYPED))
            for one in draw.choices(COMPARISONS, k=draw.randint(1, 4))
        ]
        written = write_sentence(clauses)
        found = read_sentence(written)
        assert found is not None
        assert write_sentence(found) == written
        assert [(one.argument, one.comparison) for one in found] == [(one.argument, one.comparison) for one in clauses]
        compile_condition(written)


SPELLINGS = [
    ("args.method == 'DELETE'", [Clause("method", "is", "DELETE")]),
    (" args.a>1&&args['b'].startsWith('x')\n", [Clause("a", "above", "1"), Clause("b", "starts", "x")]),
    ('args.a == "\\u0041"', [Clause("a", "is", "A")]),
    ("", []),
    ("  ", []),
]


@pytest.mark.parametrize(("source", "clauses"), SPELLINGS)
def test_conditions_in_other_spellings_are_read(source: str, clauses: list[Clause]) -> None:
    assert read_sentence(source) == clauses


ONLY_CEL = [
    "args.a == 1 || args.b == 2",
    "args.a == 1 && (args.b == 2)",
    "args.a == 1 &&",
    "&& args.a == 1",
    "args.a == 1 args.b == 2",
    "args.a == args.b",
    "args.a == 1 + 1",
    "args.a == 1.5e3",
    "args.a == 5u",
    "args.a == null",
    "args.a.contains('x') == false",
    "args.a == r'x'",
    'args.a == """x"""',
    "args.a == '\\x41'",
    "args.a == '''x'''",
    "args.a in []",
    "args.a in args.b",
    "args.to.exists(one, one == 'a')",
    "size(args.a) == 1",
    "caller.name == 'alice'",
    "args['a.b'] == 1",
    "args['0'] == 1",
    "args.args.a == 1",
    "args == 1",
    "!(args.a == 1)",
    "args.a == 1 // a comment",
    "args.a == 1" + " && args.a == 1" * 100,
]


@pytest.mark.parametrize("source", ONLY_CEL)
def test_what_a_sentence_cannot_express_stays_cel(source: str) -> None:
    assert read_sentence(source) is None


REFUSED = [
    (Clause("", "is", "a"), "name of an argument"),
    (Clause("args.", "is", "a"), "name of an argument"),
    (Clause("a..b", "is", "a"), "name of an argument"),
    (Clause("a", "is", " "), "value for “a”"),
    (Clause("a", "one_of", " , "), "value for “a”"),
    (Clause("a", "is", '"b'), "quotation mark"),
    (Clause("a", "starts", '"\\ud800"'), "quotation mark"),
]


@pytest.mark.parametrize(("clause", "reason"), REFUSED)
def test_a_clause_with_a_missing_part_is_refused(clause: Clause, reason: str) -> None:
    with pytest.raises(ConditionError) as caught:
        write_sentence([clause])
    assert reason in caught.value.text.en
    assert is_chinese(caught.value.text.in_language("zh"))


def test_an_argument_may_be_typed_as_in_the_expression() -> None:
    assert write_sentence([Clause("args.a", "is", "1")]) == "args.a == 1"
