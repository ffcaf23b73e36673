"""Pure decision: may this caller use this tool here, with these arguments?

The most specific rule wins, compared in this order: the tool (its id, then the configured tool of a function, then the
host, then its executor or UI type, then a pattern, then `*`), the workflow, the role, the mode, a condition (each named
before any). At equal rank the safest effect wins: deny, mock, ask, allow. Without a rule a tool may be used, unless it
requires permission.

Conditions that cannot be evaluated count as true for `deny` and `ask` and false for `allow` and `mock`. Offers have no
arguments, so rules with a condition never hide a tool.

A call to several hosts gets the strictest decision. Hosts are known beforehand only from addresses that the person or
model names; `refusal_by_host` decides about the rest (redirects, addresses made by code) before sending. An allowed
host never grants a tool that requires permission.

Rules marked `args_untrusted` apply in addition when outside text reached the arguments of a writing call: the stricter
decision holds, so an `ask` for all tools is only undone by an `allow` with the same mark.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product

from tools.core.definitions import CallContext, CallMode, JsonObject
from tools.core.ports import PolicyEffect, PolicyRule
from tools.core.text import Text
from tools.policies.conditions import ConditionError, PolicyCondition, Question, compile_condition
from tools.policies.hosts import HOST
from tools.policies.reasons import reason_of, without_rule
from tools.policies.tool_patterns import Patterns, PolicySubject

_STRICTNESS = {"deny": 0, "mock": 1, "ask": 2, "allow": 3}
_FAILED_MEANS_TRUE = frozenset({"deny", "ask"})


@dataclass(frozen=True, slots=True)
class CallFacts:
    """Facts about a call besides tool and caller."""

    arguments: JsonObject
    untrusted: bool = False
    """It is a writing call, and text from outside has come into its arguments."""


@dataclass(frozen=True, slots=True)
class PolicyDecision:
    """Decision about one tool; `rule` is None if no rule matched."""

    effect: PolicyEffect
    rule: PolicyRule | None
    reason: Text

    @property
    def allowed(self) -> bool:
        """True when the tool may be used without further ado."""
        return self.effect == "allow"

    @property
    def is_by_host(self) -> bool:
        """True when a rule about the host decided."""
        return self.rule is not None and self.rule.tool_pattern.startswith(HOST)

    @property
    def usable(self) -> bool:
        """True when a call may be made, even if a person is asked first or nothing is sent."""
        return self.effect != "deny"


_Place = tuple[str | None, str | None, CallMode | None]
"""Workflow, role and mode that a rule names."""


class PolicyIndex:
    """Compiled rules, decided by a few key lookups. Thread-safe."""

    def __init__(self, rules: Sequence[PolicyRule]) -> None:
        self._usual = _Table(rule for rule in rules if not rule.args_untrusted)
        self._guards = _Table(rule for rule in rules if rule.args_untrusted)

        self.names_hosts = any(rule.tool_pattern.startswith(HOST) for rule in rules)
        """Some rule is about a host."""
        self.asks = any(rule.effect == "ask" for rule in rules)
        """Some rule asks a person."""

    def decide(self, subject: PolicySubject, context: CallContext, facts: CallFacts | None = None) -> PolicyDecision:
        """Decide about a call; `facts=None` asks about the offer, where rules with a condition deny nothing."""
        hosts = subject.hosts if self.names_hosts and subject.hosts else ("",)
        found = [self._decide_about(subject, host, context, facts) for host in hosts]
        return min(found, key=lambda decision: _STRICTNESS[decision.effect])

    def _decide_about(
        self, subject: PolicySubject, host: str, context: CallContext, facts: CallFacts | None
    ) -> PolicyDecision:
        question = None if facts is None else Question(context, facts.arguments)
        rule = self._usual.find(subject, context, question, host)
        effect = rule.effect if rule else without_rule(subject)[0]
        if facts is not None and facts.untrusted:
            guard = self._guards.find(subject, context, question, host)
            if guard is not None and _STRICTNESS[guard.effect] < _STRICTNESS[effect]:
                rule = guard
        if rule is None:
            return PolicyDecision(effect, None, without_rule(subject)[1])
        return PolicyDecision(rule.effect, rule, reason_of(rule, subject.shown(rule.tool_pattern)))


def refusal_by_host(
    rules: PolicyIndex,
    subject: PolicySubject,
    host: str,
    context: CallContext,
    facts: CallFacts,
    decided: PolicyDecision,
) -> PolicyDecision | None:
    """Return why a running call must not go to this host; None allows it.

    Rules that ask or mock refuse here, since it is too late for both. `subject` has the hosts decided beforehand with
    `decided`; if a rule by host allowed the call, every other host needs one too.
    """
    if not rules.names_hosts or host in subject.hosts:
        return None
    decision = rules.decide(replace(subject, hosts=(host,)), context, facts)
    return decision if decision.effect != "allow" and (decision.is_by_host or decided.is_by_host) else None


class _Table:
    """Rules by what they name."""

    def __init__(self, rules: Iterable[PolicyRule]) -> None:
        self._rules: dict[str, dict[_Place, list[PolicyRule]]] = {}
        self._conditions: dict[str, PolicyCondition | None] = {}
        for rule in rules:
            place = (rule.workflow_id, rule.role, rule.mode)
            self._rules.setdefault(rule.tool_pattern, {}).setdefault(place, []).append(rule)
        self._patterns = Patterns(self._rules)

    def find(
        self, subject: PolicySubject, context: CallContext, question: Question | None, host: str
    ) -> PolicyRule | None:
        if not self._rules:
            return None
        workflows: list[str | None] = [context.workflow_id, None] if context.workflow_id else [None]
        role_groups: list[list[str | None]] = [[*context.caller.roles], [None]]
        modes: list[CallMode | None] = [context.mode, None]
        places = list(product(workflows, role_groups, modes))
        for names in self._patterns.names_by_rank(subject, host):
            named = [self._rules[name] for name in names if name in self._rules]
            for workflow, role_group, mode in places if named else ():
                found = [
                    rule for rules in named for role in role_group for rule in rules.get((workflow, role, mode), ())
                ]
                for rule in sorted(found, key=_rank):
                    if self._holds(rule, question) and not _gives_away(rule, subject):
                        return rule
        return None

    def _holds(self, rule: PolicyRule, question: Question | None) -> bool:
        if not rule.when:
            return True
        if question is None:
            return rule.effect != "deny"
        condition = self._condition(rule.when)
        holds = None if condition is None else condition.holds(question)
        return rule.effect in _FAILED_MEANS_TRUE if holds is None else holds

    def _condition(self, source: str) -> PolicyCondition | None:
        if source not in self._conditions:
            try:
                self._conditions[source] = compile_condition(source)
            except ConditionError:
                # Stored by a version that read it otherwise; it counts as one that fails.
                self._conditions[source] = None
        return self._conditions[source]


def _gives_away(rule: PolicyRule, subject: PolicySubject) -> bool:
    return subject.requires_permission and rule.effect == "allow" and rule.tool_pattern.startswith(HOST)


def _rank(rule: PolicyRule) -> tuple[bool, int]:
    return not rule.when, _STRICTNESS[rule.effect]
