"""The permission matrix: tools down, roles across, in each cell the rule and what it comes to."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import Group

from tools.core.definitions import CallContext, Caller
from tools.core.ports import PolicyEffect, PolicyRule
from tools.core.text import Text
from tools.core.tool_id import ToolId
from tools.models import ToolConfig
from tools.policies.hosts import HOST
from tools.policies.index import PolicyDecision, PolicyIndex
from tools.policies.tool_patterns import PolicySubject
from tools.selectors.policies import policy_rules
from tools.selectors.tool_hosts import tool_hosts
from tools.selectors.tool_types import ToolType, policy_subject, tool_types

EVERYTHING = "*"


@dataclass(frozen=True, slots=True)
class MatrixRole:
    role_id: int | None
    """None: any role."""
    name: str
    """Empty for any role."""


@dataclass(frozen=True, slots=True)
class MatrixTool:
    """One row: a tool, or a pattern."""

    pattern: str
    title: Text
    subject: PolicySubject | None = None
    """None for patterns: what they come to differs from tool to tool."""
    kind: Text | None = None
    """Type of a configured tool."""
    about: str = ""
    """Owner and hosts of a configured tool."""


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """The rule of its own (None: inherits), and the decision in force."""

    role: MatrixRole
    effect: PolicyEffect | None
    decision: PolicyDecision | None


@dataclass(frozen=True, slots=True)
class MatrixRow:
    tool: MatrixTool
    cells: Sequence[MatrixCell]


@dataclass(frozen=True, slots=True)
class MatrixSection:
    title: Text
    rows: Sequence[MatrixRow]


@dataclass(frozen=True, slots=True)
class Matrix:
    roles: Sequence[MatrixRole]
    sections: Sequence[MatrixSection]


def permission_matrix() -> Matrix:
    """Return the whole matrix of rules that hold in any workflow; rules for one workflow are listed apart."""
    roles = matrix_roles()
    rules = policy_rules()
    index = PolicyIndex(rules)
    own: dict[tuple[str | None, str], PolicyEffect] = {
        (rule.role, rule.tool_pattern): rule.effect for rule in rules if _stands_in_matrix(rule)
    }

    def row(tool: MatrixTool) -> MatrixRow:
        return MatrixRow(tool, [cell(tool, role) for role in roles])

    def cell(tool: MatrixTool, role: MatrixRole) -> MatrixCell:
        effect = own.get((_role_name(role), tool.pattern))
        decision = index.decide(tool.subject, _context(role)) if tool.subject else None
        return MatrixCell(role, effect, decision)

    sections = [(title, list(tools)) for title, tools in _tools_by_section({pattern for _role, pattern in own})]
    return Matrix(roles, [MatrixSection(title, [row(tool) for tool in tools]) for title, tools in sections if tools])


def matrix_roles() -> list[MatrixRole]:
    """Return the columns: any role, then every group by name."""
    groups = Group.objects.order_by("name").values_list("id", "name")
    return [MatrixRole(None, ""), *(MatrixRole(role_id, name) for role_id, name in groups)]


def named_patterns() -> list[MatrixTool]:
    return [tool for _title, tools in _tools_by_section(set()) for tool in tools]


def _stands_in_matrix(rule: PolicyRule) -> bool:
    return rule.workflow_id is None and rule.mode is None and not rule.when and not rule.args_untrusted


def _role_name(role: MatrixRole) -> str | None:
    return role.name if role.role_id is not None else None


def _context(role: MatrixRole) -> CallContext:
    name = _role_name(role)
    return CallContext(Caller(user_id=None, roles=frozenset() if name is None else frozenset({name})))


def _tools_by_section(used_patterns: set[str]) -> Iterable[tuple[Text, Iterable[MatrixTool]]]:
    types = tool_types()
    general = [MatrixTool(EVERYTHING, Text("All tools")), *_executor_rows(types)]
    builtin = [
        MatrixTool("system:*", Text("All built-in tools")),
        *(_kind_row(item.type, item.title) for item in types if item.is_builtin),
    ]
    kinds = {item.type: item.title for item in types}
    stored = [(tool, tool_hosts(tool)) for tool in ToolConfig.objects.select_related("owner")]
    configured = [
        MatrixTool(
            tool.tool_id,
            Text.verbatim(tool.name),
            policy_subject(tool.tool_id, tool.type, hosts),
            kinds.get(tool.type),
            " · ".join([tool.owner.username, *hosts]),
        )
        for tool, hosts in stored
    ]
    named = {HOST + host for _tool, found in stored for host in found}
    hosts = [
        MatrixTool(pattern, Text.verbatim(pattern.removeprefix(HOST)))
        for pattern in sorted(named | {pattern for pattern in used_patterns if pattern.startswith(HOST)})
    ]
    known = {tool.pattern for tool in (*general, *builtin, *configured, *hosts)}
    others = [MatrixTool(pattern, Text.verbatim(pattern)) for pattern in sorted(used_patterns - known)]
    return [
        (Text("Tool types"), general),
        (Text("Built-in tools"), builtin),
        (Text("Configured tools"), configured),
        (Text("Hosts, regardless of the tool or node that calls them"), hosts),
        (Text("Other patterns"), others),
    ]


def _kind_row(name: str, title: Text) -> MatrixTool:
    return MatrixTool(name, title, policy_subject(ToolId(name)))


def _executor_rows(types: Sequence[ToolType]) -> Iterable[MatrixTool]:
    """One row per executor; where several UI types share it, one more for each of them."""
    by_executor: dict[str, list[ToolType]] = {}
    for item in types:
        if not item.is_builtin:
            by_executor.setdefault(item.executor, []).append(item)
    for executor, items in by_executor.items():
        if len(items) == 1:
            yield _kind_row(executor, items[0].title)
            continue
        yield _kind_row(executor, items[0].executor_title)
        for item in items:
            yield _kind_row(item.type, item.title)
