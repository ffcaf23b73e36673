"""JavaScript in the sandbox: results, available names, findings before it runs, and its worker."""

import base64
import hmac
import os
import signal
from hashlib import sha256
from typing import Any

import pytest

from tests.chinese import is_chinese
from tests.tools.sandbox.test_sandbox_proofs import workers
from tools.sandbox.code_review import review
from tools.sandbox.javascript.workers import close_workers
from tools.sandbox.limits import MAX_CALLS, MAX_KEPT_BYTES
from tools.sandbox.memory import SandboxMemory
from tools.sandbox.outcome import SandboxError
from tools.sandbox.sandbox import Sandbox

ID = 7615917337495251231
RUNS = [
    ("the last expression is the result", "const x = 2;\nx * 3", {}, 6),
    ("main gets all inputs", "function main(args) { return args.n + 1 }", {"n": 1}, 2),
    ("main takes its inputs apart", "function main({ a, b }) { return a + b }", {"a": 1, "b": 2}, 3),
    ("main by names", "function main(topic, limit = 3) { return [topic, limit] }", {"topic": "tea"}, ["tea", 3]),
    ("main in another order", "function main(b, a) { return [a, b] }", {"a": 1, "b": 2}, [1, 2]),
    ("main with defaults that hold commas", "const main = (a, b = f(1, ')')) => [a, b]", {"a": 1, "b": 2}, [1, 2]),
    ("main as a short function", "const main = topic => topic", {"topic": "tea", "limit": 5}, "tea"),
    ("main may be async", "async function main(args) { return await args.n }", {"n": 5}, 5),
    ("main beside waiting", "await null\nfunction main(n) { return n }", {"n": 5}, 5),
    ("return at the top", "for (const item of items) item.x = 1; return items", {"items": [{}]}, [{"x": 1}]),
    ("await at the top", "const x = await Promise.all([1, 2]); return x", {}, [1, 2]),
    ("inputs are variables too", "name.toUpperCase()", {"name": "ada"}, "ADA"),
    ("names that are no identifiers are in args", "args['选 题']", {"选 题": "茶"}, "茶"),
    ("no value is null", "undefined", {}, None),
    ("maps, sets and small big integers", "[new Map([['a', 1]]), new Set([1]), 2n]", {}, [{"a": 1}, [1], 2]),
    ("large big integers", "[2n ** 60n, -(10n ** 30n)]", {}, [2**60, -(10**30)]),
    ("dates become ISO text", "new Date(0)", {}, "1970-01-01T00:00:00.000Z"),
    ("a comment at the end", "await 1; return 2 // done", {}, 2),
    ("emoji and halves of them", "args.a + '\\ud83d'.length", {"a": "😀"}, "😀1"),
]
NAMES = [
    ("crypto.randomUUID()[14]", "4"),
    ("require('crypto').createHash('sha256').update('茶').digest('hex')", sha256("茶".encode()).hexdigest()),
    (
        "require('node:crypto').createHmac('sha1', 'key').update('a').digest('base64')",
        base64.b64encode(hmac.digest(b"key", b"a", "sha1")).decode(),
    ),
    ("crypto.getRandomValues(new Uint8Array(4)).length", 4),
    ("[btoa('a'), atob('YQ==')]", ["YQ==", "a"]),
    ("Buffer.from('6Iy2', 'base64').toString()", "茶"),
    ("Buffer.concat([Buffer.from('ff', 'hex'), Buffer.from('a')]).toString('hex')", "ff61"),
    ("new TextDecoder().decode(new TextEncoder().encode('茶😀'))", "茶😀"),
    ("new URL('/a?x=1#h', 'https://Ada:pw@Example.com:443/b').href", "https://Ada:pw@example.com/a?x=1#h"),
    ("const u = new URL('http://a.cn:81/?q=茶'); u.searchParams.append('z', 2); u.search", "?q=%E8%8C%B6&z=2"),
    ("[...new URLSearchParams('a=1&b=x+y')]", [["a", "1"], ["b", "x y"]]),
    ("URL.canParse('nothing')", False),
    ("const x = { a: [new Date(0)] }; structuredClone(x).a[0] === x.a[0]", False),
]
FAILURES = [
    ("exception in main", "function main(args) {\n  args.a.b\n}", "exception", 2, "TypeError"),
    ("syntax error", "let x = 1;\nlet y = (1 +", "syntax", 2, "SyntaxError"),
    ("syntax error beside return", "let x = 1;\nreturn x +", "syntax", 2, "SyntaxError"),
    ("an error of the code's own about syntax", "JSON.parse('{')", "exception", 1, "SyntaxError"),
    ("what is thrown need not be an error", "throw { a: 1 }", "exception", None, '{"a":1}'),
    ("unknown module", "require('fs')", "exception", 1, "no module fs"),
    ("timers", "setTimeout(() => 1, 5)", "exception", 1, "without waiting"),
    ("unknown digest", "crypto.createHash('crc').digest()", "exception", 1, "Unknown digest"),
    ("an integer of 1,001 digits", "10n ** 1000n", "result", None, "1000 digits"),
    ("an integer of 5,000 digits", "10n ** 5000n", "result", None, "1000 digits"),
    ("not a number", "0 / 0", "result", None, "infinite"),
]


