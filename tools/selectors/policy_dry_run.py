"""Effect of an unsaved rule on past calls."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tools.core.definitions import CallContext, Caller
from tools.core.ports import PolicyEffect
from tools.core.tool_id import ToolId, ToolKind
from tools.executors.registry import registry
from tools.models import ToolConfig, ToolInvocation, ToolPolicy
from tools.policies.index import CallFacts, PolicyIndex
from tools.policies.tool_patterns import PolicySubject
from tools.selectors.policies import MODES, policy_rules, rule_of
from tools.selectors.tool_hosts import call_hosts, hosts_by_tool

MOST_CALLS = 10_000
MOST_EXAMPLES = 20


@dataclass(frozen=True, slots=True)
class DryRunExample:
    """One call that would be decided otherwise."""

    id: int
    at: datetime
    username: str
    tool: str
    before: PolicyEffect
    after: PolicyEffect


@dataclass(frozen=True, slots=True)
class DryRun:
    """Number of examined calls with another decision, by effect."""

    calls: int
    changed: int
    to: Mapping[str, int]
    """Calls by the effect that they would newly have."""
    examples: Sequence[DryRunExample]

    @property
    def summary(self) -> str:
        """The figures in words."""
        if self.calls == 0:
            return _("There are no past calls to try the rule on yet.")
        text = _("%(changed)d of the last %(calls)d calls would be decided differently.")
        counts = [f"{ToolInvocation.Decision(effect).label}: {count}" for effect, count in sorted(self.to.items())]
        return " ".join([text % {"calls": self.calls, "changed": self.changed}, ", ".join(counts)]).strip()


def policy_dry_run(*, policy: ToolPolicy, last: int) -> DryRun:
    """Decide the last audited calls by the current rules, and with this one added or replacing its old version.

    Uses today's roles of callers and the logged arguments, without secrets and owner-fixed values. Hosts come from the
    tool's settings, else the arguments.
    """
    others = [rule for rule in policy_rules() if rule.id != str(policy.pk)]
    draft = [rule_of(policy)] if policy.enabled else []
    before, after = PolicyIndex(policy_rules()), PolicyIndex([*others, *draft])
    rows = ToolInvocation.objects.filter(stage="call").exclude(tool_id="").exclude(decision="invalid")
    calls = list(rows.order_by("-id")[: min(last, MOST_CALLS)])
    roles, ui_types = _roles({row.user_id for row in calls if row.user_id}), _ui_types()
    hosts = hosts_by_tool()
    to: Counter[str] = Counter()
    examples: list[DryRunExample] = []
    for row in calls:
        subject = _subject(row, ui_types, hosts)
        caller = Caller(row.user_id, row.username, roles.get(row.user_id or 0, frozenset()))
        workflow = str(row.workflow_id) if row.workflow_id else None
        context = CallContext(caller, MODES[row.mode] or "live", workflow_id=workflow)
        facts = CallFacts(row.arguments, row.untrusted)
        old, new = before.decide(subject, context, facts).effect, after.decide(subject, context, facts).effect
        if old != new:
            to[new] += 1
            if len(examples) < MOST_EXAMPLES:
                examples.append(DryRunExample(row.pk, row.at, row.username, row.title or row.tool_id, old, new))
    return DryRun(len(calls), to.total(), dict(to), examples)


def _subject(row: ToolInvocation, ui_types: Mapping[str, str], hosts: Mapping[str, tuple[str, ...]]) -> PolicySubject:
    executor = registry.find(row.executor)
    requires = executor is not None and executor.requires_permission
    called = hosts.get(row.tool_id) or call_hosts(row.arguments)
    return PolicySubject(ToolId(row.tool_id), row.executor, ui_types.get(row.tool_id, ""), requires, called)


def _ui_types() -> Mapping[str, str]:
    return {ToolId.of(ToolKind.TOOL, pk): type_ for pk, type_ in ToolConfig.objects.values_list("id", "type")}


def _roles(user_ids: set[int]) -> Mapping[int, frozenset[str]]:
    people = User.objects.filter(id__in=user_ids).prefetch_related("groups")
    return {person.pk: frozenset(group.name for group in person.groups.all()) for person in people}
