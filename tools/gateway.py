"""The one pipeline that every tool call goes through: this half decides what is offered; `tools.toolbox` calls."""

import threading
from collections.abc import Mapping, Sequence

from pydantic import ValidationError

from tools.definitions import CallContext, FunctionDefinition, OfferedTool, SkippedTool, Text, ToolRef
from tools.execution import Runner
from tools.executors.base import Runtime, ToolModel
from tools.field_errors import field_errors
from tools.names import AliasTable
from tools.permissions import CallFacts, Decision, PolicyIndex
from tools.policy_patterns import PolicySubject
from tools.ports import AuditLog, AuditRecord, PolicyRule, PolicySource, ToolSource
from tools.redaction import secret_parts, secrets_in
from tools.registry import Registry, get_unimplemented_tool_message
from tools.registry import registry as default_registry
from tools.resolved import ResolvedTool, Unusable
from tools.schema import function_schema
from tools.secret_places import take_secrets
from tools.template_fields import fill_templates
from tools.toolbox import GatewayToolbox, Services

_MAX_DESCRIPTION = 1024
_CONFIGURED = "tool:"
_INLINE = "inline:"
_NOT_IMPLEMENTED = Text("This tool is not implemented yet.", "该工具尚未实现。")
_MISSING = Text("The configured tool is missing, or you may not see it.", "该工具已不存在，或您无权使用。")
_DISABLED = Text("The tool is switched off.", "该工具已停用。")


class ToolGateway:
    """Offers tools within the rights of a caller. One per process; safe to share by threads.

    Args:
        policies: the permission rules.
        tools: the configured tools.
        audit: the audit log.
        runtime: what executors may use.
        registry: the executors; the process-wide ones unless given.
        runner: keeps deadlines and repeats; replaced in tests.
        debug: True shows class and text of unexpected exceptions.
    """

    def __init__(
        self,
        *,
        policies: PolicySource,
        tools: ToolSource,
        audit: AuditLog,
        runtime: Runtime,
        registry: Registry = default_registry,
        runner: Runner | None = None,
        debug: bool = False,
    ) -> None:
        self._policies = policies
        self._tools = tools
        self._registry = registry
        self._services = Services(audit, runtime, runner or Runner(), debug)
        self._index: tuple[Sequence[PolicyRule], PolicyIndex] | None = None
        self._lock = threading.Lock()

    def offer(self, refs: Sequence[ToolRef], context: CallContext) -> GatewayToolbox:
        """Build the toolbox of one conversation.

        A tool that is missing, disabled, not implemented, denied or misconfigured is left out and told by
        `skipped()`; a denied one is written into the audit log as well. Wanting a tool twice offers it once.
        """
        finder = _Finder(self, {ref.tool_id: ref for ref in refs}, context)
        usable: dict[str, ResolvedTool] = {}
        unusable: list[Unusable] = []
        for tool_id in dict.fromkeys(ref.tool_id for ref in refs):
            found = finder.find(tool_id)
            if isinstance(found, Unusable):
                unusable.append(found)
                self._audit_denied(found, context)
            else:
                usable[tool_id] = found
        names = AliasTable((tool.tool_id, tool.executor.name) for tool in usable.values())
        offered = [_offered(tool, names.add(tool_id)) for tool_id, tool in usable.items()]
        return GatewayToolbox(offered, unusable, finder, self._services, context, usable)

    def decide(self, subject: PolicySubject, context: CallContext, facts: CallFacts | None = None) -> Decision:
        """Ask the rules that are in force now; see `PolicyIndex.decide`."""
        rules = self._policies.rules()
        with self._lock:
            if self._index is None or self._index[0] is not rules:
                self._index = (rules, PolicyIndex(rules))
            index = self._index[1]
        return index.decide(subject, context, facts)

    def resolve(self, ref: ToolRef, context: CallContext) -> ResolvedTool | Unusable:
        """Find the tool as it is now, without asking the rules."""
        if ref.tool_id.startswith(_CONFIGURED):
            return self._resolve_configured(ref, context)
        if ref.tool_id.startswith(_INLINE):
            return self._resolve_typed(ref, ref.ui_type, ref.name, "", ref.config)
        executor = self._registry.find(ref.tool_id)
        if executor is None or executor.ui_tools:
            return _left_out(
                ref.tool_id, ref.name or ref.tool_id, "missing", Text("There is no such tool.", "没有该工具。")
            )
        if not executor.implemented:
            return _left_out(ref.tool_id, executor.title.en, "not_implemented", _NOT_IMPLEMENTED)
        config = executor.config_model("")()
        return ResolvedTool(
            ref.tool_id, executor.title.en, executor.describe(config), "", executor, config, frozenset()
        )

    def _resolve_configured(self, ref: ToolRef, context: CallContext) -> ResolvedTool | Unusable:
        configured = self._tools.configured(ref.tool_id.removeprefix(_CONFIGURED), context)
        if configured is None:
            return _left_out(ref.tool_id, ref.name or ref.tool_id, "missing", _MISSING)
        if not configured.enabled:
            return _left_out(ref.tool_id, configured.name, "disabled", _DISABLED)
        return self._resolve_typed(ref, configured.ui_type, configured.name, configured.description, configured.config)

    def _resolve_typed(
        self, ref: ToolRef, ui_type: str, name: str, description: str, raw_config: Mapping[str, object]
    ) -> ResolvedTool | Unusable:
        tool_id = ref.tool_id
        found = self._registry.for_ui_type(ui_type)
        title = name or (found[1].title.en if found else ui_type) or tool_id
        if found is None or not found[0].implemented:
            return _left_out(tool_id, title, "not_implemented", get_unimplemented_tool_message(ui_type))
        executor, ui_tool = found
        model: type[ToolModel] = ui_tool.config
        if ref.fill is not None:
            raw_config = fill_templates(model, raw_config, ref.fill)
        secrets = _secrets_of(model, raw_config)
        try:
            config = model.model_validate(dict(raw_config))
        except ValidationError as error:
            return _left_out(tool_id, title, "misconfigured", _first_problem(error))
        missing = executor.missing(config)
        tool = ResolvedTool(
            tool_id, title, description or executor.describe(config), ui_type, executor, config, secrets
        )
        return tool if missing is None else _left_out(tool_id, title, "misconfigured", missing)

    def _audit_denied(self, found: Unusable, context: CallContext) -> None:
        tool, decision = found.tool, found.decision
        if tool is None or decision is None:
            return
        rule = decision.rule
        record = AuditRecord(
            stage="offer",
            context=context,
            tool_id=tool.tool_id,
            title=tool.title,
            executor=tool.executor.name,
            ui_type=tool.ui_type,
            decision="deny",
            rule_id=rule.id if rule else None,
            rule_revision=rule.revision if rule else None,
            code=1006,
        )
        self._services.audit.refused(record, decision.reason, record.rule_id)


