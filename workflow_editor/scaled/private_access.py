"""Password and addresses of a folder's private servers, in a file for this user alone. Knows nothing of Django."""

import json
import os
import pwd
import secrets
import socket
import stat
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote

ROLE = "flowloom_app"
"""The role of the product in its private PostgreSQL: it owns its tables and nothing else."""
DATABASE = "postgres"
SERVER_USER = "postgres"
"""The user that PostgreSQL runs as where we are root, which it refuses."""
_FILE = "private_servers.json"
_POSTGRES_SOCKET_PORT = 5432
_LONGEST_SOCKET_PATH = 103
"""Bytes of a socket's path: 107 on Linux, 103 on macOS, without the byte that ends it. Source: unix(7), sys/un.h."""


@dataclass(frozen=True, slots=True)
class PrivateAccess:
    """The way into the private servers; over sockets, the ports are not used."""

    password: str
    postgres_port: int
    redis_port: int

    def postgres_url(self, folder: Path) -> str:
        """Return the URL: a socket in the database's folder, where its path is short enough, else a loopback port."""
        start = f"postgresql://{ROLE}:{self.password}@"
        if (place := postgres_socket_folder(folder)) is not None:
            return f"{start}/{DATABASE}?host={quote(str(place), safe='')}"
        return f"{start}127.0.0.1:{self.postgres_port}/{DATABASE}"

    def redis_url(self, folder: Path) -> str:
        """Return the URL: a socket in the folder, where its path is short enough, else a loopback port."""
        if (place := redis_socket(folder)) is not None:
            return f"unix://:{self.password}@{quote(str(place))}?db=0"
        return f"redis://:{self.password}@127.0.0.1:{self.redis_port}/0"


def new_access() -> PrivateAccess:
    return PrivateAccess(secrets.token_urlsafe(32), free_port(), free_port())


def kept_access(folder: Path) -> PrivateAccess | None:
    try:
        found = json.loads((folder / _FILE).read_text())
        return PrivateAccess(str(found["password"]), int(found["postgres_port"]), int(found["redis_port"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def keep_access(folder: Path) -> PrivateAccess:
    """Return the access of a folder's servers before they start: the stored one, if its ports are free."""
    access = kept_access(folder)
    if access is not None and all(map(_is_free, _used_ports(access, folder))):
        return access
    access = PrivateAccess(access.password if access else new_access().password, free_port(), free_port())
    path = folder / f".{_FILE}-{os.getpid()}"
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        json.dump(asdict(access), file)
        file.flush()
        os.fsync(file.fileno())
    path.replace(folder / _FILE)
    return access


def database_folder(folder: Path) -> Path:
    """Return the private database's folder, in the user's home if the user cannot reach the given one.

    Raises KeyError as root without PostgreSQL's user.
    """
    if os.getuid() != 0:
        return folder / "postgres"
    home = Path(pwd.getpwnam(SERVER_USER).pw_dir)
    if all(parent.stat().st_mode & stat.S_IXOTH for parent in folder.resolve().parents):
        return folder / "postgres"
    return home / f"flowloom-{sha256(bytes(folder.resolve())).hexdigest()[:12]}"


def postgres_socket_folder(folder: Path) -> Path | None:
    """Return the folder of PostgreSQL's socket, which nobody else can enter; None: the path would be too long."""
    place = database_folder(folder).resolve()
    return place if _fits(place / f".s.PGSQL.{_POSTGRES_SOCKET_PORT}") else None


def redis_socket(folder: Path) -> Path | None:
    """Return the path of Redis's socket; None: it would be too long."""
    place = folder.resolve() / "redis.sock"
    return place if _fits(place) else None


def free_port() -> int:
    """Return a TCP port of the loopback address that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def _fits(path: Path) -> bool:
    return len(bytes(path)) <= _LONGEST_SOCKET_PATH


def _used_ports(access: PrivateAccess, folder: Path) -> list[int]:
    postgres = [] if postgres_socket_folder(folder) else [access.postgres_port]
    return postgres + ([] if redis_socket(folder) else [access.redis_port])


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
