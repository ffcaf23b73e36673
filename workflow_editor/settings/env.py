"""Typed readers of environment variables that fail loudly on a bad value."""

import json
import os
import sys
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit
from zoneinfo import ZoneInfo

from django.core.exceptions import ImproperlyConfigured

from tools.mcp.server import ServerProgram
from tools.outbound.proxy import Proxy, read_proxy

BASE_DIR = Path(__file__).resolve().parent.parent.parent
_PREPARED_AFTER = "5"
"""Times that a connection meets a statement before PostgreSQL keeps its plan; what psycopg does by itself."""
_SESSION = "-c idle_in_transaction_session_timeout=10s"
"""Timeout of a process frozen in a transaction; shorter than a lease, longer than normal pauses."""


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, default)


def integer(name: str, default: int, *, at_least: int = 0) -> int:
    raw = os.environ.get(name)
    if raw is None or raw == "":
        return default
    try:
        value = int(raw)
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {raw!r}") from None
    if value < at_least:
        raise ImproperlyConfigured(f"{name} must be at least {at_least}, not {value}")
    return value


def flag(name: str, *, default: bool = False) -> bool:
    raw = os.environ.get(name, "").strip().lower()
    if raw == "":
        return default
    if raw in {"1", "true", "yes", "on"}:
        return True
    if raw in {"0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} must be true or false, not {raw!r}")


def choice(name: str, *allowed: str) -> str:
    """Read one of some words; the first one when there is none."""
    value = os.environ.get(name, allowed[0]).strip().lower()
    if value not in allowed:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(filter(None, allowed))}, not {value!r}")
    return value


def names(name: str, default: str = "") -> list[str]:
    return [part.strip() for part in os.environ.get(name, default).split(",") if part.strip()]


def origin(name: str) -> str:
    """Read the address of an installation, as `https://flowloom.example.com`; empty when it is not set."""
    raw = os.environ.get(name, "").strip().rstrip("/")
    parts = urlsplit(raw)
    if raw and (
        parts.scheme not in ("http", "https") or not parts.hostname or raw != f"{parts.scheme}://{parts.netloc}"
    ):
        raise ImproperlyConfigured(f"{name} must be an address such as https://flowloom.example.com, not {raw!r}")
    return raw


def time_zone(name: str, default: str) -> str:
    """Read the name of a time zone (IANA), such as Asia/Shanghai."""
    raw = os.environ.get(name, "").strip() or default
    try:
        return ZoneInfo(raw).key
    except (LookupError, ValueError, OSError):
        raise ImproperlyConfigured(f"{name} must name a time zone such as Asia/Shanghai, not {raw!r}") from None


def networks(name: str) -> list[IPv4Network | IPv6Network]:
    """Read a comma-separated list of addresses and networks (CIDR)."""
    found = []
    for part in names(name):
        try:
            found.append(ip_network(part))
        except ValueError:
            raise ImproperlyConfigured(
                f"{name} must list IP addresses and networks such as 10.0.0.7 or 10.0.0.0/24, not {part!r}"
            ) from None
    return found


def data_dir() -> Path:
    """Return the product's data folder, creating it if missing.

    Raises ImproperlyConfigured if it cannot be created, or not written to.
    """
    path = Path(os.environ.get("DATA_DIR") or _usual_data_dir()).expanduser().resolve()
    try:
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise ImproperlyConfigured(f"DATA_DIR {path} cannot be created: {error.strerror}.") from error
    if not os.access(path, os.W_OK | os.X_OK):
        raise ImproperlyConfigured(f"DATA_DIR {path} cannot be written to by this user.")
    return path


def _usual_data_dir() -> Path:
    """Return `data` in a checkout, or the user's program data folder when installed, independent of the working
    directory: decision 56.
    """
    if (BASE_DIR / "pyproject.toml").exists():
        return BASE_DIR / "data"
    try:
        home = Path.home()
    except RuntimeError:
        raise ImproperlyConfigured("DATA_DIR must name a folder, since this user has no home folder.") from None
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "flowloom"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "flowloom"


@dataclass(frozen=True, slots=True)
class MailServer:
    """A mail server; `host` is empty for none. TLS begins with the connection (`is_tls`), or by STARTTLS."""

    host: str = ""
    port: int = 25
    user: str = ""
    password: str = ""
    starts_tls: bool = False
    is_tls: bool = False


def mail_server(name: str) -> MailServer:
    """Read `smtp://user:password@host:port`, with `smtp+tls://` for STARTTLS and `smtp+ssl://` for TLS throughout."""
    raw = os.environ.get(name, "")
    if not raw:
        return MailServer()
    ports = {"smtp": 25, "smtp+tls": 587, "smtp+ssl": 465}
    try:
        parts = urlsplit(raw)
        host, port = parts.hostname, parts.port or ports[parts.scheme]
    except (KeyError, ValueError):
        host, port = None, 0
    if not host:
        # Without the value: it may hold a password.
        raise ImproperlyConfigured(f"{name} must look like smtp+tls://user:password@mail.example.com:587")
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return MailServer(host, port, user, password, parts.scheme == "smtp+tls", parts.scheme == "smtp+ssl")


def proxy(name: str) -> Proxy | None:
    """Read `http://user:password@host:port`."""
    raw = os.environ.get(name, "")
    try:
        return read_proxy(raw) if raw else None
    except ValueError:
        # Without the value: it may hold a password.
        raise ImproperlyConfigured(f"{name} must look like http://user:password@proxy.example.com:3128") from None


def postgres_database(url: str) -> dict[str, object]:
    """Convert `postgresql://user:password@host:port/name?option=value` to Django's form.

    Frequent statements are prepared; `prepare_threshold=none` is for poolers that cannot separate them. `options`
    overrides session settings, as in PostgreSQL's own clients.
    """
    parts = urlsplit(url)
    if parts.scheme not in {"postgres", "postgresql"}:
        raise ImproperlyConfigured("DATABASE_URL must start with postgresql://")
    return {
        "ENGINE": "workflow_editor.adapters.internals.postgres",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 600,
        "OPTIONS": _postgres_options(parts.query),
    }


def _postgres_options(query: str) -> dict[str, object]:
    options: dict[str, object] = {"options": _SESSION, **dict(parse_qsl(query))}
    threshold = str(options.pop("prepare_threshold", _PREPARED_AFTER)).lower()
    prepared = None if threshold == "none" else int(threshold)
    return {**options, "server_side_binding": True, "prepare_threshold": prepared}


def mcp_programs(path: str) -> dict[str, ServerProgram]:
    """Read the MCP servers that may be started as programs, from a JSON file
    `{"mcpServers": {"<name>": {"command": "…", "args": ["…"], "env": {"NAME": "value"}}}}`; an empty path gives none.

    Raises ImproperlyConfigured if the file cannot be read, or an entry is malformed.
    """
    if not path:
        return {}
    try:
        entries = json.loads(Path(path).expanduser().read_text(encoding="utf-8"))["mcpServers"]
        return {name: _program(name, entry) for name, entry in entries.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ImproperlyConfigured(
            f'MCP_PROGRAMS_FILE ({path}) must hold {{"mcpServers": {{name: {{command, args, env}}}}}}'
        ) from error


def _program(name: str, entry: dict[str, Any]) -> ServerProgram:
    command, args, env = entry["command"], entry.get("args", []), entry.get("env", {})
    if not isinstance(command, str) or not command or not isinstance(args, list) or not isinstance(env, dict):
        raise ValueError(name)
    return ServerProgram(name, command, tuple(map(str, args)), {str(key): str(value) for key, value in env.items()})
