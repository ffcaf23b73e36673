"""The administrator's panel: who may use which tool, and who called what.

Django imports it. Other apps' panels may use `json_block`.
"""

from tools.admin import access, articles, audit, credentials, policies, tool_configs

__all__ = ["access", "articles", "audit", "credentials", "policies", "tool_configs"]
