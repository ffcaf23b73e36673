"""Untrusted code: what it can do, and every limit it meets."""

import os

import pytest

from tests.chinese import is_chinese
from tools.core.text import byte_size
from tools.sandbox import pools as sandbox_pools
from tools.sandbox.code_findings import findings
from tools.sandbox.limits import MAX_LOG_BYTES, MAX_RESULT_BYTES
from tools.sandbox.outcome import SandboxError
from tools.sandbox.sandbox import Sandbox

RUNS = [
    ("the last expression is the result", "x = 2\nx * 3", {}, 6),
    ("main gets all inputs", "def main(args):\n    return args['n'] + 1", {"n": 1}, 2),
    ("main may be async", "async def main(args):\n    return args['n']", {"n": 5}, 5),
    ("main may take nothing", "def main():\n    return 'x'", {}, "x"),
    ("inputs are variables too", "name.upper()", {"name": "ada"}, "ADA"),
    ("names that are no identifiers are in args", "args['选 题']", {"选 题": "茶"}, "茶"),
    ("an input called args does not hide the others", "args['args']", {"args": 3}, 3),
    ("no value is null", "x = 1", {}, None),
    ("tuples and sets become lists", "(1, {2})", {}, [1, [2]]),
    ("keys become text", "{1: 'a'}", {}, {"1": "a"}),
    ("main by names", "def main(topic, limit=3):\n    return [topic, limit]", {"topic": "tea", "limit": 5}, ["tea", 5]),
    ("main with a default", "def main(topic, limit=3):\n    return [topic, limit]", {"topic": "tea"}, ["tea", 3]),
    (
        "main in another order",
        "def main(limit, topic):\n    return [topic, limit]",
        {"topic": "t", "limit": 5},
        ["t", 5],
    ),
    ("main with one name", "def main(topic):\n    return topic", {"topic": "tea", "limit": 5}, "tea"),
    ("main with keywords", "def main(*, limit):\n    return limit", {"topic": "tea", "limit": 5}, 5),
    ("main that waits", "async def main(topic, limit):\n    return topic", {"topic": "tea", "limit": 5}, "tea"),
    ("main with all", "def main(args):\n    return args", {"topic": "tea", "limit": 5}, {"topic": "tea", "limit": 5}),
    ("main with all by another name", "def main(data):\n    return data", {"topic": "tea"}, {"topic": "tea"}),
    ("main with nothing", "def main():\n    return 1", {"topic": "tea"}, 1),
    ("a backslash before u0000 is no null character", r"'\\u0000'", {}, r"\u0000"),
    ("dates become ISO text", "import datetime\ndatetime.date(2026, 11, 21)", {}, "2026-11-21"),
]

FAILURES = [
    ("exception in main", "def main(args):\n    return 1 / 0", "exception", 2, "ZeroDivisionError"),
    ("main without its argument", "def main(topic, limit):\n    return 1", "exception", 1, "limit"),
    ("unknown name", "x = 1\ny", "exception", 2, "NameError"),
    ("syntax error", "x = 1\ny = (1 +", "syntax", 2, "SyntaxError"),
    ("generator", "def f():\n    yield 1", "syntax", 2, "yield"),
    ("unknown module", "import socket", "exception", 1, "ModuleNotFoundError"),
    ("file", "open('/etc/passwd').read()", "exception", 1, "PermissionError"),
    ("environment", "import os\nos.environ['PATH']", "exception", 2, "os.environ"),
    ("own timeout error keeps its line", "raise TimeoutError('mine')", "exception", 1, "mine"),
    ("memory bomb", "x = []\nwhile True:\n    x.append('a' * 100000)", "memory", None, "64 MB"),
    ("number bomb", "10 ** 10 ** 9", "memory", 1, "64 MB"),
    ("print flood", "for _ in range(200):\n    print('a' * 1000)", "output", None, byte_size(MAX_LOG_BYTES)),
    ("not a number", "float('nan')", "result", None, "NaN"),
    ("bytes", "b'abc'", "result", None, "bytes"),
    ("integer of 2,000 digits", "10 ** 1_999", "result", None, "1000 digits"),
    ("keys that JSON cannot tell apart", "{1: 'a', '1': 'b'}", "result", None, "two keys"),
    ("null character", "['a\\x00b']", "result", None, "NUL"),
    ("null character in a key", "{'a\\x00b': 1}", "result", None, "NUL"),
    ("large result", f"'a' * {MAX_RESULT_BYTES + 1}", "result", None, "larger"),
]


@pytest.mark.parametrize(("code", "inputs", "expected"), [row[1:] for row in RUNS], ids=[row[0] for row in RUNS])
def test_code_gives_its_result_as_json(code: str, inputs: dict[str, object], expected: object) -> None:
    assert Sandbox().run(code, inputs, timeout_s=60).value == expected


@pytest.mark.parametrize(
    ("code", "kind", "line", "words"), [row[1:] for row in FAILURES], ids=[row[0] for row in FAILURES]
)
def test_a_failure_reports_its_kind_line_and_reason(code: str, kind: str, line: int | None, words: str) -> None:
    with pytest.raises(SandboxError) as caught:
        Sandbox().run(code, {}, timeout_s=60)
    assert (caught.value.kind, caught.value.line) == (kind, line)
    assert words in caught.value.message
    # What the code raises has the interpreter's own words.
    assert kind in ("exception", "syntax") or is_chinese(caught.value.text.in_language("zh"))


def test_an_endless_loop_ends_at_its_time_limit_and_the_next_run_works() -> None:
    with pytest.raises(SandboxError) as caught:
        Sandbox().run("while True:\n    pass", {}, timeout_s=0.05)
    assert caught.value.kind == "time"
    assert Sandbox().run("1", {}, timeout_s=60).value == 1


def test_sleeping_is_limited_too() -> None:
    with pytest.raises(SandboxError, match="sleep limit"):
        Sandbox().run("import time\ntime.sleep(5)", {}, timeout_s=0.05)


def test_what_the_code_prints_comes_back_as_logs() -> None:
    assert Sandbox().run("print('a')\nprint('b')\n1", {}, timeout_s=60).logs == "a\nb\n"


def test_a_forked_child_uses_workers_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    Sandbox().run("1", {}, timeout_s=60)
    parent_pool = sandbox_pools._pools[os.getpid(), 0]
    monkeypatch.setattr(os, "getpid", lambda: -1)
    try:
        assert Sandbox().run("2", {}, timeout_s=60).value == 2
        assert sandbox_pools._pools[-1, 0] is not parent_pool
    finally:
        sandbox_pools.close_pools()
    monkeypatch.undo()
    assert Sandbox().run("3", {}, timeout_s=60).value == 3


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("def main(args):\n    return 1", []),
        ("x = 1\ny = )", [2]),
        ("x = 1\n\ndef f():\n    yield 1\nclass A(dict):\n    pass", [4, 5]),
        ("class A:\n    pass", []),
        ("a\0b", [1]),
    ],
)
def test_findings_name_the_lines_that_cannot_run(code: str, lines: list[int]) -> None:
    assert [finding.line for finding in findings(code)] == lines
