"""Ended programs are restarted; one that never comes up ends everything, with its last output."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from workflow_editor.scaled.programs import Program
from workflow_editor.scaled.supervisor import ProgramFailedError, Supervisor

WITHIN_S = 60.0


@pytest.fixture
def supervisor() -> Iterator[Supervisor]:
    with Supervisor(width=8) as supervisor:
        yield supervisor


def program(name: str, script: str, **more: object) -> Program:
    return Program(name, (sys.executable, "-u", "-c", script), **more)  # type: ignore[arg-type]  # options of a test


def sleeping(folder: Path) -> str:
    """A program that leaves a line with its process id in a file, and runs until it is stopped."""
    return f"import os, time; open({str(folder / 'lives')!r}, 'a').write(f'{{os.getpid()}}\\n'); time.sleep(600)"


def lives(folder: Path) -> list[int]:
    file = folder / "lives"
    return [int(line) for line in file.read_text().splitlines()] if file.exists() else []


def lived(folder: Path, times: int) -> Callable[[], bool]:
    return lambda: len(lives(folder)) == times


def test_a_killed_program_is_started_again_however_often(supervisor: Supervisor, tmp_path: Path) -> None:
    supervisor.keep(program("worker", sleeping(tmp_path)))
    for times in range(1, 6):
        assert supervisor.run(lived(tmp_path, times), within_s=WITHIN_S)
        os.kill(lives(tmp_path)[-1], signal.SIGKILL)
    assert supervisor.run(lived(tmp_path, 6), within_s=WITHIN_S)


def test_a_program_that_fails_at_its_start_ends_everything_with_its_last_words(
    supervisor: Supervisor, tmp_path: Path
) -> None:
    supervisor.keep(program("web", sleeping(tmp_path)))
    supervisor.keep(program("worker.1", "import no_such_package"))
    with pytest.raises(ProgramFailedError) as failure:
        supervisor.run(within_s=WITHIN_S)
    text = str(failure.value)
    assert text.startswith("worker.1 failed 5 times in a row at its start, so everything was stopped.")
    assert "No module named 'no_such_package'" in text


@pytest.mark.exhaustive
def test_a_server_is_started_again_however_often_it_fails(supervisor: Supervisor, tmp_path: Path) -> None:
    script = f"open({str(tmp_path / 'lives')!r}, 'a').write('1\\n'); raise SystemExit(1)"
    supervisor.keep(program("redis", script, keeps_trying=True, log=tmp_path / "log"))
    assert supervisor.run(lived(tmp_path, 6), within_s=WITHIN_S)


def test_what_cannot_be_started_now_is_tried_again(supervisor: Supervisor, tmp_path: Path) -> None:
    """As when there is no memory or no space on the disk."""
    command = tmp_path / "program"
    supervisor.keep(Program("beat", (str(command),)))
    assert not supervisor.run(within_s=0.2)
    command.write_text(f"#!{sys.executable}\n{sleeping(tmp_path)}\n")
    command.chmod(0o755)
    assert supervisor.run(lived(tmp_path, 1), within_s=WITHIN_S)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_it_and_servers_end_after_those_who_use_them(tmp_path: Path, number: int) -> None:
    quoted = tmp_path / "said"
    script = (
        "import signal, sys, time\n"
        "def leave(*_):\n"
        f"    open({str(quoted)!r}, 'a').write(NAME + '\\n'); sys.exit(0)\n"
        "signal.signal(signal.SIGTERM, leave)\n"
        f"open({str(tmp_path / 'lives')!r}, 'a').write('1\\n')\n"
        "time.sleep(600)\n"
    )
    with Supervisor(width=8) as supervisor:
        supervisor.keep(program("postgres", f"NAME = 'postgres'\n{script}", log=tmp_path / "log"))
        supervisor.keep(program("worker", f"NAME = 'worker'\n{script}"))
        assert supervisor.run(lived(tmp_path, 2), within_s=WITHIN_S)
        threading.Timer(0.1, os.kill, (os.getpid(), number)).start()
        assert not supervisor.run(within_s=WITHIN_S)
        assert supervisor.stopping
    assert quoted.read_text().split() == ["worker", "postgres"]
