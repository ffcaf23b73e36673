"""Function names that every model API accepts, and the way back to tool ids. Pure.

Source:
    The strictest common rule of OpenAI, Anthropic, DeepSeek, Gemini and MCP: `^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$`.
"""

import hashlib
import re
from collections.abc import Iterable

MAX_LENGTH = 64
_LEGAL = re.compile(r"[a-zA-Z_][a-zA-Z0-9_-]{0,63}")
_ILLEGAL_CHARACTER = re.compile(r"[^a-zA-Z0-9_-]")
_PREFIXES = {"workflow": "wf_", "system": "sys_", "mcp": "mcp_"}
_OPAQUE_KINDS = frozenset({"tool", "inline"})


def is_legal(name: str) -> bool:
    """True when every model API takes this function name."""
    return _LEGAL.fullmatch(name) is not None


def function_alias(tool_id: str, *, base: str = "", hash_length: int = 8) -> str:
    """Return the function name for a tool id; the same id always gets the same name.

    `system:x` becomes `sys_x`, `workflow:x` `wf_x`, `mcp:x` `mcp_x`, `mcp:<id>:x` `mcp_x_<hash of the id>`. Ids that
    say nothing (`tool:<uuid>`, `inline:<id>`) become `<base>_<hash of the id>`, so that renaming a tool does not change
    its function. A name that had to be changed or cut ends in a hash of the full id.

    Args:
        tool_id: e.g. `system:get_current_time`.
        base: for opaque ids, the readable part: the executor's name.
        hash_length: hex digits of the hash.
    """
    kind, _, rest = tool_id.rpartition(":")
    digest = hashlib.sha256(tool_id.encode()).hexdigest()[:hash_length]
    if tool_id.startswith("mcp:") and tool_id.count(":") > 1:
        return _with_hash(_cleaned(f"mcp_{tool_id.split(':', 2)[2]}"), digest)
    if kind in _OPAQUE_KINDS:
        return _with_hash(_cleaned(base or kind), digest)
    wanted = _PREFIXES.get(kind, f"{kind}_" if kind else "") + rest
    if is_legal(wanted) and hash_length == 8:
        return wanted
    return _with_hash(_cleaned(wanted), digest)


class AliasTable:
    """The function names of one conversation, both ways; no name stands for two tools."""

    def __init__(self, tools: Iterable[tuple[str, str]] = ()) -> None:
        self._alias_by_id: dict[str, str] = {}
        self._id_by_alias: dict[str, str] = {}
        for tool_id, base in tools:
            self.add(tool_id, base)

    def add(self, tool_id: str, base: str = "") -> str:
        """Return the tool's function name, taking it up first if it is new. A clash lengthens the newcomer's hash."""
        known = self._alias_by_id.get(tool_id)
        if known is not None:
            return known
        alias = next(
            candidate
            for candidate in (function_alias(tool_id, base=base, hash_length=length) for length in (8, 16, 32, 48))
            if candidate not in self._id_by_alias
        )
        self._alias_by_id[tool_id] = alias
        self._id_by_alias[alias] = tool_id
        return alias

    def alias(self, tool_id: str) -> str | None:
        """Return the function name of a tool id that was added."""
        return self._alias_by_id.get(tool_id)

    def tool_id(self, alias: str) -> str | None:
        """Return the tool id behind a function name."""
        return self._id_by_alias.get(alias)


def _cleaned(name: str) -> str:
    cleaned = _ILLEGAL_CHARACTER.sub("_", name)
    return cleaned if cleaned[:1].isalpha() or cleaned.startswith("_") else f"_{cleaned}"


def _with_hash(name: str, digest: str) -> str:
    return f"{name[: MAX_LENGTH - len(digest) - 1]}_{digest}"
