"""The pipeline that every tool call goes through: this half decides what is offered; `tools.calls.toolbox` calls."""

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from tools.calls.execution import Runner
from tools.calls.resolved import ResolvedTool, Unusable
from tools.calls.tool_functions import Wanted, function_id, functions_of, gone, narrowed, not_named, wanted_of
from tools.calls.toolbox import GatewayToolbox, Services
from tools.core.definitions import (
    CallContext,
    CredentialUse,
    FunctionDefinition,
    HostedSkill,
    OfferedTool,
    SkippedTool,
    Text,
    ToolRef,
)
from tools.core.errors import ToolError
from tools.core.field_errors import field_errors
from tools.core.names import function_names
from tools.core.ports import AuditLog, AuditRecord, PolicyRule, PolicySource, ToolSource
from tools.core.tool_id import ToolId, ToolKind
from tools.executors.contract.executor import Runtime, ToolFunction, ToolModel
from tools.executors.contract.schema import function_schema
from tools.executors.contract.secret_places import take_secrets
from tools.executors.contract.template_fields import fill_templates
from tools.executors.knowledge import knowledge_executor, knowledge_tool
from tools.executors.registry import Registry
from tools.executors.registry import registry as default_registry
from tools.executors.workflow.executor import workflow_config
from tools.policies.index import PolicyIndex
from tools.secrets.redaction import redact, secret_parts, secrets_in
from tools.sessions.scope import SessionScope

