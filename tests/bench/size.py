"""Amounts of work: FULL for figures, SMOKE to see within seconds that every part still runs.

The parts take their amounts from here alone, so there is one switch. `frontend/bench/size.ts` is the editor's half.
"""

import sys
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Size:
    """Amounts of work.

    Attributes:
        name: argument of the bench programs.
        repeats: tries of short work, of which the median or the best counts.
        calls: tries of very short work.
        seconds: how long clients keep asking.
        idle_s: how long the idle product is watched.
        followed_runs: runs with timed events.
        graphs: numbers of nodes, start and end included.
        rules: rules that a decision is made among.
        chunks: pieces of text in a knowledge base.
        questions: searches in it.
        schedules: schedules that are due at once.
        year_schedules: schedules with a year of due times to compare.
        megabytes: length of the file that is sent through.
        settle_s: pause in which memory of a first file is given back, or the disk comes to rest.
        attacks: hostile programs for each language of the sandbox; all when None.
        deliveries: webhook requests of a burst.
        burst_s: time in which they are sent.
        connections: connections that send them.
        slow_runs: runs of one person that wait for something slow.
        fair_runs: runs of another person beside them.
        sockets: sockets of one person at once.
        streams: model streams at once.
        streams_s: how long they run together.
        streams_warm_up_s: the part of it that does not count.
        workers: worker processes among which the same work is spread.
        spread_runs: runs that they share.
        cost_runs: runs with counted costs.
    """

    name: str
    repeats: int
    calls: int
    seconds: float
    idle_s: float
    followed_runs: int
    graphs: tuple[int, ...]
    rules: int
    chunks: int
    questions: int
    schedules: int
    year_schedules: int
    megabytes: int
    settle_s: float
    attacks: int | None
    deliveries: int
    burst_s: float
    connections: int
    slow_runs: int
    fair_runs: int
    sockets: int
    streams: int
    streams_s: float
    streams_warm_up_s: float
    workers: tuple[int, ...]
    spread_runs: int
    cost_runs: int


FULL = Size(
    name="full",
    repeats=30,
    calls=300,
    seconds=10.0,
    idle_s=10.0,
    followed_runs=20,
    graphs=(100, 1_000, 10_000),
    rules=10_000,
    chunks=10_000,
    questions=200,
    schedules=10_000,
    year_schedules=1_000,
    megabytes=1024,
    settle_s=3.0,
    attacks=None,
    deliveries=10_000,
    burst_s=10.0,
    # More than a process lets wait, and fewer than it lets be open.
    connections=960,
    slow_runs=1000,
    fair_runs=100,
    sockets=600,
    streams=200,
    streams_s=15.0,
    streams_warm_up_s=5.0,
    workers=(1, 2, 4),
    spread_runs=1000,
    cost_runs=1000,
)
SMOKE = Size(
    name="smoke",
    repeats=3,
    calls=5,
    seconds=0.5,
    idle_s=0.2,
    followed_runs=2,
    graphs=(20, 100),
    rules=50,
    chunks=60,
    questions=5,
    schedules=20,
    year_schedules=3,
    megabytes=2,
    settle_s=0.2,
    attacks=2,
    deliveries=40,
    burst_s=0.2,
    connections=10,
    slow_runs=20,
    fair_runs=5,
    sockets=12,
    streams=4,
    streams_s=1.0,
    streams_warm_up_s=0.2,
    workers=(1, 2),
    spread_runs=8,
    cost_runs=10,
)
SIZES = {size.name: size for size in (FULL, SMOKE)}


def size_argument(position: int = 1) -> Size:
    """Read the size from this program's arguments; FULL when left out."""
    return SIZES[sys.argv[position]] if len(sys.argv) > position else FULL
