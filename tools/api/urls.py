"""Addresses of this app under /api/."""

from tools.api import (
    accounts,
    articles,
    code_checks,
    credentials,
    curl,
    files,
    invocations,
    openapi_documents,
    policies,
    skills,
    table_files,
    tables,
    tool_configs,
    tool_functions,
    tool_sessions,
    tool_types,
)
from tools.api.contract.routes import routes

urlpatterns = routes(
    accounts,
    articles,
    code_checks,
    credentials,
    curl,
    files,
    invocations,
    openapi_documents,
    policies,
    skills,
    table_files,
    tables,
    tool_configs,
    tool_functions,
    tool_sessions,
    tool_types,
)
