"""The pipeline that every tool call goes through: this half decides what is offered; `tools.calls.toolbox` calls."""

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any

from tools.calls.attempts import Runner
from tools.calls.call_audit import offer_record
from tools.calls.execution import Services
from tools.calls.resolved import ResolvedTool, Unusable
from tools.calls.resolvers import Sources, resolve
from tools.calls.tool_functions import Wanted, functions_of, gone, narrowed, not_named, wanted_of, wrong
from tools.calls.toolbox import GatewayToolbox, Offer
from tools.core.definitions import CallContext, Caller, FunctionDefinition, HostedSkill, OfferedTool, ToolRef
from tools.core.naming.names import function_names
from tools.core.ports import AuditLog, PolicyRule, PolicySource, ToolSource
from tools.core.tool_id import ToolId
from tools.executors.contract.executor import Runtime, ToolFunction
from tools.executors.contract.schema import function_schema
from tools.executors.registry import Registry
from tools.executors.registry import registry as default_registry
from tools.policies.index import PolicyIndex
from tools.secrets.redaction import redact
from tools.sessions.scope import SessionScope

_MAX_DESCRIPTION = 1024


class ToolGateway:
    """Offers tools within the caller's rights. One per process, thread-safe. `debug` shows unexpected exceptions."""

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
        self._sources = Sources(
            registry, tools, runtime.workflows, runtime.knowledge, runtime.credentials, runtime.find_provider
        )
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
        """Build the toolbox of one conversation; the caller closes it.

        Missing, disabled, unimplemented, denied or misconfigured tools are listed by `skipped()`; denied ones are also
        audited. A tool wanted twice is offered once.

        Args:
            session: shared by stateful tools; by default temporary and closed with the toolbox.
            names: function names by tool id that the conversation has used before.
        """
        session = session or SessionScope()
        wanted = {ref.tool_id: ref for ref in refs}
        finder = _Finder(self, wanted, context, session)
        noted: set[ToolId] = set()

        def offer(names: Mapping[str, str] | None) -> Offer:
            made = self._offer(list(wanted.values()), finder, names)
            self._note_denied(made, finder, noted)
            return made

        return GatewayToolbox(offer, finder, self._services, session, names)

    def _offer(self, refs: Sequence[ToolRef], finder: "_Finder", names: Mapping[str, str] | None) -> Offer:
        rules = finder.rules()
        usable: dict[ToolId, ResolvedTool] = {}
        unusable: list[Unusable] = []
        for found in (one for ref in refs for one in finder.all_of(ref, rules)):
            if isinstance(found, Unusable):
                unusable.append(found)
            else:
                usable[found.tool_id] = found
        functions = function_names({tool_id: tool.title for tool_id, tool in usable.items()}, names)
        offered = [_offered(tool, functions[tool_id], finder.hosted(tool, rules)) for tool_id, tool in usable.items()]
        return Offer(offered, unusable, usable)

    def _note_denied(self, offer: Offer, finder: "_Finder", noted: set[ToolId]) -> None:
        for one in offer.unusable:
            if one.tool is not None and one.decision is not None and one.tool.tool_id not in noted:
                noted.add(one.tool.tool_id)
                self._services.audit.refused(offer_record(finder.context, one.tool, one.decision))

    def caller_now(self, caller: Caller) -> Caller:
        """Return the caller with the roles of this moment."""
        return self._policies.caller_now(caller)

    def index(self) -> PolicyIndex:
        rules = self._policies.rules()
        with self._lock:
            if self._index is None or self._index[0] is not rules:
                self._index = (rules, PolicyIndex(rules))
            return self._index[1]

    def resolve(self, ref: ToolRef, context: CallContext) -> ResolvedTool | Unusable:
        """Find the tool as it is now, without asking the rules."""
        return resolve(self._sources, ref, context)

    def every_function(self, ref: ToolRef, context: CallContext) -> Sequence[ToolFunction[Any]] | Unusable:
        """Return all functions that a tool can offer, also those that nobody chose, within the caller's rights."""
        with closing(SessionScope()) as session:
            found = _Finder(self, {}, context, session).whole(ref, self.index())
            if isinstance(found, Unusable):
                return found
            config = found.executor.with_all_functions(found.config)
            functions = self.functions(replace(found, config=config), context, session, as_known=False)
            return functions if isinstance(functions, Unusable) else [one for one in functions if one.problem is None]

    def function(self, ref: ToolRef, context: CallContext) -> ResolvedTool | Unusable:
        """Return the one function that a reference means, within the caller's rights; a server is asked for its own."""
        with closing(SessionScope()) as session:
            return _Finder(self, {ref.tool_id: ref}, context, session).find(ref.tool_id, self.index())

    def functions(
        self, tool: ResolvedTool, context: CallContext, session: SessionScope, *, as_known: bool
    ) -> Sequence[ToolFunction[Any]] | Unusable:
        runtime = self._services.runtime.for_call(tool.credentials, context, signer=tool.signer)
        return functions_of(tool, session, runtime, as_known=as_known)