def run(code: str, inputs: dict[str, Any] | None = None, **options: Any) -> Any:
    return Sandbox().run(code, inputs or {}, timeout_s=60, language="javascript", **options)


@pytest.mark.parametrize(("code", "inputs", "expected"), [row[1:] for row in RUNS], ids=[row[0] for row in RUNS])
def test_code_gives_its_result_as_json(code: str, inputs: dict[str, object], expected: object) -> None:
    assert run(code, inputs).value == expected


@pytest.mark.parametrize(("code", "expected"), NAMES, ids=[row[0] for row in NAMES])
def test_names_of_browsers_and_node_are_there(code: str, expected: object) -> None:
    assert run(code).value == expected


@pytest.mark.parametrize(
    ("code", "kind", "line", "words"), [row[1:] for row in FAILURES], ids=[row[0] for row in FAILURES]
)
def test_a_failure_reports_its_kind_line_and_reason(code: str, kind: str, line: int | None, words: str) -> None:
    with pytest.raises(SandboxError) as caught:
        run(code)
    assert (caught.value.kind, caught.value.line) == (kind, line)
    assert words in caught.value.message
    # What the code raises has the interpreter's own words.
    assert kind in ("exception", "syntax") or is_chinese(caught.value.text.in_language("zh"))


LONG = [
    ("an id", "id", ID, ID),
    ("deep inside", "({ ids: [args.id, { x: id }] })", ID, {"ids": [ID, {"x": ID}]}),
    ("of any length", "id", -(10**900) - 7, -(10**900) - 7),
    ("computed", "id + 1n", ID, ID + 1),
    ("compared", "[id === 7615917337495251231n, id == '7615917337495251231', id > 5]", ID, [True, True, True]),
    ("in a text", "`id=${id}`", ID, f"id={ID}"),
    ("in JSON of the code", "JSON.stringify({ id })", ID, f'{{"id":{ID}}}'),
    ("rounded by choice", "Number(id) / 2", ID, float(ID) / 2),
    ("by names of main", "function main(id) { return id }", ID, ID),
    ("16 digits that a number holds", "[typeof id, id]", 9007199254740991, ["number", 9007199254740991]),
    ("16 digits that it does not", "[typeof id, id]", 9007199254740993, ["bigint", 9007199254740993]),
    ("digits in a text", "typeof id", str(ID), "string"),
    ("a double", "[typeof id, id * 2]", 1e20, ["number", 2e20]),
    ("a double of the code", "2 ** 60", None, float(2**60)),
    ("a decimal beside it", "args.id[1] * 2", [ID, 0.5], 1),
]


@pytest.mark.parametrize(("code", "given", "expected"), [row[1:] for row in LONG], ids=[row[0] for row in LONG])
def test_long_integers_are_exact_where_the_code_knows_them(code: str, given: object, expected: object) -> None:
    assert exact(run(code, {"id": given}, exact_integers=True).value) == exact(expected)


def test_code_of_before_gets_long_integers_rounded() -> None:
    assert run("[typeof id, id]", {"id": ID}).value == ["number", 7615917337495251000]


