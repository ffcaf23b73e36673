"""Findings about a script before it is stored, with their positions."""

import pytest

from tests.chinese import is_chinese
from tools.sandbox import code_types
from tools.sandbox.code_review import review

INPUTS = {
    "properties": {"count": {"anyOf": [{"type": "integer"}, {"type": "number"}]}, "word": {"type": "string"}},
    "required": ["word"],
}
FUNCTIONS = {
    "http_get": {"properties": {"url": {"type": "string"}, "headers": {"type": "object"}}, "required": ["url"]},
    "unknown": None,
}
GOOD = [
    ("nothing", ""),
    ("parameters", "def main(args):\n    return args['word'].upper()"),
    ("variables", "word.upper()"),
    ("a granted function", "http_get('https://example.com', headers={})['data']"),
    ("a function of which nobody knows the parameters", "unknown(1, 2, three=3)"),
    ("a loop with a way out", "while True:\n    if word: break"),
    ("a loop in a function with a way out", "def f():\n    while True:\n        return 1\nf()"),
    (
        "a break behind the else of an inner loop",
        "while True:\n    for n in word:\n        pass\n    else:\n        break",
    ),
    ("a return at the top", "return word"),
    ("await at the top", "async def f():\n    return 1\nawait f()"),
    ("modules of the sandbox", "import json, re, math\nmath.floor(len(json.dumps(re.findall('a', word))))"),
]
BAD = [
    ("syntax", "x = 1\ny = (1 +", [(2, 5, "syntax", "error")]),
    ("generators", "def f():\n    yield 1", [(2, 5, "unsupported", "error")]),
    ("inheritance", "class A(dict):\n    pass", [(1, 1, "unsupported", "error")]),
    ("modules that are not there", "import json\nimport socket", [(2, 8, "unknown_module", "error")]),
    ("functions that were not granted", "x = 1\nhttp_post('a')", [(2, 1, "unknown_name", "error")]),
    ("files", "open('/etc/passwd')", [(1, 1, "unknown_name", "error")]),
    ("an endless loop", "while 1:\n    pass", [(1, 1, "endless_loop", "error")]),
    (
        "a loop whose inner loop alone breaks",
        "while True:\n    for n in [1]:\n        break",
        [(1, 1, "endless_loop", "error")],
    ),
    ("a loop that only a failure ends", "while True:\n    http_get('a')", [(1, 1, "endless_loop", "warning")]),
    ("code in a text", "x = 1\neval('x')", [(2, 1, "dynamic_code", "warning")]),
    ("places behind letters of several bytes", "x = '茶é' + eval('1')", [(1, 12, "dynamic_code", "warning")]),
    ("names behind letters of several bytes", "x = '茶é😀' + nobody", [(1, 13, "unknown_name", "error")]),
    ("arguments of a wrong type", "http_get(3)", [(1, 10, "invalid_argument_type", "warning")]),
    ("arguments that are missing", "http_get()", [(1, 1, "missing_argument", "warning")]),
    ("a parameter that may be empty", "count + 1", [(1, 1, "unsupported_operator", "warning")]),
    (
        "several, in the order of the lines",
        "def main(args):\n    eval('1')\n    return nobody\nimport numpy",
        [(2, 5, "dynamic_code", "warning"), (3, 12, "unknown_name", "error"), (4, 8, "unknown_module", "error")],
    ),
]


@pytest.mark.parametrize("code", [row[1] for row in GOOD], ids=[row[0] for row in GOOD])
def test_code_that_works_has_no_findings(code: str) -> None:
    assert review(code, inputs=INPUTS, functions=FUNCTIONS) == []


@pytest.mark.parametrize(("code", "expected"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_findings_name_place_cause_and_weight(code: str, expected: list[tuple[int, int, str, str]]) -> None:
    found = review(code, inputs=INPUTS, functions=FUNCTIONS)
    assert [(one.line, one.column, one.code, one.severity) for one in found] == expected
    # Behind the colon stand the type checker's and the parser's own words.
    assert all(is_chinese(one.message.in_language("zh").partition("：")[0]) for one in found)


def test_names_of_an_earlier_run_are_only_worth_a_look() -> None:
    (found,) = review("counter + 1", inputs={}, functions={}, keeps_variables=True)
    assert (found.code, found.severity) == ("unknown_name", "warning")


def test_code_is_never_run() -> None:
    assert review("raise RuntimeError\n", inputs={}, functions={}) == []


def test_code_that_cannot_be_checked_in_time_is_let_through(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody_is_free(purpose: object, **options: object) -> None:
        raise TimeoutError

    monkeypatch.setattr(code_types, "session_in", nobody_is_free)
    assert [one.code for one in review("nobody\nwhile 1: pass", inputs={}, functions={})] == ["endless_loop"]
