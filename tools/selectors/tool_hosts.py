"""Hosts of a configured tool's settings, and of a given call."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from tools.core.naming.ids import uuid_of
from tools.core.tool_id import ToolId, ToolKind
from tools.executors.registry import registry
from tools.models import ToolConfig, ToolPolicy
from tools.policies.hosts import host_patterns, hosts_of


def tool_hosts(tool: ToolConfig) -> tuple[str, ...]:
    """Return the hosts of the addresses in the settings, secrets left out; none when the settings are not right."""
    found = registry.for_ui_type(tool.type)
    if found is None:
        return ()
    executor, ui_tool = found
    try:
        return hosts_of(executor.addresses(ui_tool.config.model_validate(tool.config)).values())
    except ValidationError:
        return ()


def hosts_by_tool() -> Mapping[str, tuple[str, ...]]:
    """Return the hosts of every configured tool that has some, by tool id."""
    found = {tool.tool_id: tool_hosts(tool) for tool in ToolConfig.objects.only("id", "type", "config")}
    return {tool_id: hosts for tool_id, hosts in found.items() if hosts}


def hosts_without_rule(rule: ToolPolicy) -> list[str]:
    """Return the tool's hosts that no rule by host covers for the same role.

    An inline node with the same address would bypass the rule.
    """
    tool_id = ToolId(rule.tool_pattern)
    key = uuid_of(tool_id.name) if tool_id.kind is ToolKind.TOOL else None
    tool = ToolConfig.objects.filter(pk=key).first() if key else None
    if tool is None or not rule.enabled or rule.effect == ToolPolicy.Effect.ALLOW:
        return []
    same_role = ToolPolicy.objects.filter(role_id=rule.role_id, enabled=True)
    named = set(same_role.values_list("tool_pattern", flat=True))
    return [host for host in tool_hosts(tool) if named.isdisjoint(host_patterns(host))]


def call_hosts(arguments: Mapping[str, Any] | None) -> tuple[str, ...]:
    """Return the host of the address among the arguments of a call."""
    url = (arguments or {}).get("url")
    return hosts_of([url]) if isinstance(url, str) else ()
