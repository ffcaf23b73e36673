"""The private PostgreSQL of a folder for a process that no supervisor started, such as a management command."""

import atexit
import fcntl
import os
import threading
from contextlib import ExitStack
from pathlib import Path
from time import monotonic, sleep

from workflow_editor.scaled.private_access import PrivateAccess, keep_access
from workflow_editor.scaled.private_servers import (
    START_TIMEOUT_S,
    PrivateServerError,
    postgres_answers,
    postgres_server,
    running,
)
from workflow_editor.serving.data_lock import DataFolderInUseError, hold_data_folder

_LOOK_EVERY_S = 0.1


def wake(data_dir: Path, access: PrivateAccess) -> None:
    """Return once the private PostgreSQL answers, started for this process if necessary.

    One started here stops with this process, after all others that used it. Raises PrivateServerError if it cannot be
    started, or the folder's holder has none that answers.
    """
    users = os.open(data_dir / "commands.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    fcntl.flock(users, fcntl.LOCK_SH)
    deadline = monotonic() + START_TIMEOUT_S
    while not postgres_answers(access.postgres_url(data_dir)):
        if threading.current_thread() is not threading.main_thread():
            # A child process ends with the thread that started it.
            raise PrivateServerError(f"The private PostgreSQL of {data_dir} rests: start it with `up --scaled`.")
        try:
            hold_data_folder(data_dir)
        except DataFolderInUseError as error:
            # A server or another command, which may be starting it now.
            if monotonic() > deadline:
                raise PrivateServerError(f"{error} Its private PostgreSQL does not answer.") from None
            sleep(_LOOK_EVERY_S)
        else:
            _start(data_dir, access, users)
            return


def _start(data_dir: Path, access: PrivateAccess, users: int) -> None:
    if keep_access(data_dir) != access:
        raise PrivateServerError(f"The port of the private PostgreSQL of {data_dir} is taken. Run the command again.")
    stack = ExitStack()

    def stop() -> None:
        fcntl.flock(users, fcntl.LOCK_EX)
        stack.close()

    stack.enter_context(running(postgres_server(data_dir, access, keep=True)))
    atexit.register(stop)
