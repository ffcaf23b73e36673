"""The halves of `make dev` start, restart and end as one; small programs replace the server and Vite.

All share one pipe, read to its end only once the last of them has ended.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.runtime import ROOT

RUN = """
import signal
import sys
from pathlib import Path
from tests.dev.halves import Half, run_halves

signal.signal(signal.SIGINT, signal.default_int_handler)
folder = Path(sys.argv[1])
server = Half("the server", [sys.executable, "server.py"], folder, in_terminal=True)
site = Half("Vite", [sys.executable, "site.py"], folder)
print(run_halves(server, site, [folder]))
"""


class Dev:
    """Both halves, in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            [sys.executable, "-c", RUN, str(folder)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def ids(self, *names: str) -> list[int]:
        """Return the process ids of programs, once each of them has started."""
        found: dict[str, int] = {}
        while not found.keys() >= set(names):
            name, _, number = self.next_line().partition(" ")
            if number.isdigit():
                found[name] = int(number)
        return [found[name] for name in names]

    def next_line(self) -> str:
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line, "it ended"
        return line.strip()

    def rest(self) -> list[str]:
        """Return the rest of the output, once all processes have ended."""
        return self.process.communicate()[0].splitlines()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[[str], Dev]]:
    """Start both halves; the site may be another program than one that waits."""
    started: list[Dev] = []

    def start(site: str) -> Dev:
        for name, text in (("server", _waits("server")), ("site", site), ("child", _waits("child"))):
            (tmp_path / f"{name}.py").write_text(text)
        started.append(Dev(tmp_path))
        return started[-1]

    yield start
    for dev in started:
        if dev.process.poll() is None:
            dev.process.send_signal(signal.SIGINT)
            dev.process.communicate()


def _waits(name: str) -> str:
    # One call of the system: others write to the same pipe.
    return f"import os, signal; os.write(1, f'{name} {{os.getpid()}}\\n'.encode()); signal.pause()"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("site", "Vite ended with exit code -9, so the server was stopped too."),
        ("server", "The server ended with exit code -9, so Vite was stopped too."),
    ],
)
def test_the_end_of_one_ends_the_other(name: str, sentence: str, start: Callable[[str], Dev]) -> None:
    dev = start(_waits("site"))
    ids = dict(zip(("server", "site"), dev.ids("server", "site"), strict=True))

    os.kill(ids[name], signal.SIGKILL)

    assert dev.rest() == [sentence]


def test_ctrl_c_ends_both_and_what_they_started(start: Callable[[str], Dev]) -> None:
    dev = start("import subprocess, sys; subprocess.run([sys.executable, 'child.py'])")
    dev.ids("server", "child")

    dev.process.send_signal(signal.SIGINT)

    assert dev.rest()[-1] == "KeyboardInterrupt"


def test_a_changed_source_starts_the_server_again(start: Callable[[str], Dev]) -> None:
    dev = start(_waits("site"))
    (first, _) = dev.ids("server", "site")

    (dev.folder / "server.py").write_text("raise SystemExit(3)")
    lines = [dev.next_line(), dev.next_line()]
    (dev.folder / "server.py").write_text(_waits("server"))
    (second,) = dev.ids("server")

    assert "server.py changed; the server starts again." in lines[0]
    assert lines[1] == "The server ended with exit code 3. It starts again with the next change."
    assert first != second
