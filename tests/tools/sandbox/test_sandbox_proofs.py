"""Attacks of hostile code, through the gateway and through a code node: each is contained, and the next call works.

The workers are the real processes that a server has; their memory is read from the system.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.doubles.tool_ports import ALICE, Bench, Cancel, loopback_bench
from tests.tools.sandbox.attacks import ATTACKS, SLOW
from tools.core.concurrency.cancellation import CancelScope
from tools.core.definitions import ToolCall, ToolRef
from tools.core.envelope import ToolResult
from tools.core.tool_id import ToolId
from tools.executors.custom import executor as custom
from tools.sandbox.javascript.workers import close_workers
from tools.sandbox.limits import MAX_MEMORY_BYTES
from tools.sandbox.outcome import Language
from tools.sandbox.pools import close_pools
from workflow_editor.adapters.node.ports import SandboxedCode
from workflow_editor.errors import NodeError

MB = 1024 * 1024
_INTERPRETER_BYTES = {"python": 96 * MB, "javascript": 128 * MB}
"""Memory of a worker beside the code's: the interpreter and copies of a result."""
_WORKERS = {"python": b"monty", "javascript": b"tools.sandbox.javascript.process"}
FEW_CALLS = 20
MANY_CALLS = 1_000
_LEAVES_NOTHING: dict[Language, str] = {
    "python": "x = ['a' * 1000 for _ in range(1000)]\nprint(len(x))\nlen(x)",
    "javascript": "const x = Array.from({ length: 1000 }, () => new Uint8Array(1000)); console.log(x.length); x.length",
}


@pytest.fixture(scope="module", autouse=True)
def _own_workers() -> Iterator[None]:
    """Workers of this module alone, so that their memory is that of its attacks."""
    close_pools()
    close_workers()
    yield
    close_pools()
    close_workers()


@pytest.fixture(scope="module")
def bench() -> Bench:
    return loopback_bench()


def limit_s(code: str) -> float:
    """Return the time for a call: short where the limit of time is what is tried."""
    return 0.5 if code in SLOW else 20


def run(bench: Bench, script: str, language: Language = "python") -> ToolResult:
    # Stored as it is: what looks the code through would refuse half of it before.
    bench.tools.add("c", "custom", {"script": script, "language": language})
    offered = bench.gateway().offer((ToolRef(ToolId("tool:c")),), ALICE)
    function = offered.tools()[0].function.name
    return offered.call(ToolCall("c1", function, {}), timeout_s=60, cancel=Cancel())


def _kilobytes(pid: str, line: str) -> int:
    for text in Path(f"/proc/{pid}/status").read_text().splitlines():
        if text.startswith(f"{line}:"):
            return int(text.split()[1])
    return 0


def workers(language: Language) -> list[str]:
    """Return the ids of the sandbox's processes, which are children of this one."""
    found = []
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            lines = dict(line.split(":\t", 1) for line in status.read_text().splitlines() if ":\t" in line)
            command = status.with_name("cmdline").read_bytes()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if lines.get("PPid") == str(os.getpid()) and _WORKERS[language] in command:
            found.append(status.parent.name)
    return found


def peak_bytes(language: Language) -> int:
    """Return the most memory that any worker ever had."""
    return max(_kilobytes(pid, "VmHWM") for pid in workers(language)) * 1024


@pytest.mark.parametrize(
    ("language", "code", "kind"), [(one.language, one.code, one.kind) for one in ATTACKS], ids=map(str, ATTACKS)
)
@pytest.mark.everyday_rows(20)
def test_a_custom_tool_is_contained_and_answers_again(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, language: Language, code: str, kind: str
) -> None:
    monkeypatch.setattr(custom, "_TIMEOUT_S", limit_s(code))
    result = run(bench, code, language)
    assert (result.success, result.code, result.data["kind"]) == (False, 2001, kind)
    monkeypatch.undo()
    assert run(bench, "6 * 7", language).data == 42


@pytest.mark.parametrize(
    ("language", "code", "kind"), [(one.language, one.code, one.kind) for one in ATTACKS], ids=map(str, ATTACKS)
)
@pytest.mark.everyday_rows(12)
def test_a_code_node_is_contained_and_answers_again(language: Language, code: str, kind: str) -> None:
    sandbox = SandboxedCode()
    with pytest.raises(NodeError) as caught:
        sandbox.run(code, {}, language=language, timeout_s=limit_s(code), exact_integers=True, cancel=CancelScope())
    assert (caught.value.code, caught.value.details["kind"]) == ("code_failed", kind)
    again = sandbox.run("6 * 7", {}, language=language, timeout_s=60, exact_integers=True, cancel=CancelScope())
    assert again["result"] == 42


@pytest.mark.parametrize(("language", "code"), [(one.language, one.code) for one in ATTACKS if one.kind == "memory"])
@pytest.mark.everyday_rows(4)
def test_memory_of_the_workers_is_bounded(bench: Bench, language: Language, code: str) -> None:
    for _ in range(3):
        run(bench, code, language)
    assert 0 < peak_bytes(language) < MAX_MEMORY_BYTES + _INTERPRETER_BYTES[language]


@pytest.mark.parametrize("language", ["python", "javascript"])
@pytest.mark.exhaustive
def test_a_thousand_calls_in_a_row_leave_nothing_behind(bench: Bench, language: Language) -> None:
    script = _LEAVES_NOTHING[language]
    for _ in range(FEW_CALLS):
        run(bench, script, language)
    before = _kilobytes("self", "VmRSS") * 1024
    results = [run(bench, script, language) for _ in range(MANY_CALLS)]
    assert {(result.success, result.data) for result in results} == {(True, 1000)}
    # Each call makes a megabyte in the sandbox: a leak of a hundredth of that would show.
    assert _kilobytes("self", "VmRSS") * 1024 - before < MANY_CALLS * MB // 20
    assert peak_bytes(language) < MAX_MEMORY_BYTES + _INTERPRETER_BYTES[language]
    assert len(workers(language)) == 1
