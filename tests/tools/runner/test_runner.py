"""The runner as a process of its own: what code gets and gives back there, and what it may not do.

The attacks are programs as an author or a model may write them. Each ends with a failure of its kind, and the next call
works.
"""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.chinese import is_chinese
from tests.doubles.code_runner import ROOT, TOKEN, RunningRunner, running_runner
from tests.doubles.tool_ports import ALICE, Bench, Cancel, loopback_bench
from tools.core.definitions import ToolCall, ToolRef
from tools.core.envelope import ToolResult
from tools.core.ports import PolicyRule
from tools.core.tool_id import ToolId
from tools.runner.frames import frame

own_user = pytest.mark.skipif(os.geteuid() != 0, reason="only root gives each call a user of its own")
SYSTEM_PYTHON = Path("/usr/bin/python3")
LONG_S = 60.0
LEFT = "/tmp/left-by-a-call"  # noqa: S108  open to every user, as it is in a container


@pytest.fixture(scope="module")
def runner() -> Iterator[RunningRunner]:
    with running_runner("--seconds", "3", "--memory-mb", "300", "--files-mb", "2", "--calls", "2") as found:
        yield found


@pytest.fixture
def readable_copy() -> Iterator[Path]:
    """Return a folder with the runner alone, which every user can read, other than the tests' own."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        copytree(ROOT / "tools/runner", Path(folder) / "tools/runner")
        yield Path(folder)


@pytest.fixture
def bench() -> Bench:
    bench = loopback_bench()
    bench.policies.current = (PolicyRule("r1", None, "code_runner", None, "allow"),)
    return bench


def call(
    bench: Bench,
    url: str,
    code: str,
    *,
    timeout_s: float = LONG_S,
    token: str = TOKEN,
    **inputs: Any,
) -> ToolResult:
    # What comes back is data here; how it is read: tests/tools/core/test_returned_values.py.
    bench.tools.add("r", "code-runner", {"url": url, "token": TOKEN, "readsResults": False})
    offered = bench.gateway().offer((ToolRef(ToolId("tool:r")),), ALICE)
    name = offered.tools()[0].function.name
    wanted = ToolCall("c1", name, {"code": code, "inputs": inputs})
    return offered.call(wanted, timeout_s=timeout_s, cancel=Cancel())


RESULTS = [
    ("the last expression", "x = 2\nx * 3", {}, 6),
    ("main by names", "def main(topic, limit=3):\n    return [topic, limit]", {"topic": "茶", "more": 1}, ["茶", 3]),
    ("main gets all", "def main(args):\n    return args['n'] + 1", {"n": 1}, 2),
    ("main may be async", "import asyncio\nasync def main(n):\n    await asyncio.sleep(0)\n    return n", {"n": 5}, 5),
    ("inputs are variables too", "name.upper()", {"name": "ada"}, "ADA"),
    ("no value", "x = 1", {}, None),
    (
        "libraries of the runner",
        "import sqlite3\nsqlite3.connect(':memory:').execute('select 7').fetchone()[0]",
        {},
        7,
    ),
    ("dates and sets", "import datetime\n[datetime.date(2026, 1, 2), {1}]", {}, ["2026-01-02", [1]]),
]


@pytest.mark.parametrize(("code", "inputs", "value"), [row[1:] for row in RESULTS], ids=[row[0] for row in RESULTS])
def test_code_gets_its_inputs_and_gives_a_value(
    bench: Bench, runner: RunningRunner, code: str, inputs: dict[str, Any], value: Any
) -> None:
    result = call(bench, runner.url, code, **inputs)
    assert (result.success, result.data) == (True, value), result


@pytest.mark.skipif(not SYSTEM_PYTHON.exists(), reason="another user needs an interpreter that it can read")
def test_a_runner_that_is_not_root_warns_and_works(bench: Bench, readable_copy: Path) -> None:
    nobody = 65534 if os.geteuid() == 0 else None
    with running_runner(python=str(SYSTEM_PYTHON), folder=readable_copy, user=nobody) as runner:
        assert "Not root: all calls are one user, this one." in runner.printed
        code = "import os\n[os.getuid() == os.stat('.').st_uid, os.geteuid() != 0]"
        assert call(bench, runner.url, code).data == [True, True]


def test_a_runner_that_is_root_has_nothing_to_warn_of(runner: RunningRunner) -> None:
    assert ("Not root" in runner.printed) == (os.geteuid() != 0)


def test_what_is_printed_is_in_the_metadata(bench: Bench, runner: RunningRunner) -> None:
    result = call(bench, runner.url, "import sys\nprint('out')\nsys.stderr.write('err')\n1")
    assert result.metadata["logs"] == "out\nerr"


def test_files_go_in_and_come_out_by_reference(bench: Bench, runner: RunningRunner) -> None:
    given = bench.files.save("tea.csv", "text/csv", [b"a,b\n" * 100_000], ALICE).to_json()
    code = (
        "def main(file):\n"
        "    lines = open(file['path']).readlines()\n"
        "    open('lines.txt', 'w').write(str(len(lines)))\n"
        "    return {'made': {'$type': 'file', 'path': 'lines.txt'}, 'given': file}"
    )
    data = call(bench, runner.url, code, file=given).data
    assert data["given"] == given
    assert (data["made"]["name"], bench.files.kept[data["made"]["address"]].content) == ("lines.txt", b"100000")


MADE = "{'$type': 'file', 'path': 'x'}"
MANY_LARGE = "for i in range(3): open(str(i), 'wb').write(b'x' * 1_000_000)\n" + (
    "[{'$type': 'file', 'path': str(i)} for i in range(3)]"
)
WHAT_IS_OPEN = "import os\nplace = '/proc/self/fd'\n" + (
    "str([os.readlink(f'{place}/{n}') for n in os.listdir(place) if os.path.exists(f'{place}/{n}')])"
)
ATTACKS = [
    ("syntax", "x = = 1", "syntax", 1),
    ("an exception", "x = 1\n1 / 0", "exception", 2),
    ("it exits", "import sys\nsys.exit(3)", "exception", 2),
    ("it dies", "import os\nos._exit(0)", "crashed", None),
    ("it kills itself", "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)", "crashed", None),
    ("a library breaks it", "import ctypes\nctypes.string_at(0)", "crashed", None),
    ("a loop without an end", "while True: pass", "time", None),
    ("it sleeps", "import time\ntime.sleep(1000)", "time", None),
    ("it will not stop", "import signal, time\nsignal.signal(15, 1)\ntime.sleep(1000)", "time", None),
    ("much output", "while True: print('tea' * 1000)", "output", None),
    ("output of another process", "import subprocess\nsubprocess.run(['yes'])", "output", None),
    ("much memory", "x = []\nwhile True: x.append(bytearray(10_000_000))", "memory", None),
    ("a large result", "'x' * 3_000_000", "result", None),
    ("a result that is no JSON", "object()", "result", None),
    ("a number that is none", "float('nan')", "result", None),
    ("a number without end", "2**70", "result", None),
    ("a large file", "open('x', 'wb').write(b'x' * 3_000_000)", "exception", 1),
    ("large files", MANY_LARGE, "result", None),
    ("many files", "open('x', 'w').close()\n[{'$type': 'file', 'path': 'x'}] * 100", "crashed", None),
    ("a file that is not there", "{'$type': 'file', 'path': 'none'}", "result", None),
    ("a file of the system", "{'$type': 'file', 'path': '/etc/passwd'}", "result", None),
    ("a file outside", "{'$type': 'file', 'path': '../../etc/passwd'}", "result", None),
    ("a link to a file of the system", f"import os\nos.symlink('/etc/passwd', 'x')\n{MADE}", "result", None),
    ("a link to a folder", "import os\nos.symlink('/etc', 'd')\n{'$type': 'file', 'path': 'd/passwd'}", "result", None),
    ("a pipe as a file", f"import os\nos.mkfifo('x')\n{MADE}", "result", None),
    ("a device as a file", "{'$type': 'file', 'path': '/dev/zero'}", "result", None),
]


@pytest.mark.parametrize(("code", "kind", "line"), [row[1:] for row in ATTACKS], ids=[row[0] for row in ATTACKS])
@pytest.mark.everyday_rows(4)
def test_an_attack_ends_and_the_next_call_works(
    bench: Bench, runner: RunningRunner, code: str, kind: str, line: int | None
) -> None:
    result = call(bench, runner.url, code)
    assert (result.success, result.code, result.data) == (False, 2001, {"kind": kind, "line": line}), result
    assert kind in ("exception", "syntax") or is_chinese(result.translations["zh"])
    assert call(bench, runner.url, "6 * 7").data == 42


SEES_NOTHING = [
    ("the environment", "import os\nstr(dict(os.environ))"),
    ("that of the runner", "import os\nopen(f'/proc/{os.getppid()}/environ', 'rb').read().decode()"),
    ("the memory of the runner", "import os\nopen(f'/proc/{os.getppid()}/mem', 'rb').read(10)"),
    ("its own command", "import os\nopen(f'/proc/{os.getppid()}/cmdline').read().replace('\\0', ' ')"),
    ("what is open", WHAT_IS_OPEN),
    ("frames and modules", "import sys\nstr(sys.modules) + str(sys._getframe().f_globals)"),
]


@pytest.mark.parametrize("code", [row[1] for row in SEES_NOTHING], ids=[row[0] for row in SEES_NOTHING])
def test_code_does_not_find_the_token(bench: Bench, runner: RunningRunner, code: str) -> None:
    result = call(bench, runner.url, code)
    assert TOKEN not in repr(result)
    assert result.success or "PermissionError" in result.message, result


def living(user: int) -> list[str]:
    """Return the states of a user's processes, but for those that only wait to be forgotten."""
    found = []
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            lines = dict(line.split(":\t", 1) for line in status.read_text().splitlines() if ":\t" in line)
        except (FileNotFoundError, ProcessLookupError):
            continue
        if lines["Uid"].split()[0] == str(user) and not lines["State"].startswith("Z"):
            found.append(lines["State"])
    return found


