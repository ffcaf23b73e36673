"""Addresses of this app under /api/."""

from django.urls import path

from tools.api import (
    articles,
    code_checks,
    curl,
    files,
    invocations,
    openapi_documents,
    policies,
    skills,
    tables,
    tool_configs,
    tool_functions,
    tool_sessions,
    tool_types,
)
from tools.api.contract.routes import routes
from tools.api.views.accounts import (
    AccountAnswer,
    AccountConsent,
    AccountDeviceAnswer,
    AccountDeviceCode,
    AccountList,
    AppDocument,
    McpAccountList,
    ServiceList,
)
from tools.api.views.credential_kinds import CredentialKindList
from tools.api.views.credentials import CredentialDetail, CredentialList, CredentialOrigins

urlpatterns = [
    *routes(
        articles,
        code_checks,
        curl,
        files,
        invocations,
        openapi_documents,
        policies,
        skills,
        tables,
        tool_configs,
        tool_functions,
        tool_sessions,
        tool_types,
    ),
    path("accounts/", AccountList.as_view()),
    path("accounts/mcp/", McpAccountList.as_view()),
    path("accounts/services/", ServiceList.as_view()),
    path("accounts/app.json", AppDocument.as_view()),
    path("accounts/answer/", AccountAnswer.as_view()),
    path("accounts/<uuid:credential_id>/consent/", AccountConsent.as_view()),
    path("accounts/<uuid:credential_id>/device-code/", AccountDeviceCode.as_view()),
    path("accounts/<uuid:credential_id>/device-answer/", AccountDeviceAnswer.as_view()),
    path("credentials/", CredentialList.as_view()),
    path("credentials/kinds/", CredentialKindList.as_view()),
    path("credentials/<uuid:credential_id>/", CredentialDetail.as_view()),
    path("credentials/<uuid:credential_id>/origins/", CredentialOrigins.as_view()),
]
