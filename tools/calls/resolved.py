"""A wanted tool, found and ready, or the reason why it cannot be used. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from tools.core.call.inner_calls import InnerToolbox
from tools.core.definitions import CallContext, CredentialUse, OriginQuestion, SkippedTool, ToolRef
from tools.core.errors import OutboundBlockedError
from tools.core.naming.names import function_name
from tools.core.text import Text
from tools.core.tool_id import ToolId
from tools.executors.contract.executor import ToolModel, ToolParameters
from tools.executors.registry import AnyExecutor
from tools.outbound.origins import fixed_origins
from tools.policies.hosts import hosts_of
from tools.policies.index import PolicyDecision, PolicyIndex
from tools.policies.tool_patterns import PolicySubject
from tools.sessions.scope import SessionScope


@dataclass(frozen=True, slots=True)
class ResolvedTool:
    tool_id: ToolId
    title: str
    description: str
    ui_type: str
    executor: AnyExecutor
    config: ToolModel
    secrets: frozenset[str]
    credential: CredentialUse | None = None
    """Stored secrets of the settings, and the origins they may be sent to."""
    signer: CredentialUse | None = None
    """The stored credential that the settings name."""

    @property
    def credentials(self) -> Sequence[CredentialUse]:
        """Credentials of a call, without duplicates."""
        return [use for use in dict.fromkeys((self.credential, self.signer)) if use is not None]

    @property
    def subject(self) -> PolicySubject:
        """The tool as rules see it."""
        return self._subject(hosts_of(self.executor.addresses(self.config).values()))

    def subject_of(self, parameters: ToolParameters) -> PolicySubject:
        """Return what the rules know one call by."""
        return self._subject(hosts_of(self.executor.destinations(self.config, parameters)))

    def origin_question(self, parameters: ToolParameters, context: CallContext) -> OriginQuestion | None:
        """Return the origin that needs the owner's consent before the call sends its credential there, if known."""
        if not self.credentials:
            return None
        try:
            wanted = fixed_origins(*self.executor.destinations(self.config, parameters))
        except OutboundBlockedError:
            # The call itself reports what is wrong with the address.
            return None
        wanted |= self.executor.origins(self.config)
        refused = (
            OriginQuestion(use, origin, context.caller.username)
            for use in self.credentials
            for origin in sorted(wanted)
            if origin not in use.origins
        )
        return next(refused, None)

    def _subject(self, hosts: tuple[str, ...]) -> PolicySubject:
        executor, tool_id = self.executor, self.tool_id
        names: dict[str, Text | str] = {
            tool_id: self.title,
            tool_id.parent or tool_id: self.title,
            **executor.titles(self.ui_type),
        }
        return PolicySubject(tool_id, executor.name, self.ui_type, executor.requires_permission, hosts, names)


@dataclass(frozen=True, slots=True)
class Unusable:
    """Why a wanted tool cannot be used now; `decision` is set when the policy forbids it."""

    skipped: SkippedTool
    tool: ResolvedTool | None = None
    decision: PolicyDecision | None = None
    result_code: int = 1001
    """The numbered cause of a refused call."""

    @classmethod
    def denied(cls, tool: ResolvedTool, decision: PolicyDecision) -> "Unusable":
        return cls(SkippedTool(tool.tool_id, tool.title, "denied", decision.reason), tool, decision)


class ToolFinder(Protocol):
    """Looks up a wanted tool's current state; implemented by the gateway."""

    context: CallContext
    """Call context, with the caller's roles as of the last `rules`."""

    def rules(self) -> PolicyIndex:
        """Return the rules that are in force now, and read the caller's roles again."""
        ...

    def find(self, tool_id: ToolId, rules: PolicyIndex) -> ResolvedTool | Unusable:
        """Return the tool when a call may be possible, or why it cannot be used."""
        ...

    def offer(self, refs: Sequence[ToolRef], context: CallContext, session: SessionScope) -> InnerToolbox:
        """Build the toolbox of a tool that makes calls itself; the session stays open."""
        ...


def is_meant(entry: Unusable, name: str) -> bool:
    """Return whether a call by this name means a tool that was left out; models also guess ids and executor names."""
    tool = entry.tool
    if tool is None or entry.decision is None:
        return False
    function = function_name(tool.tool_id, tool.title)
    return name in {function, tool.tool_id, tool.title, tool.ui_type, tool.executor.name}