class _Finder:
    """Finds the tools of one conversation again at every call."""

    def __init__(
        self, gateway: ToolGateway, refs: Mapping[ToolId, ToolRef], context: CallContext, session: SessionScope
    ) -> None:
        self._gateway = gateway
        self._wanted = {tool_id: wanted_of(ref) for tool_id, ref in refs.items()}
        self.context = context
        self._session = session

    def all_of(self, ref: ToolRef, rules: PolicyIndex) -> Iterator[ResolvedTool | Unusable]:
        """Yield what a reference means: one tool, or each function of one that gives several."""
        wanted = self._wanted[ref.tool_id]
        tool = self._gateway.resolve(wanted.ref, self.context)
        if isinstance(tool, Unusable) or not tool.executor.gives_functions or wanted.function:
            yield self.find(ref.tool_id, rules)
            return
        names = tool.executor.chosen_functions(tool.config)
        denied = self._denied_altogether(tool, names, rules)
        functions = denied or self._gateway.functions(tool, self.context, self._session, as_known=False)
        if isinstance(functions, Unusable):
            yield functions
            return
        offered = {function.name: function for function in functions}
        for name in names or offered:
            tool_id = tool.tool_id.of_function(name)
            self._wanted[tool_id] = Wanted(wanted.ref, name)
            yield self.find(tool_id, rules) if name in offered else gone(tool, name)

    def whole(self, ref: ToolRef, rules: PolicyIndex) -> ResolvedTool | Unusable:
        """Return the configured tool itself, which gives the functions."""
        tool = self._gateway.resolve(ref, self.context)
        return tool if isinstance(tool, Unusable) else self._allowed(tool, rules)

    def rules(self) -> PolicyIndex:
        self.context = replace(self.context, caller=self._gateway.caller_now(self.context.caller))
        return self._gateway.index()

    def find(self, tool_id: ToolId, rules: PolicyIndex) -> ResolvedTool | Unusable:
        wanted = self._wanted[tool_id]
        found = self._gateway.resolve(wanted.ref, self.context)
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
        functions = self._gateway.functions(tool, self.context, self._session, as_known=True)
        if isinstance(functions, Unusable):
            return functions
        found = next((one for one in functions if one.name == name), None)
        if found is None:
            return gone(tool, name)
        return narrowed(tool, found) if found.problem is None else wrong(tool, found, found.problem)

    def _denied_altogether(self, tool: ResolvedTool, names: Sequence[str], rules: PolicyIndex) -> Unusable | None:
        """Return why none of the functions may be used, so that nobody is even asked for them."""
        asked = [replace(tool, tool_id=tool.tool_id.of_function(name)) for name in names] or [tool]
        found = [self._allowed(one, rules) for one in asked]
        refused = [one for one in found if isinstance(one, Unusable)]
        return refused[0] if len(refused) == len(found) else None

    def offer(self, refs: Sequence[ToolRef], context: CallContext, session: SessionScope) -> GatewayToolbox:
        return self._gateway.offer(refs, context, session)

    def hosted(self, tool: ResolvedTool, rules: PolicyIndex) -> HostedSkill | None:
        """Return what may take the tool's place: only where no rule wants to see, or to mock, its calls."""
        found = tool.executor.hosted(tool.config)
        if found is None or self.context.mode == "test":
            return None
        return found if rules.decide(tool.subject, self.context).effect == "allow" else None

    def _allowed(self, tool: ResolvedTool, rules: PolicyIndex) -> ResolvedTool | Unusable:
        decision = rules.decide(tool.subject, self.context)
        return tool if decision.usable else Unusable.denied(tool, decision)


def _offered(tool: ResolvedTool, function_name: str, hosted: HostedSkill | None) -> OfferedTool:
    is_enough = tool.executor.describes_itself or tool.title in tool.description
    description = tool.description if is_enough else f"{tool.title}: {tool.description}"
    schema = function_schema(tool.executor.parameters_schema(tool.config))
    function = FunctionDefinition(function_name, description[:_MAX_DESCRIPTION], schema, hosted)
    titles = tool.executor.title.to_json()
    return OfferedTool(
        tool.tool_id,
        tool.title,
        function,
        {code: form for code, form in titles.items() if code != "en"} if tool.title == titles["en"] else {},
        ", ".join(sorted(tool.executor.origins(tool.config))),
        redact(
            {name: value for name, value in tool.executor.bound(tool.config).items() if name != "headers"}, tool.secrets
        ),
    )
