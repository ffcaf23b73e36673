"""Frequency of cyclic garbage collection in a process."""

import gc

# Python looks after 700 new objects, and again through all that it holds when a quarter has been added; a big graph, a
# page of events or a model's reply makes tens of thousands, of which next to none are in circles. Reading, checking and
# planning a graph of 10,000 nodes takes 0.67 s so, and 1.04 s with Python's settings, which is beyond what we promise.
# When sixteen people start a run with an effect at once, the slowest in twenty waits 165 ms instead of 194.
_NEW_OBJECTS = 50_000


def collect_garbage_rarely() -> None:
    """Look at new objects only when there are many; set first, since imports make none that are garbage."""
    gc.set_threshold(_NEW_OBJECTS, *gc.get_threshold()[1:])


def pass_over_start() -> None:
    """Leave alone what the start has made, which stays."""
    gc.collect()
    gc.freeze()
