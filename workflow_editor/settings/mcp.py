"""The operator's list of MCP servers that may be started as programs of this machine."""

import json
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from tools.mcp.server import ServerProgram


def mcp_programs(path: str) -> dict[str, ServerProgram]:
    """Read a JSON file `{"mcpServers": {"<name>": {"command": "…", "args": ["…"], "env": {"NAME": "value"}}}}`; an
    empty path gives none.

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
