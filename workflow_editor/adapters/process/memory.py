"""Memory of a process: how often garbage is collected, and when large blocks go back to the system."""

import ctypes
import gc
import sys

_MMAP_THRESHOLD = -3
"""Source: malloc.h of glibc, M_MMAP_THRESHOLD."""
_LARGE_BYTES = 1024 * 1024

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


def return_large_blocks() -> None:
    """Let glibc give back each block of a megabyte or more as soon as it is freed; other libraries do anyway.

    glibc itself raises that limit up to 32 MB with the blocks that it meets, and keeps up to 64 MB for each thread
    then: after 32 bodies of 16 MB, 800 MB that nobody uses.
    """
    if sys.platform == "linux" and hasattr(library := ctypes.CDLL(None), "mallopt"):
        library.mallopt(_MMAP_THRESHOLD, _LARGE_BYTES)
