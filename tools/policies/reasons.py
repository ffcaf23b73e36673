"""Sentences that say why a call is allowed, asked about or refused. Pure."""

from tools.core.ports import PolicyEffect, PolicyRule
from tools.core.text import Text
from tools.policies.tool_patterns import PolicySubject

_VERBS: dict[PolicyEffect, Text] = {
    "allow": Text("allows"),
    "ask": Text("requires approval before"),
    "deny": Text("denies"),
    "mock": Text("mocked"),
}
_SOMEONE_ELSE = Text("requires approval by someone else before")
_MODES = {"live": Text(" in live mode"), "test": Text(" in test mode")}
_UNTRUSTED = Text(" when untrusted text reaches the arguments of a writing call")
_CONDITION = Text(" under a condition")
_NO_PERMISSION = Text("This tool needs permission, and no rule allows it.")
_NOTHING_AGAINST = Text("No rule forbids it.")
_NONE = Text.verbatim("")


def reason_of(rule: PolicyRule, tools: Text | str) -> Text:
    """Return a rule's text as the reason of a decision; `tools` is what people call those of its pattern."""
    role = Text("role “{role}”", role=rule.role) if rule.role else Text("any role")
    where = Text("this workflow") if rule.workflow_id else Text("any workflow")
    verb = _SOMEONE_ELSE if rule.effect == "ask" and rule.ask_someone_else else _VERBS[rule.effect]
    mode = _MODES[rule.mode] if rule.mode else _NONE
    untrusted = _UNTRUSTED if rule.args_untrusted else _NONE
    when = _CONDITION if rule.when else _NONE
    parts: dict[str, Text | str] = {"verb": verb, "tools": tools, "role": role, "where": where}
    parts |= {"mode": mode, "untrusted": untrusted, "when": when}
    if rule.effect in {"allow", "deny"}:
        return Text(
            "A rule {verb} “{tools}” to {role} in {where}{mode}{untrusted}{when}.",
            **parts,
        )
    return Text(
        "A rule {verb} “{tools}” for {role} in {where}{mode}{untrusted}{when}.",
        **parts,
    )


def without_rule(subject: PolicySubject) -> tuple[PolicyEffect, Text]:
    """Return what holds for a tool that no rule speaks of."""
    return ("deny", _NO_PERMISSION) if subject.requires_permission else ("allow", _NOTHING_AGAINST)
