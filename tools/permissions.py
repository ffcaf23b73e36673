"""The pure decision: may this caller use this tool here?

The most specific rule wins, compared in this order: the tool (its id, then its executor or UI type, then a pattern,
then `*`), the workflow (named before any), the role (named before any), the mode (named before any). At equal rank deny
beats allow. Without a matching rule a tool may be used, unless it requires permission.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from tools.definitions import CallContext, CallMode, Text
from tools.ports import PolicyEffect, PolicyRule

_REMEMBERED_TOOLS = 4096
"""Tools whose matching patterns are kept; the memory of one index stays below a few MB."""


@dataclass(frozen=True, slots=True)
class PolicySubject:
    """A tool as the rules see it."""

    tool_id: str
    executor: str
    ui_type: str = ""
    requires_permission: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """What the rules say about one tool; `rule` is None when no rule matched."""

    effect: PolicyEffect
    rule: PolicyRule | None
    reason: Text

    @property
    def allowed(self) -> bool:
        """True when the tool may be used."""
        return self.effect == "allow"


_Key = tuple[str, str | None, str | None, CallMode | None]


class PolicyIndex:
    """The rules, compiled: a decision looks up a few keys instead of walking the table. Safe to share by threads."""

    def __init__(self, rules: Sequence[PolicyRule]) -> None:
        self._best: dict[_Key, PolicyRule] = {}
        patterns: set[str] = set()
        for rule in rules:
            key = (rule.tool_pattern, rule.workflow_id, rule.role, rule.mode)
            standing = self._best.get(key)
            if standing is None or (standing.effect == "allow" and rule.effect == "deny"):
                self._best[key] = rule
            if "*" in rule.tool_pattern and rule.tool_pattern != "*":
                patterns.add(rule.tool_pattern)
        self._patterns_by_start = _by_literal_start(patterns)
        self._matching: dict[tuple[str, str], tuple[str, ...]] = {}

    def decide(self, subject: PolicySubject, context: CallContext) -> Decision:
        """Decide whether the caller may use the tool in this workflow and mode."""
        workflows: list[str | None] = [context.workflow_id, None] if context.workflow_id else [None]
        role_groups: list[list[str | None]] = [[*context.caller.roles], [None]]
        modes: list[CallMode | None] = [context.mode, None]
        places = list(product(workflows, role_groups, modes))
        for names in self._names_by_rank(subject):
            for workflow, role_group, mode in places:
                rule = self._deciding(names, workflow, role_group, mode)
                if rule is not None:
                    return Decision(rule.effect, rule, _reason_of(rule))
        return _without_rule(subject)

    def _deciding(
        self, names: Iterable[str], workflow: str | None, roles: Iterable[str | None], mode: CallMode | None
    ) -> PolicyRule | None:
        found = [
            rule
            for name, role in product(names, roles)
            if (rule := self._best.get((name, workflow, role, mode))) is not None
        ]
        return next((rule for rule in found if rule.effect == "deny"), found[0] if found else None)

    def _names_by_rank(self, subject: PolicySubject) -> Iterator[tuple[str, ...]]:
        # The id of an inline tool is typed by whoever edits the node, so it must never earn an exact rule's trust.
        if not subject.tool_id.startswith("inline:"):
            yield (subject.tool_id,)
        yield tuple(name for name in (subject.executor, subject.ui_type) if name)
        yield self._patterns_for(subject)
        yield ("*",)

    def _patterns_for(self, subject: PolicySubject) -> tuple[str, ...]:
        names = (subject.tool_id, subject.executor, subject.ui_type)
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
            for pattern in self._patterns_by_start.get(name[:length], ()):
                if _fits(pattern, name):
                    yield pattern


def _by_literal_start(patterns: Iterable[str]) -> dict[str, list[str]]:
    by_start: dict[str, list[str]] = {}
    for pattern in patterns:
        by_start.setdefault(pattern[: pattern.index("*")], []).append(pattern)
    return by_start


def _fits(pattern: str, name: str) -> bool:
    expression = ".*".join(re.escape(part) for part in pattern.split("*"))
    return re.fullmatch(expression, name, re.DOTALL) is not None


def _reason_of(rule: PolicyRule) -> Text:
    role_en = f"role “{rule.role}”" if rule.role else "any role"
    role_zh = f"角色“{rule.role}”" if rule.role else "任何角色"
    where_en = "this workflow" if rule.workflow_id else "any workflow"
    where_zh = "此工作流" if rule.workflow_id else "任何工作流"
    verb_en, verb_zh = ("allows", "允许") if rule.effect == "allow" else ("denies", "禁止")
    mode_en = f" in {rule.mode} mode" if rule.mode else ""
    mode_zh = {"live": "（正式运行）", "test": "（测试模式）"}.get(rule.mode or "", "")
    return Text(
        f"A rule {verb_en} “{rule.tool_pattern}” to {role_en} in {where_en}{mode_en}.",
        f"一条规则{verb_zh}{role_zh}在{where_zh}中使用“{rule.tool_pattern}”{mode_zh}。",
    )


def _without_rule(subject: PolicySubject) -> Decision:
    if subject.requires_permission:
        return Decision(
            "deny",
            None,
            Text(
                "This tool needs permission and no rule allows it.",
                "此工具需要授权，但没有规则允许使用它。",
            ),
        )
    return Decision("allow", None, Text("No rule speaks against it.", "没有规则禁止使用此工具。"))
