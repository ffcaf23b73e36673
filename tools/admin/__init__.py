"""The administrator's panel: configured tools, credentials and articles.

Django imports it. Other apps' panels may use `json_block`.
"""

from tools.admin import articles, credentials, tool_configs

__all__ = ["articles", "credentials", "tool_configs"]
