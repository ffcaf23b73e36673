"""Return of large memory blocks to the system."""

import ctypes
import sys

_MMAP_THRESHOLD = -3
"""Source: malloc.h of glibc, M_MMAP_THRESHOLD."""
_LARGE_BYTES = 1024 * 1024


def return_large_blocks() -> None:
    """Let glibc give back each block of a megabyte or more as soon as it is freed; other libraries do anyway.

    glibc itself raises that limit up to 32 MB with the blocks that it meets, and keeps up to 64 MB for each thread
    then: after 32 bodies of 16 MB, 800 MB that nobody uses.
    """
    if sys.platform == "linux" and hasattr(library := ctypes.CDLL(None), "mallopt"):
        library.mallopt(_MMAP_THRESHOLD, _LARGE_BYTES)
