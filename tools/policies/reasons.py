"""Why a decision was made, in words. Pure."""

from tools.core.definitions import Text
from tools.core.ports import PolicyEffect, PolicyRule
from tools.policies.patterns import PolicySubject

_VERBS: dict[PolicyEffect, Text] = {
    "allow": Text("allows", "允许"),
    "ask": Text("asks a person before", "要求先经人工批准，才允许"),
    "deny": Text("denies", "禁止"),
    "mock": Text("only pretends", "仅模拟"),
}
_SOMEONE_ELSE = Text("asks somebody other than the requester before", "要求先经发起人以外的人批准，才允许")
_MODES = {"live": Text(" in live mode", "（正式运行）"), "test": Text(" in test mode", "（测试模式）")}
_UNTRUSTED = Text(
    " when text from outside reaches the arguments of a writing call",
    "（外部内容进入写操作的参数时）",
)
_CONDITION = Text(" under a condition", "（满足条件时）")
_NO_PERMISSION = Text("This tool needs permission and no rule allows it.", "此工具需要授权，但没有规则允许使用它。")
_NOTHING_AGAINST = Text("No rule speaks against it.", "没有规则禁止使用此工具。")
_NONE = Text("", "")


def reason_of(rule: PolicyRule) -> Text:
    """Return what a rule says, as the reason of a decision."""
    role = Text(f"role “{rule.role}”", f"角色“{rule.role}”") if rule.role else Text("any role", "任何角色")
    where = Text("this workflow", "此工作流") if rule.workflow_id else Text("any workflow", "任何工作流")
    verb = _SOMEONE_ELSE if rule.effect == "ask" and rule.ask_someone_else else _VERBS[rule.effect]
    mode = _MODES[rule.mode] if rule.mode else _NONE
    untrusted = _UNTRUSTED if rule.args_untrusted else _NONE
    when = _CONDITION if rule.when else _NONE
    to = "to" if rule.effect in {"allow", "deny"} else "for"
    return Text(
        f"A rule {verb.en} “{rule.tool_pattern}” {to} {role.en} in {where.en}{mode.en}{untrusted.en}{when.en}.",
        f"一条规则{verb.zh}{role.zh}在{where.zh}中使用“{rule.tool_pattern}”{mode.zh}{untrusted.zh}{when.zh}。",
    )


def without_rule(subject: PolicySubject) -> tuple[PolicyEffect, Text]:
    """Return what holds for a tool that no rule speaks of."""
    return ("deny", _NO_PERMISSION) if subject.requires_permission else ("allow", _NOTHING_AGAINST)
