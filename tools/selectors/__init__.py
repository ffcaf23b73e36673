"""Reads of the tools layer, always scoped by who asks: one's own and shared rows, everything for staff.

Import the functions from the package.
"""

from tools.selectors.articles import article_get, article_list
from tools.selectors.credentials import (
    credential_decides_origins,
    credential_get,
    credential_list,
    credential_values,
    credentials_by_id,
    http_credential_exists,
    http_credential_for_caller,
)
from tools.selectors.invocations import InvocationFilter, invocation_list
from tools.selectors.policies import (
    PolicyExplanation,
    caller_of,
    caller_user,
    policy_explain,
    policy_get,
    policy_list,
    policy_revision,
    policy_rules,
    policy_versions,
)
from tools.selectors.tool_configs import (
    tool_config_for_caller,
    tool_config_get,
    tool_config_get_for_change,
    tool_config_list,
    tool_config_may_change,
)
from tools.selectors.tool_files import tool_file_get
from tools.selectors.tool_health import ToolHealth, tool_config_health
from tools.selectors.tool_sessions import tool_session_get, tool_session_list

__all__ = [
    "InvocationFilter",
    "PolicyExplanation",
    "ToolHealth",
    "article_get",
    "article_list",
    "caller_of",
    "caller_user",
    "credential_decides_origins",
    "credential_get",
    "credential_list",
    "credential_values",
    "credentials_by_id",
    "http_credential_exists",
    "http_credential_for_caller",
    "invocation_list",
    "policy_explain",
    "policy_get",
    "policy_list",
    "policy_revision",
    "policy_rules",
    "policy_versions",
    "tool_config_for_caller",
    "tool_config_get",
    "tool_config_get_for_change",
    "tool_config_health",
    "tool_config_list",
    "tool_config_may_change",
    "tool_file_get",
    "tool_session_get",
    "tool_session_list",
]