class _Finder:
    """Finds the tools of one conversation anew at every call."""

    def __init__(self, gateway: ToolGateway, refs: Mapping[str, ToolRef], context: CallContext) -> None:
        self._gateway = gateway
        self._refs = refs
        self._context = context

    def find(self, tool_id: str) -> ResolvedTool | Unusable:
        found = self._gateway.resolve(self._refs[tool_id], self._context)
        if isinstance(found, Unusable):
            return found
        decision = self.judge(found, None)
        return found if decision.usable else Unusable.denied(found, decision)

    def judge(self, tool: ResolvedTool, facts: CallFacts | None) -> Decision:
        executor = tool.executor
        subject = PolicySubject(tool.tool_id, executor.name, tool.ui_type, executor.requires_permission)
        return self._gateway.decide(subject, self._context, facts)


def _offered(tool: ResolvedTool, function_name: str) -> OfferedTool:
    description = tool.description if tool.title in tool.description else f"{tool.title}: {tool.description}"
    schema = function_schema(tool.executor.parameters_schema(tool.config))
    function = FunctionDefinition(function_name, description[:_MAX_DESCRIPTION], schema)
    own_title = tool.executor.title
    return OfferedTool(tool.tool_id, tool.title, function, own_title.zh if tool.title == own_title.en else "")


def _left_out(tool_id: str, title: str, code: str, text: Text) -> Unusable:
    return Unusable(SkippedTool(tool_id, title, code, text))


def _secrets_of(model: type[ToolModel], raw_config: Mapping[str, object]) -> frozenset[str]:
    """Return every string of a config that must never be shown: secret fields, and values under secret names."""
    taken = take_secrets(model, raw_config)[1].values()
    found = {str(value) for value in taken if value} | secrets_in(dict(raw_config))
    return frozenset(part for secret in found for part in secret_parts(secret))


def _first_problem(error: ValidationError) -> Text:
    first = field_errors(error)[0]
    field = first.pointer.removeprefix("/")
    return Text(f"{field}: {first.message.en}", f"{field}：{first.message.zh}")
