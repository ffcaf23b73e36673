"""Writes of the tools layer. Each function checks, writes in one transaction and returns the row.

Import the functions from the package.
"""

from tools.services.articles import article_delete, article_update
from tools.services.code_reviews import code_findings, lost_grants, tool_config_findings
from tools.services.credential_origins import credential_origin_confirm, credential_origin_remove
from tools.services.credentials import (
    credential_create,
    credential_delete,
    credential_reencrypt_all,
    credential_update,
)
from tools.services.policies import (
    PolicyCell,
    policy_cells_set,
    policy_create,
    policy_delete,
    policy_draft,
    policy_update,
)
from tools.services.skills import skill_read
from tools.services.tool_batches import BatchCall, BatchReport, tool_batch_run
from tools.services.tool_configs import (
    tool_config_create,
    tool_config_delete,
    tool_config_update,
)
from tools.services.tool_functions import FunctionReport, mcp_program_names, tool_config_functions, tool_function
from tools.services.tool_sessions import (
    tool_session_create,
    tool_session_destroy,
    tool_session_refresh,
)
from tools.services.tool_tests import ToolTestReport, tool_config_test
from tools.services.uploads import upload_count

__all__ = [
    "BatchCall",
    "BatchReport",
    "FunctionReport",
    "PolicyCell",
    "ToolTestReport",
    "article_delete",
    "article_update",
    "code_findings",
    "credential_create",
    "credential_delete",
    "credential_origin_confirm",
    "credential_origin_remove",
    "credential_reencrypt_all",
    "credential_update",
    "lost_grants",
    "mcp_program_names",
    "policy_cells_set",
    "policy_create",
    "policy_delete",
    "policy_draft",
    "policy_update",
    "skill_read",
    "tool_batch_run",
    "tool_config_create",
    "tool_config_delete",
    "tool_config_findings",
    "tool_config_functions",
    "tool_config_test",
    "tool_config_update",
    "tool_function",
    "tool_session_create",
    "tool_session_destroy",
    "tool_session_refresh",
    "upload_count",
]
