"""A MariaDB of our own on a free loopback port, for the tests of one module."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pymysql

from tests.polling import wait_until
from workflow_editor.scaled.private_access import free_port


@contextmanager
def mariadb(folder: Path) -> Iterator[int]:
    """Run it with its data in the folder and yield its port; `root` needs no password.

    Raises FileNotFoundError if it is not installed.
    """
    found = [shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin") for name in ("mariadb-install-db", "mariadbd")]
    if None in found:
        raise FileNotFoundError("MariaDB is missing: run `make services` (Debian: mariadb-server-core).")
    install, server = map(str, found)
    data, port = folder / "mariadb", free_port()
    user = ["--user=root"] if os.getuid() == 0 else []
    own = ["--no-defaults", f"--datadir={data}", *user]
    made = [install, *own, "--auth-root-authentication-method=normal", "--skip-test-db"]
    subprocess.run(made, check=True, capture_output=True)
    listens = [f"--port={port}", "--bind-address=127.0.0.1", f"--socket={folder}/mariadb.sock", "--skip-name-resolve"]
    small = ["--innodb-buffer-pool-size=16M", "--skip-log-bin", f"--log-error={folder}/mariadb.log"]
    process = subprocess.Popen([server, *own, *listens, *small])
    try:
        wait_until(lambda: _answers(port), within_s=60)
        yield port
    finally:
        process.terminate()
        process.wait(30)


def _answers(port: int) -> bool:
    try:
        pymysql.connect(host="127.0.0.1", port=port, user="root", connect_timeout=2).close()
    except pymysql.Error:
        return False
    return True
