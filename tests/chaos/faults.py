"""Random but seeded faults: processes are killed, frozen or asked to stop, Redis loses everything, database connections
are cut.
"""

import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

import psutil
import psycopg

from tests.chaos.redis_server import RestartingRedis
from tests.doubles.scaled_server import ScaledServer

# Seconds between two faults.
SHORTEST_PAUSE_S, LONGEST_PAUSE_S = 2.0, 8.0
# Longer than a lease and the sweep that ends it, so that somebody else has the work when its old holder wakes.
FROZEN_S = 22.0

_HELD = """
SELECT id FROM workflow_editor_noderun WHERE status = 'running' AND split_part(lease_owner, ':', 2) = %s
"""
_VICTIM = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
ORDER BY md5(pid::text || %s) LIMIT 1
"""


@dataclass(frozen=True)
class Kill:
    """A worker that works no more, at least not in time, and the node runs that it held."""

    at: float
    """Seconds since 1970."""
    node_runs: tuple[int, ...]


@dataclass
class Faults:
    """Does one thing after the other, in the thread that asks for it: the Redis that it starts again ends with it."""

    server: ScaledServer
    redis: RestartingRedis
    database_url: str
    seed: int
    done: Counter[str] = field(default_factory=Counter)
    kills: list[Kill] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    """When something went wrong, in seconds since 1970."""

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)  # noqa: S311  a schedule, no secret
        self._frozen: list[tuple[float, psutil.Process]] = []

    def go_on(self, seconds: float) -> None:
        """Let things go wrong for so long by the clock."""
        actions: dict[str, tuple[int, Callable[[], bool]]] = {
            "worker_killed": (5, self._kill_worker),
            "worker_frozen": (2, self._freeze_worker),
            "worker_told_to_leave": (2, self._stop_worker),
            "web_killed": (2, self._kill_web),
            "beat_killed": (1, lambda: self._signal("beat", signal.SIGKILL)),
            "redis_killed": (1, self.redis.kill),
            "redis_flushed": (2, self.redis.flush),
            "connection_cut": (5, self._cut_connection),
        }
        pause = threading.Event()
        names = list(actions)
        weights = [actions[name][0] for name in names]
        ends = time.monotonic() + seconds
        try:
            while time.monotonic() < ends:
                pause.wait(self._random.uniform(SHORTEST_PAUSE_S, LONGEST_PAUSE_S))
                self._thaw()
                name = self._random.choices(names, weights)[0]
                if actions[name][1]():
                    self.times.append(time.time())
                    self.done[name] += 1
        finally:
            self._thaw(everything=True)

    def _kill_worker(self) -> bool:
        victim = self._take_worker_out()
        if victim is not None:
            victim.kill()
        return victim is not None

    def _freeze_worker(self) -> bool:
        victim = self._take_worker_out()
        if victim is not None:
            self._frozen.append((time.monotonic() + FROZEN_S, victim))
        return victim is not None

    def _take_worker_out(self) -> psutil.Process | None:
        """Suspend a worker, so that nothing ends or begins while it is noted what the worker holds."""
        frozen = {process for _, process in self._frozen}
        workers = [process for process in self.server.processes("worker") if process not in frozen]
        if not workers:
            return None
        victim = self._random.choice(workers)
        victim.suspend()
        with psycopg.connect(self.database_url) as connection:
            held = tuple(row[0] for row in connection.execute(_HELD, [str(victim.pid)]).fetchall())
        self.kills.append(Kill(time.time(), held))
        return victim

    def _thaw(self, *, everything: bool = False) -> None:
        """Continue processes after their pause; they know nothing of the time between."""
        due = [one for one in self._frozen if everything or one[0] <= time.monotonic()]
        for one in due:
            self._frozen.remove(one)
            with suppress(psutil.NoSuchProcess):
                one[1].resume()

    def _stop_worker(self) -> bool:
        return self._signal("worker", signal.SIGTERM)

    def _kill_web(self) -> bool:
        return self._signal("web", signal.SIGKILL)

    def _signal(self, name: str, number: int) -> bool:
        found = self.server.processes(name)
        if not found:
            return False
        try:
            self._random.choice(found).send_signal(number)
        except psutil.NoSuchProcess:
            return False
        return True

    def _cut_connection(self) -> bool:
        with psycopg.connect(self.database_url, autocommit=True) as connection:
            return bool(connection.execute(_VICTIM, [str(self._random.random())]).fetchall())
