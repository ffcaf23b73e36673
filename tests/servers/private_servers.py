"""Run a command beside a private PostgreSQL and a private Redis.

Usage: private_servers.py COMMAND [ARG …]. Both servers live on free loopback ports in a temporary folder and are
stopped when the command ends; it finds them in DATABASE_URL and REDIS_URL. The exit code is the command's.
"""

import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

START_TIMEOUT_S = 30


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def postgres_binary(name: str) -> str:
    installed = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    found = str(installed[-1]) if installed else shutil.which(name)
    if found is None:
        raise SystemExit(f"{name} is missing: run `make services`")
    return found


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """Start PostgreSQL; as root it runs as the user `postgres`, since initdb refuses root."""
    port = free_port()
    user = "postgres" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
    demote = user if os.getuid() == 0 else None
    data = folder / "postgres"
    data.mkdir()
    if demote:
        folder.chmod(0o755)
        shutil.chown(data, demote)
    subprocess.run(
        [postgres_binary("initdb"), "-D", data, "-U", "flowloom", "--auth=trust", "--encoding=UTF8", "--no-sync"],
        check=True,
        user=demote,
        cwd="/",
        stdout=subprocess.DEVNULL,
    )
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off"
    control: list[str | Path] = [postgres_binary("pg_ctl"), "-D", data, "-w", "-t", str(START_TIMEOUT_S), "-s"]
    subprocess.run([*control, "-o", options, "-l", data / "log", "start"], check=True, user=demote, cwd="/")
    try:
        yield f"postgresql://flowloom@127.0.0.1:{port}/postgres"
    finally:
        subprocess.run([*control, "-m", "immediate", "stop"], check=True, user=demote, cwd="/")


@contextmanager
def redis(folder: Path) -> Iterator[str]:
    """Start Redis without persistence and wait until it answers."""
    port = free_port()
    log = (folder / "redis.log").open("w")
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    with log, subprocess.Popen(command, cwd=folder, stdout=log) as server:
        try:
            ping = ["redis-cli", "-p", str(port), "--raw", "ping"]
            ready = ["timeout", str(START_TIMEOUT_S), "sh", "-c", f"until {' '.join(ping)} >/dev/null 2>&1; do :; done"]
            subprocess.run(ready, check=True)
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            server.terminate()


def main() -> int:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="flowloom-servers-")))
        environment = os.environ | {
            "DATABASE_URL": stack.enter_context(postgres(folder)),
            "REDIS_URL": stack.enter_context(redis(folder)),
        }
        return subprocess.run(sys.argv[1:], env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
