"""The administrator's panel: who may use which tool, and who called what."""

from tools.admin import articles, audit, credentials, people, policies, tool_configs

__all__ = ["articles", "audit", "credentials", "people", "policies", "tool_configs"]
