"""The decision table, and that its speed does not depend on how many rules there are."""

from dataclasses import replace
from typing import Any

import pytest

from tests.timing import Work, assert_growth
from tools.core.definitions import CallContext, Caller
from tools.core.ports import PolicyEffect, PolicyRule
from tools.core.tool_id import ToolId
from tools.policies.index import CallFacts, PolicyIndex
from tools.policies.tool_patterns import PolicySubject

TOOL = PolicySubject(ToolId("tool:a1"), "http_request", "http-request")
BUILTIN = PolicySubject(ToolId("system:get_current_time"), "system:get_current_time")
GUARDED = replace(TOOL, requires_permission=True)
HERE = CallContext(Caller(1, "ada", frozenset({"writers", "readers"})), workflow_id="w1")


def rule(
    pattern: str, effect: PolicyEffect, *, role: str | None = None, workflow: str | None = None, **more: Any
) -> PolicyRule:
    return PolicyRule(
        f"{pattern}/{role}/{workflow}/{effect}{more}",
        role,
        pattern,
        workflow,
        effect,
        **more,
    )


TABLE: list[tuple[str, PolicySubject, list[PolicyRule], str, int | None]] = [
    ("no rule allows", TOOL, [], "allow", None),
    ("no rule denies what requires permission", GUARDED, [], "deny", None),
    ("an allow rule opens it", GUARDED, [rule("http_request", "allow")], "allow", 0),
    ("a rule for everybody", TOOL, [rule("*", "deny")], "deny", 0),
    ("a rule of a role I have", TOOL, [rule("http_request", "deny", role="writers")], "deny", 0),
    ("a rule of a role I lack", TOOL, [rule("http_request", "deny", role="guests")], "allow", None),
    ("a rule of another workflow", TOOL, [rule("http_request", "deny", workflow="w2")], "allow", None),
    ("the UI type names it too", TOOL, [rule("http-request", "deny")], "deny", 0),
    ("the id beats the executor", TOOL, [rule("http_request", "deny"), rule("tool:a1", "allow")], "allow", 1),
    ("the executor beats a pattern", TOOL, [rule("http*", "deny"), rule("http_request", "allow")], "allow", 1),
    ("a pattern beats the star", TOOL, [rule("*", "deny"), rule("http_*", "allow")], "allow", 1),
    ("a pattern on the id", TOOL, [rule("tool:*", "deny")], "deny", 0),
    ("a pattern in the middle", BUILTIN, [rule("system:*_time", "deny")], "deny", 0),
    ("a pattern that does not fit", BUILTIN, [rule("system:set_*", "deny")], "allow", None),
    ("only * is special", TOOL, [rule("http?request", "deny"), rule("[h]ttp*", "deny")], "allow", None),
    (
        "the tool counts before the workflow",
        TOOL,
        [rule("*", "deny", workflow="w1", role="writers"), rule("http_request", "allow")],
        "allow",
        1,
    ),
    (
        "the workflow counts before the role",
        TOOL,
        [rule("*", "deny", role="writers"), rule("*", "allow", workflow="w1")],
        "allow",
        1,
    ),
    ("the role counts before any", TOOL, [rule("*", "deny"), rule("*", "allow", role="readers")], "allow", 1),
    (
        "deny beats allow at equal rank",
        TOOL,
        [rule("*", "allow", role="readers"), rule("*", "deny", role="writers")],
        "deny",
        1,
    ),
    ("deny beats allow for the same key", TOOL, [rule("*", "deny"), rule("*", "allow")], "deny", 0),
    ("executor and UI type rank alike", TOOL, [rule("http_request", "allow"), rule("http-request", "deny")], "deny", 1),
    ("a rule for test mode only", TOOL, [rule("*", "deny", mode="test")], "allow", None),
    ("a rule for live mode beats one for both", TOOL, [rule("*", "deny"), rule("*", "allow", mode="live")], "allow", 1),
    (
        "an inline id earns no exact trust",
        replace(GUARDED, tool_id=ToolId("inline:x")),
        [rule("inline:x", "allow")],
        "deny",
        None,
    ),
    ("inline tools by pattern", replace(TOOL, tool_id=ToolId("inline:x")), [rule("inline:*", "deny")], "deny", 0),
]


@pytest.mark.parametrize(
    ("subject", "rules", "effect", "decided_by"), [row[1:] for row in TABLE], ids=[r[0] for r in TABLE]
)
def test_decisions(subject: PolicySubject, rules: list[PolicyRule], effect: str, decided_by: int | None) -> None:
    decision = PolicyIndex(rules).decide(subject, HERE)
    assert decision.effect == effect
    assert decision.rule == (None if decided_by is None else rules[decided_by])
    assert decision.reason.en
    assert decision.reason.in_language("zh")


