"""Rule patterns and names that match a tool, most exact first. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from tools.core.text import Text
from tools.core.tool_id import ToolId, ToolKind
from tools.policies.hosts import HOST, host_patterns

_EVERY_TOOL = Text("every tool")
_REMEMBERED_TOOLS = 4096
"""Cached tools; keeps an index below a few MB."""


@dataclass(frozen=True, slots=True)
class PolicySubject:
    """A tool as the rules see it."""

    tool_id: ToolId
    executor: str
    ui_type: str = ""
    requires_permission: bool = False
    hosts: tuple[str, ...] = ()
    """Hosts of its calls, normalized by `tools.policies.hosts.host_name`; empty if unknown beforehand."""
    names: Mapping[str, Text | str] = field(default_factory=dict, compare=False)
    """Titles for people, by the patterns that name the tool or its type."""

    def shown(self, pattern: str) -> Text | str:
        """Return what people call the tools of a pattern that fits this tool; a pattern of several has no name."""
        if pattern == "*":
            return _EVERY_TOOL
        return self.names.get(pattern) or pattern.removeprefix(HOST)


class Patterns:
    """The patterns of all rules, found by how they begin. Safe to share by threads."""

    def __init__(self, patterns: Iterable[str]) -> None:
        self._by_start: dict[str, list[str]] = {}
        for pattern in {pattern for pattern in patterns if "*" in pattern and pattern != "*"}:
            self._by_start.setdefault(pattern[: pattern.index("*")], []).append(pattern)
        self._matching: dict[tuple[str, str], tuple[str, ...]] = {}

    def names_by_rank(self, subject: PolicySubject, host: str = "") -> Iterator[tuple[str, ...]]:
        """Yield the tool's names in rules, most exact first, grouped by rank; an empty `host` is unknown."""
        # The id of an inline tool is typed by whoever edits the node, so it must never earn an exact rule's trust.
        if subject.tool_id.kind is not ToolKind.INLINE:
            yield (subject.tool_id,)
            if subject.tool_id.parent:
                yield (subject.tool_id.parent,)
        if host:
            yield from ((pattern,) for pattern in host_patterns(host))
        yield tuple(name for name in (subject.executor, subject.ui_type) if name)
        yield self._patterns_for(subject)
        yield ("*",)

    def _patterns_for(self, subject: PolicySubject) -> tuple[str, ...]:
        names = (subject.tool_id, subject.tool_id.parent, subject.executor, subject.ui_type)
        key = (subject.tool_id, subject.ui_type)
        found = self._matching.get(key)
        if found is None:
            found = tuple(sorted({pattern for name in names if name for pattern in self._matches(name)}))
            if len(self._matching) >= _REMEMBERED_TOOLS:
                self._matching.clear()
            self._matching[key] = found
        return found

    def _matches(self, name: str) -> Iterator[str]:
        for length in range(len(name) + 1):
            for pattern in self._by_start.get(name[:length], ()):
                if fits(pattern, name):
                    yield pattern


def fits(pattern: str, name: str) -> bool:
    """Say whether a pattern, in which only `*` is special, means a name."""
    start, *middle = pattern.split("*")
    if not middle:
        return name == start
    end = middle.pop()
    place, last = len(start), len(name) - len(end)
    if place > last or not name.startswith(start) or not name.endswith(end):
        return False
    # The first place of each part leaves the most room for the others; a regular expression would try them all.
    for part in middle:
        found = name.find(part, place, last)
        if found < 0:
            return False
        place = found + len(part)
    return True