_MAX_DESCRIPTION = 1024
_MISSING = Text("The configured tool is missing, or you may not see it.", "该工具已不存在，或您无权使用。")
_NOT_WITHIN = Text("The code of a tool cannot call workflows or agents.", "工具中的代码不能调用工作流或智能体。")
_NO_KNOWLEDGE = Text("There is no such knowledge base, or you may not search it.", "该知识库不存在，或您无权检索。")
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

    def offer(
        self,
        refs: Sequence[ToolRef],
        context: CallContext,
        session: SessionScope | None = None,
        names: Mapping[str, str] | None = None,
    ) -> GatewayToolbox:
        """Build the toolbox of one conversation; whoever asks closes it.

        A tool that is missing, disabled, not implemented, denied or misconfigured is left out and told by
        `skipped()`; a denied one is written into the audit log as well. Wanting a tool twice offers it once.

        Args:
            session: what stateful tools share; a temporary one, closed with the toolbox, unless given.
            names: function names by tool id that the conversation has used before, whatever the titles are by now.
        """
        session = session or SessionScope()
        wanted = {ref.tool_id: ref for ref in refs}
        finder, rules = _Finder(self, wanted, context, session), self.index()
        usable: dict[str, ResolvedTool] = {}
        unusable: list[Unusable] = []
        for found in (one for ref in wanted.values() for one in finder.all_of(ref, rules)):
            if isinstance(found, Unusable):
                unusable.append(found)
                self._audit_denied(found, context)
            else:
                usable[found.tool_id] = found
        functions = function_names({tool_id: tool.title for tool_id, tool in usable.items()}, names)
        offered = [_offered(tool, functions[tool_id], finder.hosted(tool, rules)) for tool_id, tool in usable.items()]
        return GatewayToolbox(offered, unusable, finder, self._services, context, usable, session)

    def index(self) -> PolicyIndex:
        """Return the rules that are in force now."""
        rules = self._policies.rules()
        with self._lock:
            if self._index is None or self._index[0] is not rules:
                self._index = (rules, PolicyIndex(rules))
            return self._index[1]

    def resolve(self, ref: ToolRef, context: CallContext) -> ResolvedTool | Unusable:
        """Find the tool as it is now, without asking the rules."""
        tool_id = ToolId.parse(ref.tool_id)
        if tool_id.kind is ToolKind.TOOL:
            return self._resolve_configured(ref, context)
        if tool_id.kind is ToolKind.INLINE:
            return self._resolve_typed(ref, ref.ui_type, ref.name, "", ref.config, ref.credential)
        if tool_id.kind in {ToolKind.WORKFLOW, ToolKind.AGENT}:
            return self._resolve_workflow(ref, context)
        if tool_id.kind is ToolKind.KB:
            return self._resolve_knowledge(ref, context)
        executor = self._registry.find(ref.tool_id)
        if executor is None or self._registry.map_executor_to_ui_tools(executor.name):
            return _left_out(
                ref.tool_id, ref.name or ref.tool_id, "missing", Text("There is no such tool.", "没有该工具。")
            )
        if not self._registry.is_tool_implemented(ref.tool_id):
            return _left_out(
                ref.tool_id,
                executor.title.en,
                "not_implemented",
                self._registry.get_unimplemented_tool_message(ref.tool_id),
            )
        config = executor.config_model("")()
        return ResolvedTool(
            ref.tool_id, executor.title.en, executor.describe(config), "", executor, config, frozenset()
        )

    def every_function(self, ref: ToolRef, context: CallContext) -> Sequence[ToolFunction[Any]] | Unusable:
        """Return all functions that a tool has to offer, also those that nobody chose, within the caller's rights."""
        with closing(SessionScope()) as session:
            found = _Finder(self, {}, context, session).whole(ref, self.index())
            if isinstance(found, Unusable):
                return found
            config = found.executor.with_all_functions(found.config)
            return self.functions(replace(found, config=config), context, session, as_known=False)

    def function(self, ref: ToolRef, context: CallContext) -> ResolvedTool | Unusable:
        """Return the one function that a reference means, within the caller's rights; a server is asked for its own."""
        with closing(SessionScope()) as session:
            return _Finder(self, {ref.tool_id: ref}, context, session).find(ref.tool_id, self.index())

    def functions(
        self, tool: ResolvedTool, context: CallContext, session: SessionScope, *, as_known: bool
    ) -> Sequence[ToolFunction[Any]] | Unusable:
        """Return the functions of a tool that gives several; see `Executor.functions`."""
        runtime = self._services.runtime.for_call(tool.credential, context)
        return functions_of(tool, session, runtime, as_known=as_known)

    def _resolve_workflow(self, ref: ToolRef, context: CallContext) -> ResolvedTool | Unusable:
        if context.within:
            # The code of a tool cannot wait for a run.
            return _left_out(ref.tool_id, ref.name or ref.tool_id, "misconfigured", _NOT_WITHIN)
        try:
            found = self._services.runtime.workflows.find(ref.tool_id, context)
        except ToolError as error:
            return _left_out(ref.tool_id, ref.name or ref.tool_id, "misconfigured", error.text)
        if found is None:
            return _left_out(ref.tool_id, ref.name or ref.tool_id, "missing", _MISSING)
        executor, config = workflow_config(found)
        return ResolvedTool(ref.tool_id, found.title, executor.describe(config), "", executor, config, frozenset())

    def _resolve_knowledge(self, ref: ToolRef, context: CallContext) -> ResolvedTool | Unusable:
        found = knowledge_tool(ref.tool_id, self._services.runtime.knowledge, context.caller)
        if found is None:
            return _left_out(ref.tool_id, ref.name or ref.tool_id, "missing", _NO_KNOWLEDGE)
        title, config = found
        executor = knowledge_executor
        return ResolvedTool(ref.tool_id, title, executor.describe(config), "", executor, config, frozenset())

    def _resolve_configured(self, ref: ToolRef, context: CallContext) -> ResolvedTool | Unusable:
        configured = self._tools.configured(ToolId.parse(ref.tool_id).name, context)
        if configured is None:
            return _left_out(ref.tool_id, ref.name or ref.tool_id, "missing", _MISSING)
        if not configured.enabled:
            return _left_out(ref.tool_id, configured.name, "disabled", _DISABLED)
        return self._resolve_typed(
            ref,
            configured.ui_type,
            configured.name,
            configured.description,
            configured.config,
            configured.credential,
        )

    def _resolve_typed(
        self,
        ref: ToolRef,
        ui_type: str,
        name: str,
        description: str,
        raw_config: Mapping[str, object],
        credential: CredentialUse | None,
    ) -> ResolvedTool | Unusable:
        tool_id = ref.tool_id
        found = self._registry.for_ui_type(ui_type)
        title = name or (found[1].title.en if found else ui_type) or tool_id
        if found is None or not self._registry.is_tool_implemented(ui_type):
            return _left_out(tool_id, title, "not_implemented", self._registry.get_unimplemented_tool_message(ui_type))
        executor, ui_tool = found
        model: type[ToolModel] = ui_tool.config
        if ref.fill is not None:
            raw_config = fill_templates(model, raw_config, ref.fill)
        secrets = _secrets_of(model, raw_config) | ref.secrets
        try:
            config = model.model_validate(dict(raw_config))
        except ValidationError as error:
            return _left_out(tool_id, title, "misconfigured", _first_problem(error))
        missing = executor.missing(config)
        tool = ResolvedTool(
            tool_id, title, description or executor.describe(config), ui_type, executor, config, secrets, credential
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

    def __init__(
        self, gateway: ToolGateway, refs: Mapping[str, ToolRef], context: CallContext, session: SessionScope
    ) -> None:
        self._gateway = gateway
        self._wanted = {tool_id: wanted_of(ref) for tool_id, ref in refs.items()}
        self._context = context
        self._session = session

    def all_of(self, ref: ToolRef, rules: PolicyIndex) -> Iterator[ResolvedTool | Unusable]:
        """Yield what a reference stands for: one tool, or each function of one that gives several."""
        wanted = self._wanted[ref.tool_id]
        tool = self._gateway.resolve(wanted.ref, self._context)
        if isinstance(tool, Unusable) or not tool.executor.gives_functions or wanted.function:
            yield self.find(ref.tool_id, rules)
            return
        names = tool.executor.chosen_functions(tool.config)
        denied = self._denied_altogether(tool, names, rules)
        functions = denied or self._gateway.functions(tool, self._context, self._session, as_known=False)
        if isinstance(functions, Unusable):
            yield functions
            return
        offered = {function.name: function for function in functions}
        for name in names or offered:
            tool_id = function_id(tool.tool_id, name)
            self._wanted[tool_id] = Wanted(wanted.ref, name)
            yield self.find(tool_id, rules) if name in offered else gone(tool, name)

    def whole(self, ref: ToolRef, rules: PolicyIndex) -> ResolvedTool | Unusable:
        """Return the configured tool itself, which gives the functions."""
        tool = self._gateway.resolve(ref, self._context)
        return tool if isinstance(tool, Unusable) else self._allowed(tool, rules)

    def rules(self) -> PolicyIndex:
        return self._gateway.index()

    def find(self, tool_id: str, rules: PolicyIndex) -> ResolvedTool | Unusable:
        wanted = self._wanted[tool_id]
        found = self._gateway.resolve(wanted.ref, self._context)
        if not isinstance(found, Unusable) and found.executor.gives_functions:
            found = self._function(found, wanted.function, rules)
        elif not isinstance(found, Unusable) and wanted.function:
            found = gone(found, wanted.function)
        return found if isinstance(found, Unusable) else self._allowed(found, rules)

    def _function(self, tool: ResolvedTool, name: str, rules: PolicyIndex) -> ResolvedTool | Unusable:
        if not name:
            return not_named(tool)
        if (names := tool.executor.chosen_functions(tool.config)) and name not in names:
            return gone(tool, name)
        if denied := self._denied_altogether(tool, [name], rules):
            return denied
        functions = self._gateway.functions(tool, self._context, self._session, as_known=True)
        if isinstance(functions, Unusable):
            return functions
        return next((narrowed(tool, one) for one in functions if one.name == name), gone(tool, name))

    def _denied_altogether(self, tool: ResolvedTool, names: Sequence[str], rules: PolicyIndex) -> Unusable | None:
        """Return why none of the functions may be used, so that nobody is even asked for them."""
        asked = [replace(tool, tool_id=function_id(tool.tool_id, name)) for name in names] or [tool]
        found = [self._allowed(one, rules) for one in asked]
        refused = [one for one in found if isinstance(one, Unusable)]
        return refused[0] if len(refused) == len(found) else None

    def offer(self, refs: Sequence[ToolRef], context: CallContext, session: SessionScope) -> GatewayToolbox:
        return self._gateway.offer(refs, context, session)

    def hosted(self, tool: ResolvedTool, rules: PolicyIndex) -> HostedSkill | None:
        """Return what may take the tool's place: only where no rule wants to see, or to pretend, its calls."""
        found = tool.executor.hosted(tool.config)
        if found is None or self._context.mode == "test":
            return None
        return found if rules.decide(tool.subject, self._context).effect == "allow" else None

    def _allowed(self, tool: ResolvedTool, rules: PolicyIndex) -> ResolvedTool | Unusable:
        decision = rules.decide(tool.subject, self._context)
        return tool if decision.usable else Unusable.denied(tool, decision)


def _offered(tool: ResolvedTool, function_name: str, hosted: HostedSkill | None) -> OfferedTool:
    is_enough = tool.executor.describes_itself or tool.title in tool.description
    description = tool.description if is_enough else f"{tool.title}: {tool.description}"
    schema = function_schema(tool.executor.parameters_schema(tool.config))
    function = FunctionDefinition(function_name, description[:_MAX_DESCRIPTION], schema, hosted)
    own_title = tool.executor.title
    return OfferedTool(
        tool.tool_id,
        tool.title,
        function,
        own_title.zh if tool.title == own_title.en else "",
        ", ".join(sorted(tool.executor.origins(tool.config))),
        redact(
            {name: value for name, value in tool.executor.bound(tool.config).items() if name != "headers"}, tool.secrets
        ),
    )


def _left_out(tool_id: str, title: str, code: str, text: Text) -> Unusable:
    return Unusable(SkippedTool(tool_id, title, code, text))


def _secrets_of(model: type[ToolModel], raw_config: Mapping[str, object]) -> frozenset[str]:
    """Return every string of a config that must never be shown: secret fields, and values under secret names."""
    taken = take_secrets(model, raw_config)[1].values()
    found = {str(value) for value in taken if value} | secrets_in(dict(raw_config))
    return frozenset(part for secret in found for part in secret_parts(secret))


def _first_problem(error: ValidationError) -> Text:
    return field_errors(error)[0].sentence
