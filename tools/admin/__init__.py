"""The administrator's panel: who may use which tool. Django imports it. Other apps' panels may use `json_block`."""

from tools.admin import articles, credentials, policies, tool_configs

__all__ = ["articles", "credentials", "policies", "tool_configs"]
