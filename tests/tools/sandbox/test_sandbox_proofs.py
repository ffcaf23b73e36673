"""What hostile code may try, through the gateway and through a code node: each is contained, and the next call works.

The workers are the real processes that a server has; their memory is read from the system.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.doubles.tool_ports import ALICE, Bench, Cancel, loopback_bench
from tools.core.cancellation import CancelScope
from tools.core.definitions import ToolCall, ToolRef
from tools.core.envelope import ToolResult
from tools.core.tool_id import ToolId
from tools.executors.custom import executor as custom
from tools.sandbox.pools import close_pools
from tools.sandbox.sandbox import MAX_LOG_BYTES, MAX_MEMORY_BYTES, MAX_RESULT_BYTES
from workflow_editor.adapters.node_ports import SandboxedCode
from workflow_editor.errors import NodeError

MB = 1024 * 1024
_INTERPRETER_BYTES = 96 * MB
"""What a worker may need beside the memory of the code: the interpreter and what a result is copied through."""
FEW_CALLS = 20
MANY_CALLS = 1_000

ATTACKS = [
    ("an endless loop", "while len(args) < 9: pass", "time"),
    ("an endless loop that catches everything", "while True:\n try:\n  x = 1\n except BaseException: pass", "time"),
    ("an endless loop in a comprehension", "[x for x in iter(int, 1) if x]", "time"),
    ("a list without end", "x = []\nwhile True: x.append('a' * 100_000)", "memory"),
    ("a text without end", "x = 'a'\nwhile True: x = x + x", "memory"),
    ("a table without end", "x = {}\nwhile True: x[len(x)] = [0] * 10_000", "memory"),
    ("a huge list at once", "[0] * 10 ** 10", "memory"),
    ("a huge number", "10 ** 10 ** 9", "memory"),
    ("a huge padding", "f'{1:>{10 ** 10}}'", "memory"),
    ("deep recursion", "def f(n): return f(n + 1)\nf(0)", "exception"),
    ("deep nesting", "eval('(' * 5_000 + '1' + ')' * 5_000)", "syntax"),
    ("a nested value", "x = []\nfor _ in range(100_000): x = [x]\nx", "result"),
    ("huge output", f"for _ in range({MAX_LOG_BYTES}): print('a' * 100)", "output"),
    ("a huge result", f"'a' * {MAX_RESULT_BYTES + 1}", "result"),
    ("a regular expression that backtracks", "import re\nre.match('(a+)+$', 'a' * 40 + 'b')\n1 / 0", "exception"),
    ("sleeping", "import time\nfor _ in range(9): time.sleep(9)", "exception"),
    ("a module of the system", "import subprocess", "exception"),
    ("the network", "import socket", "exception"),
    ("the network by another module", "import urllib.request", "exception"),
    ("a file", "open('/etc/passwd').read()", "exception"),
    ("a file by path", "import pathlib\npathlib.Path('/etc/passwd').read_text()", "exception"),
    ("writing a file", "open('planted.txt', 'w').write('x')", "exception"),
    ("the environment", "import os\nos.environ['PATH']", "exception"),
    ("a command", "import os\nos.system('id')", "exception"),
    ("the classes behind an object", "().__class__.__bases__[0].__subclasses__()", "exception"),
    ("the globals behind a function", "def f(): pass\nf.__globals__", "exception"),
    ("importing by name", "__import__('os')", "exception"),
    ("code in a text", "eval(\"__import__('os').system('id')\")", "exception"),
]
IDS = [row[0] for row in ATTACKS]
_SLOW = [row[1] for row in ATTACKS if row[2] == "time" or row[0] == "sleeping"]


@pytest.fixture(scope="module", autouse=True)
def _own_workers() -> Iterator[None]:
    """Workers of this module alone, so that their memory is that of its attacks."""
    close_pools()
    yield
    close_pools()


@pytest.fixture(scope="module")
def bench() -> Bench:
    return loopback_bench()


def limit_s(code: str) -> float:
    """Return the time for a call: short where the limit of time is what is tried."""
    return 0.5 if code in _SLOW else 20


def run(bench: Bench, script: str) -> ToolResult:
    # Stored as it is: what looks the code through would refuse half of it before.
    bench.tools.add("c", "custom", {"script": script})
    offered = bench.gateway().offer((ToolRef(ToolId("tool:c")),), ALICE)
    function = offered.tools()[0].function.name
    return offered.call(ToolCall("c1", function, {}), timeout_s=60, cancel=Cancel())


def _kilobytes(pid: str, line: str) -> int:
    for text in Path(f"/proc/{pid}/status").read_text().splitlines():
        if text.startswith(f"{line}:"):
            return int(text.split()[1])
    return 0


def workers() -> list[str]:
    """Return the ids of the sandbox's processes, which are children of this one."""
    found = []
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            lines = dict(line.split(":\t", 1) for line in status.read_text().splitlines() if ":\t" in line)
        except (FileNotFoundError, ProcessLookupError):
            continue
        if lines.get("PPid") == str(os.getpid()) and lines["Name"] == "monty":
            found.append(status.parent.name)
    return found


def peak_bytes() -> int:
    """Return the most memory that any worker ever had."""
    return max(_kilobytes(pid, "VmHWM") for pid in workers()) * 1024


@pytest.mark.parametrize(("code", "kind"), [row[1:] for row in ATTACKS], ids=IDS)
def test_a_custom_tool_is_contained_and_answers_again(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, code: str, kind: str
) -> None:
    monkeypatch.setattr(custom, "_TIMEOUT_S", limit_s(code))
    result = run(bench, code)
    assert (result.success, result.code, result.data["kind"]) == (False, 2001, kind)
    monkeypatch.undo()
    assert run(bench, "6 * 7").data == 42


@pytest.mark.parametrize(("code", "kind"), [row[1:] for row in ATTACKS], ids=IDS)
def test_a_code_node_is_contained_and_answers_again(code: str, kind: str) -> None:
    with pytest.raises(NodeError) as caught:
        SandboxedCode().run(code, {}, timeout_s=limit_s(code), cancel=CancelScope())
    assert (caught.value.code, caught.value.details["kind"]) == ("code_failed", kind)
    assert SandboxedCode().run("6 * 7", {}, timeout_s=60, cancel=CancelScope())["result"] == 42


@pytest.mark.parametrize("code", [row[1] for row in ATTACKS if row[2] == "memory"])
def test_memory_of_the_workers_is_bounded(bench: Bench, code: str) -> None:
    for _ in range(3):
        run(bench, code)
    assert 0 < peak_bytes() < MAX_MEMORY_BYTES + _INTERPRETER_BYTES


def test_a_thousand_calls_in_a_row_leave_nothing_behind(bench: Bench) -> None:
    script = "x = ['a' * 1000 for _ in range(1000)]\nprint(len(x))\nlen(x)"
    for _ in range(FEW_CALLS):
        run(bench, script)
    before = _kilobytes("self", "VmRSS") * 1024
    results = [run(bench, script) for _ in range(MANY_CALLS)]
    assert {(result.success, result.data) for result in results} == {(True, 1000)}
    # Each call makes a megabyte in the sandbox: a leak of a hundredth of that would show.
    assert _kilobytes("self", "VmRSS") * 1024 - before < MANY_CALLS * MB // 20
    assert peak_bytes() < MAX_MEMORY_BYTES + _INTERPRETER_BYTES
    assert len(workers()) == 1
