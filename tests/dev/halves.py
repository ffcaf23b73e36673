"""Two processes that run together: one starts again when a source changes, and the end of either ends both."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from watchfiles import Change, watch

_SOURCES = (".py", ".html", ".mo", ".yaml")
_LOOK_EVERY_MS = 500
_STOPS_WITHIN_S = 10.0


@dataclass(slots=True)
class Half:
    """A program, and its process once it was started."""

    name: str
    command: Sequence[str]
    folder: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    descriptors: Sequence[int] = ()
    in_terminal: bool = False
    """Reads what is typed, as a debugger does; Ctrl-C then reaches it directly."""
    process: "subprocess.Popen[bytes] | None" = None

    def start(self) -> None:
        self.process = subprocess.Popen(
            self.command,
            cwd=self.folder,
            env={**os.environ, **self.environment},
            # Left open: some programs end at the end of their input.
            stdin=None if self.in_terminal else subprocess.PIPE,
            start_new_session=not self.in_terminal,
            pass_fds=self.descriptors,
        )

    def end(self) -> str | None:
        """Return the words for its end once it has ended by itself."""
        code = self.process.poll() if self.process else None
        return None if code is None else f"{self.name[0].upper()}{self.name[1:]} ended with exit code {code}"

    def ask_to_stop(self) -> None:
        if self.process and self.process.poll() is None:
            # Node.js from a Python package is the child of a small program, which passes no signals on.
            send = os.kill if self.in_terminal else os.killpg
            send(self.process.pid, signal.SIGTERM)

    def wait(self) -> None:
        """Wait for its end after `ask_to_stop`; kill it when that takes too long."""
        if self.process:
            try:
                self.process.wait(_STOPS_WITHIN_S)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


def run_halves(server: Half, site: Half, sources: Sequence[Path]) -> str:
    """Run both until one ends, and return a sentence that says which; a changed source starts the server again.

    A server that does not start after a change is left until the next one, which may mend it.
    """
    is_reloaded = False
    watched = watch(*sources, watch_filter=_is_source, yield_on_timeout=True, rust_timeout=_LOOK_EVERY_MS)
    next(watched)  # from here on no change is missed
    try:
        server.start()
        site.start()
        for changes in watched:
            if changes:
                names = sorted({os.path.relpath(path) for _, path in changes})
                _print(f"{', '.join(names[:3])}{' …' if names[3:] else ''} changed; {server.name} starts again.")
                server.ask_to_stop()
                server.wait()
                server.start()
                is_reloaded = True
            elif end := site.end():
                return f"{end}, so {server.name} was stopped too."
            elif (end := server.end()) and not is_reloaded:
                return f"{end}, so {site.name} was stopped too."
            elif end:
                _print(f"{end}. It starts again with the next change.")
                server.process = None
    finally:
        for half in (server, site):
            half.ask_to_stop()
        for half in (server, site):
            half.wait()
    return "The sources are no longer watched."


def _is_source(change: Change, path: str) -> bool:
    return path.endswith(_SOURCES)


def _print(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