CALL = CallFacts({"method": "DELETE", "url": "https://example.com/"})
TAINTED = replace(CALL, untrusted=True)
DELETES, READS, BROKEN, UNREADABLE = "args.method == 'DELETE'", "args.method == 'GET'", "args.nothing == 1", "args."

CALLS: list[tuple[str, CallFacts | None, list[PolicyRule], str, int | None]] = [
    ("a condition that holds", CALL, [rule("*", "deny", when=DELETES)], "deny", 0),
    ("a condition that does not", CALL, [rule("*", "deny", when=READS)], "allow", None),
    ("a condition beats none", CALL, [rule("*", "deny"), rule("*", "allow", when=DELETES)], "allow", 1),
    ("the mode beats a condition", CALL, [rule("*", "deny", mode="live"), rule("*", "allow", when=DELETES)], "deny", 0),
    ("deny beats ask", CALL, [rule("*", "ask", role="writers"), rule("*", "deny", role="readers")], "deny", 1),
    ("mock beats ask", CALL, [rule("*", "ask", role="writers"), rule("*", "mock", role="readers")], "mock", 1),
    ("ask beats allow", CALL, [rule("*", "allow", role="writers"), rule("*", "ask", role="readers")], "ask", 1),
    ("a broken deny counts", CALL, [rule("*", "deny", when=BROKEN)], "deny", 0),
    ("a broken ask counts", CALL, [rule("*", "ask", when=BROKEN)], "ask", 0),
    ("a broken allow does not", CALL, [rule("*", "deny"), rule("*", "allow", when=BROKEN)], "deny", 0),
    ("a broken mock does not", CALL, [rule("*", "deny"), rule("*", "mock", when=BROKEN)], "deny", 0),
    ("an unreadable deny counts", CALL, [rule("*", "deny", when=UNREADABLE)], "deny", 0),
    ("a condition denies no offer", None, [rule("*", "deny", when=DELETES)], "allow", None),
    ("a condition may open an offer", None, [rule("*", "deny"), rule("*", "ask", when=DELETES)], "ask", 1),
    ("what is asked is offered", None, [rule("*", "ask")], "ask", 0),
    ("text from outside asks", TAINTED, [rule("*", "ask", args_untrusted=True)], "ask", 0),
    ("no text from outside", CALL, [rule("*", "deny", args_untrusted=True)], "allow", None),
    (
        "an allow does not undo what text from outside asks",
        TAINTED,
        [rule("*", "ask", args_untrusted=True), rule("tool:a1", "allow")],
        "ask",
        0,
    ),
    (
        "but one that is meant for it does",
        TAINTED,
        [rule("*", "ask", args_untrusted=True), rule("tool:a1", "allow", args_untrusted=True)],
        "allow",
        None,
    ),
    ("a deny stands", TAINTED, [rule("*", "ask", args_untrusted=True), rule("http_request", "deny")], "deny", 1),
    ("both conditions", TAINTED, [rule("*", "ask", args_untrusted=True, when=READS)], "allow", None),
]


@pytest.mark.parametrize(
    ("facts", "rules", "effect", "decided_by"), [row[1:] for row in CALLS], ids=[r[0] for r in CALLS]
)
def test_decisions_about_calls(
    facts: CallFacts | None, rules: list[PolicyRule], effect: str, decided_by: int | None
) -> None:
    decision = PolicyIndex(rules).decide(TOOL, HERE, facts)
    assert (decision.effect, decision.rule) == (effect, None if decided_by is None else rules[decided_by])
    assert decision.reason.in_language("zh")


def test_a_decision_costs_the_same_among_ten_thousand_rules() -> None:
    def decisions(count: int) -> Work:
        rules = [
            rule(pattern, "deny" if number % 3 else "allow", role=f"role{number % 50}", workflow=f"w{number}")
            for number in range(count)
            for pattern in [f"tool:{number}" if number % 2 else f"*{number}x*"]
        ]
        index = PolicyIndex([*rules, rule("http_request", "deny", role="writers")])
        assert not index.decide(TOOL, HERE).allowed
        return lambda: index.decide(TOOL, HERE)

    assert_growth(decisions, to=10_000, by=100, power=0)


def test_a_decision_asks_only_the_conditions_about_its_tool() -> None:
    def decisions(count: int) -> Work:
        rules = [rule(f"tool:{number}", "deny", when=f"args.n == {number}") for number in range(count)]
        guard = rule("http_request", "deny", role="writers", when="args.method == 'GET' && caller.name != 'ada'")
        index = PolicyIndex([*rules, guard])
        assert index.decide(TOOL, HERE, CALL).allowed
        return lambda: index.decide(TOOL, HERE, CALL)

    assert_growth(decisions, to=10_000, by=100, power=0)