@own_user
@pytest.mark.parametrize("leaves", ["", "os.setsid(); "])
def test_no_process_outlives_its_call(bench: Bench, runner: RunningRunner, leaves: str) -> None:
    code = f"import os, time\nif not os.fork():\n    {leaves}time.sleep(1000)\nos.getuid()"
    user = call(bench, runner.url, code).data
    assert (user != 0, living(user)) == (True, [])


@own_user
def test_a_storm_of_forks_ends_with_the_call(bench: Bench, runner: RunningRunner) -> None:
    code = "import os\nwhile True:\n    try:\n        os.fork()\n    except OSError:\n        pass"
    result = call(bench, runner.url, code)
    assert result.data["kind"] in ("time", "output")
    assert call(bench, runner.url, "6 * 7").data == 42


@own_user
def test_calls_see_nothing_of_each_other(bench: Bench, runner: RunningRunner) -> None:
    left = call(bench, runner.url, f"import os\nopen('{LEFT}', 'w').write('secret')\nos.getcwd()").data
    result = call(bench, runner.url, f"open('{LEFT}').read()")
    assert "FileNotFoundError" in result.message
    assert not Path(left).exists()


SHARED_MEMORY = "import ctypes\nlibc = ctypes.CDLL(None)\n"
LEAVES = {
    "files for all": "import os\nfor top in ('/tmp', '/var/tmp', '/dev/shm'):\n    place = f'{top}/left-by-a-call'\n"
    "    open(place, 'w').write('secret')\n    os.chmod(place, 0o777)",
    "a deep folder": "import os\nos.chdir('/tmp')\nos.mkdir('left-by-a-call')\nos.chdir('left-by-a-call')\n"
    "for _ in range(3000):\n    os.mkdir('a' * 100)\n    os.chdir('a' * 100)",
    "a closed folder": f"import os\nos.makedirs('{LEFT}/a/b')\nos.chmod('{LEFT}/a', 0)\nos.chmod('{LEFT}', 0)",
    "shared memory": f"{SHARED_MEMORY}libc.shmget(4711, 4096, 0o1666)",
    "a queue": f"{SHARED_MEMORY}libc.msgget(4711, 0o1666)",
    "a semaphore": f"{SHARED_MEMORY}libc.semget(4711, 1, 0o1666)",
}
FINDS = f"""
import ctypes, os
libc = ctypes.CDLL(None)
places = [f'{{top}}/left-by-a-call' for top in ('/tmp', '/var/tmp', '/dev/shm')]
found = [libc.shmget(4711, 0, 0), libc.msgget(4711, 0), libc.semget(4711, 0, 0)]
[[place for place in places if os.path.lexists(place)], found, os.path.lexists('{LEFT}')]
"""