def test_long_integers_pass_through_granted_functions_and_the_state() -> None:
    memory = SandboxMemory()
    options: dict[str, Any] = {"functions": {"f": lambda id: id + 1}, "exact_integers": True}
    code = "state.id = f({ id }); state.double = 2 ** 60; [state.id, typeof state.double]"
    assert run(code, {"id": ID}, memory=memory, **options).value == [ID + 1, "number"]
    code = "[state.id, typeof state.id, typeof state.double]"
    assert run(code, memory=memory, **options).value == [ID + 1, "bigint", "number"]
    with pytest.raises(SandboxError, match="53 bits"):
        run("state.id = 2n ** 60n + 1n", memory=SandboxMemory())


@pytest.mark.parametrize("code", ["id + 1", "id * 2", "Math.max(id, 1)", "+id", "id >>> 1n"])
def test_who_mixes_long_integers_with_numbers_learns_what_to_write(code: str) -> None:
    with pytest.raises(SandboxError) as caught:
        run(code, {"id": ID}, exact_integers=True)
    assert "BigInt(n)" in caught.value.text.en
    assert "BigInt(n)" in caught.value.text.in_language("zh")


def exact(value: object) -> str:
    """Tell 1 from 1.0, which are equal."""
    return repr(value)


def test_what_the_code_prints_comes_back_as_logs() -> None:
    assert run("console.log('a', { b: 1 }); console.error(new Error('c'))").logs == 'a {"b":1}\nError: c\n'


def test_granted_functions_take_names_or_an_order_and_their_errors_can_be_caught() -> None:
    def asked(*positional: Any, **named: Any) -> Any:
        if "fail" in named:
            raise RuntimeError("refused")
        return [list(positional), named]

    code = "let seen; try { f({ fail: 1 }) } catch (error) { seen = error.message }\n[f(1, [2]), f({ a: 3 }), seen]"
    assert run(code, functions={"f": asked}).value == [[[1, [2]], {}], [[], {"a": 3}], "refused"]


def test_calls_are_counted() -> None:
    made: list[int] = []
    with pytest.raises(SandboxError) as caught:
        run("for (;;) { try { f(1) } catch {} }", functions={"f": made.append})
    assert (caught.value.kind, len(made)) == ("calls", MAX_CALLS)


def test_what_a_run_changes_in_the_language_is_gone_for_the_next() -> None:
    spoiled = "JSON.stringify = () => '1'; Array.prototype.map = null; Object.prototype.x = 1; globalThis.y = 2; [3]"
    assert run(spoiled).value == [3]
    assert run("[typeof y, typeof ({}).x, [1].map(n => n)]").value == ["undefined", "undefined", [1]]


def test_a_session_keeps_its_state_within_its_limit() -> None:
    memory = SandboxMemory()
    counted = "state.n = (state.n ?? 0) + 1"
    assert [run(counted, memory=memory).value for _ in range(2)] == [1, 2]
    assert run(counted, memory=SandboxMemory(memory.state())).value == 3
    with pytest.raises(SandboxError) as caught:
        run(f"state.x = 'a'.repeat({MAX_KEPT_BYTES}); 1", memory=memory)
    assert caught.value.kind == "memory"
    assert run("state.x === undefined", memory=memory).value is True


def test_a_worker_that_is_killed_ends_its_run_and_is_replaced() -> None:
    close_workers()

    def kill() -> None:
        for pid in workers("javascript"):
            os.kill(int(pid), signal.SIGKILL)

    with pytest.raises(SandboxError) as caught:
        run("f()", functions={"f": kill})
    assert caught.value.kind == "crashed"
    assert run("f()", functions={"f": lambda: 1}).value == 1


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("", []),
        ("const x = await f({ a: 1 }); return x", []),
        ("function main({ a }) { for (;;) return a }", []),
        ("throw new Error('never run')", []),
        ("let x = 1;\nlet y = 2 +* 3", [(2, 1, "syntax", "error")]),
        ("let y = 2 +* 3", [(1, 1, "syntax", "error")]),
        ("function f() {\n  return 1", [(2, 1, "syntax", "error")]),
    ],
)
def test_findings_name_the_place_of_a_syntax_error(code: str, expected: list[object]) -> None:
    found = review(code, inputs={}, functions={}, language="javascript")
    assert [(one.line, one.column, one.code, one.severity) for one in found] == expected
