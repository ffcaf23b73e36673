"""Removes a call's leftovers: `python leftovers.py <folder to spare>`, run as the call's user.

Kills its processes and deletes its files in world-writable folders and its System V shared memory, queues and
semaphores. As that user it cannot affect others.
"""

import ctypes
import itertools
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress

SHARED_FOLDERS = ("/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run/lock")  # noqa: S108  what is cleaned
_IPC_RMID = 0
_ENDS_WITHIN_S = 5.0


def main() -> None:
    """Kill, delete and remove."""
    with suppress(ProcessLookupError):
        # All of the user's but this one; none of them can begin another meanwhile.
        os.kill(-1, signal.SIGKILL)
        _wait_for_ends()
    for folder in SHARED_FOLDERS:
        _delete_own(folder, os.path.realpath(sys.argv[1]))
    libc = ctypes.CDLL(None, use_errno=True)
    for number in _own_ids("shm", "shmid"):
        libc.shmctl(number, _IPC_RMID, None)
    for number in _own_ids("msg", "msqid"):
        libc.msgctl(number, _IPC_RMID, None)
    for number in _own_ids("sem", "semid"):
        libc.semctl(number, 0, _IPC_RMID, 0)


def _wait_for_ends() -> None:
    """Wait until all are dead: one that is killed within a call of the system still ends that, and may leave a file."""
    deadline = time.monotonic() + _ENDS_WITHIN_S
    while any(map(_is_own_and_alive, os.listdir("/proc"))) and time.monotonic() < deadline:
        time.sleep(0.002)


def _is_own_and_alive(name: str) -> bool:
    if not name.isdigit() or int(name) == os.getpid():
        return False
    try:
        with open(f"/proc/{name}/status", errors="replace") as file:
            lines = dict(line.split(":\t", 1) for line in file if ":\t" in line)
    except (FileNotFoundError, ProcessLookupError):
        return False
    return lines["Uid"].split()[0] == str(os.getuid()) and lines["State"][0] not in "ZX"


def _delete_own(folder: str, spared: str) -> None:
    """Delete what belongs to the user, in folders of others too that let the user write; links are not followed."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.path == spared:
                continue
            is_folder = entry.is_dir(follow_symlinks=False)
            with suppress(OSError):
                if entry.stat(follow_symlinks=False).st_uid != os.getuid():
                    if is_folder and os.access(entry.path, os.W_OK):
                        _delete_own(entry.path, spared)
                elif is_folder:
                    _delete_tree(entry.path)
                else:
                    os.unlink(entry.path)


def _delete_tree(top: str) -> None:
    """Delete a folder of the user's own, however deep it is: what lies deeper is moved up first."""
    folders, numbers = [top], itertools.count()
    for folder in folders:
        os.chmod(folder, 0o700)
        with os.scandir(folder) as entries:
            for entry in entries:
                if not entry.is_dir(follow_symlinks=False):
                    os.unlink(entry.path)
                elif folder == top:
                    folders.append(entry.path)
                else:
                    folders.append(f"{top}/{os.getpid()}-{next(numbers)}")
                    os.rename(entry.path, folders[-1])
    for folder in reversed(folders):
        os.rmdir(folder)


def _own_ids(kind: str, column: str) -> Iterator[int]:
    """Yield the user's System V object ids; the creator may remove them, whoever owns them now."""
    with suppress(OSError), open(f"/proc/sysvipc/{kind}", encoding="ascii") as table:
        names = table.readline().split()
        for line in table:
            row = dict(zip(names, line.split(), strict=False))
            if str(os.getuid()) in (row["uid"], row["cuid"]):
                yield int(row[column])


if __name__ == "__main__":
    main()
