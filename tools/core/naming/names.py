"""Derives function names from tool titles. Pure.

Source: strictest common rule of OpenAI, Anthropic, DeepSeek, Gemini and MCP: `^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$`.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Mapping

from anyascii import anyascii

from tools.core.tool_id import ToolId, ToolKind

MAX_LENGTH = 64
RESERVED = frozenset({"code_execution"})
"""Functions that providers run themselves."""
_LEGAL = re.compile(r"[a-zA-Z_][a-zA-Z0-9_-]{0,63}")
_BETWEEN_WORDS = re.compile(r"[^a-z0-9]+")
_SHORT_NAMESPACES = {"system": "sys"}
_HASH_LENGTHS = (8, 16, 32, 48)


def is_legal(name: str) -> bool:
    """Return True when every model API takes this function name."""
    return _LEGAL.fullmatch(name) is not None


def function_name(tool_id: ToolId, title: str) -> str:
    """Return the function name of a tool, before conflicts within a conversation are resolved.

    “Search orders” becomes `search_orders`, “发布需求” `fa_bu_xu_qiu`; without letters or digits, the kind is used.
    Built-in tools have fixed names: `system:get_current_time` becomes `sys_get_current_time`.
    """
    if tool_id.kind is ToolKind.SYSTEM:
        title = f"{_SHORT_NAMESPACES.get(tool_id.namespace, tool_id.namespace)} {tool_id.short_name}"
    words = _words(title) or _words(tool_id.kind) or "tool"
    return _cut(f"_{words}" if words[0].isdigit() else words, MAX_LENGTH)


def function_names(titles: Mapping[ToolId, str], known: Mapping[str, str] | None = None) -> dict[ToolId, str]:
    """Return unique function names by tool id for one conversation; `known` names stay reserved.

    Tools with equal names all get a hash of their id as suffix, so order does not matter.
    """
    known = known or {}
    names = {tool_id: known[tool_id] for tool_id in titles if tool_id in known}
    taken = {*known.values(), *RESERVED}
    plain = {tool_id: function_name(tool_id, title) for tool_id, title in titles.items() if tool_id not in known}
    uses = Counter(plain.values())
    unambiguous = {tool_id: name for tool_id, name in plain.items() if uses[name] == 1 and name not in taken}
    names |= unambiguous
    taken |= set(unambiguous.values())
    for tool_id in sorted(plain.keys() - unambiguous.keys()):
        names[tool_id] = next(name for name in _with_hashes(tool_id, plain[tool_id]) if name not in taken)
        taken.add(names[tool_id])
    return names


def names_by_age(titles: Mapping[ToolId, str], known: Mapping[str, str] | None = None) -> dict[str, str]:
    """Add to known names the plain ones of the first tool of each name, for `known` of `function_names`.

    What comes later under the same title takes a name of its own, and never the one that is in use.

    Args:
        titles: what people see, by tool id, the oldest tool first; one without a title gets no name here.
        known: names by tool id that were used before; they stay, and stay taken.
    """
    names = dict(known or {})
    taken = {*RESERVED, *names.values()}
    for tool_id, title in titles.items():
        name = function_name(tool_id, title)
        if title and str(tool_id) not in names and name not in taken:
            names[str(tool_id)] = name
            taken.add(name)
    return names


def hashed_names(tool_id: ToolId, title: str) -> list[str]:
    """Return the names that a tool has where others share its plain one; they mean no other tool."""
    return _with_hashes(tool_id, function_name(tool_id, title))


def _with_hashes(tool_id: ToolId, name: str) -> list[str]:
    digest = hashlib.sha256(tool_id.encode()).hexdigest()
    return [f"{_cut(name, MAX_LENGTH - length - 1)}_{digest[:length]}" for length in _HASH_LENGTHS]


def _words(title: str) -> str:
    """Return the words of a title in ASCII, lower case, with underscores between them."""
    spelled = "".join(map(_spelled, title[: MAX_LENGTH * 4]))
    return _BETWEEN_WORDS.sub("_", spelled.lower()).strip("_")


def _spelled(sign: str) -> str:
    spelled = sign if sign.isascii() else anyascii(sign)
    # The library begins a syllable with a capital where the script itself knows none, as for Chinese.
    is_syllable = spelled[:1].isupper() and not sign.isupper()
    return f" {spelled} " if is_syllable else spelled


def _cut(name: str, length: int) -> str:
    return name[:length].rstrip("_")