@own_user
@pytest.mark.parametrize("leaves", LEAVES.values(), ids=LEAVES)
def test_a_call_leaves_nothing_to_the_next(bench: Bench, runner: RunningRunner, leaves: str) -> None:
    left = call(bench, runner.url, f"{leaves}\n1")
    assert left.success, left
    assert call(bench, runner.url, FINDS).data == [[], [-1, -1, -1], False]


def test_code_is_killed_when_nobody_waits_any_more(bench: Bench, runner: RunningRunner) -> None:
    assert call(bench, runner.url, "import time\ntime.sleep(1000)", timeout_s=1).success is False
    assert [call(bench, runner.url, "1").data for _ in range(3)] == [1, 1, 1]


def test_a_runner_does_not_start_without_a_token() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tools.runner"], cwd=ROOT, env={"RUNNER_TOKEN": "short"}, capture_output=True, timeout=30
    )
    assert (done.returncode, b"RUNNER_TOKEN" in done.stderr) == (1, True)


def test_it_needs_nothing_of_the_product(tmp_path: Path) -> None:
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "runner").symlink_to(ROOT / "tools" / "runner")
    done = subprocess.run(
        [sys.executable, "-ISc", "import sys; sys.path.insert(0, '.'); import tools.runner.__main__"],
        cwd=tmp_path,
        capture_output=True,
        timeout=30,
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_what_a_caller_sends_after_its_request_ends_no_call(runner: RunningRunner) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        code = f"import socket\ns = socket.create_connection(('127.0.0.1', {port}))\ns.recv(1)\n7"
        body = frame({"code": code, "inputs": {}, "seconds": 3, "files": []})
        connection = HTTPConnection(urlsplit(runner.url).netloc, timeout=LONG_S)
        connection.request("POST", "/run", body, {"Authorization": f"Bearer {TOKEN}"})
        with listener.accept()[0] as started:
            connection.sock.sendall(b"more")
            started.sendall(b"x")
            answer = connection.getresponse().read()
        connection.close()
    assert b'"value": 7' in answer
