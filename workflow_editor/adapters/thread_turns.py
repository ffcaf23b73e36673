"""How threads of one process take turns."""

import sys

# Python lets a busy thread run for 5 ms before another one gets its turn; a request, a piece of a model's text or a
# tool's answer hops between threads several times, and would wait that long at each hop. Nothing for processes with
# hundreds of threads: each that waits wakes at the end of every turn, and together they would do nothing else.
_TURN_S = 0.0005


def take_short_turns() -> None:
    """Let threads wait less for each other, for all of this process."""
    sys.setswitchinterval(_TURN_S)
