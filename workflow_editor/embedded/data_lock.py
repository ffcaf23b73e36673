"""One embedded server per DATA_DIR: a lock that the operating system takes back when the process dies."""

import fcntl
import os
from pathlib import Path


class DataFolderInUseError(Exception):
    """Another server works on this folder."""


def lock_data_folder(data_dir: Path) -> int:
    """Take the lock for the life of the process and return its file descriptor.

    Raises:
        DataFolderInUseError: another process holds it.
    """
    descriptor = os.open(data_dir / "server.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise DataFolderInUseError(f"Another Flowloom server is already using the data folder {data_dir}.") from None
    return descriptor
