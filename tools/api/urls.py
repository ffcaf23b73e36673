"""Addresses of this app under /api/."""

from django.urls import path

from tools.api import articles, files, invocations, policies, tables
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
from tools.api.views.code_checks import CodeCheck
from tools.api.views.credential_kinds import CredentialKindList
from tools.api.views.credentials import CredentialDetail, CredentialList, CredentialOrigins
from tools.api.views.curl import CurlReading
from tools.api.views.openapi_documents import OpenApiReading
from tools.api.views.skills import SkillReading
from tools.api.views.tool_configs import ToolConfigDetail, ToolConfigList, ToolConfigTest
from tools.api.views.tool_functions import McpProgramList, ToolConfigFunctions, ToolFunctionView
from tools.api.views.tool_health import ToolConfigHealth
from tools.api.views.tool_sessions import ToolBatch, ToolSessionDetail, ToolSessionList, ToolSessionRefresh
from tools.api.views.tool_types import ToolTypeList

urlpatterns = [
    *routes(articles, files, invocations, policies, tables),
    path("tools/curl/", CurlReading.as_view()),
    path("tools/types/", ToolTypeList.as_view()),
    path("tools/configs/", ToolConfigList.as_view()),
    path("tools/configs/<uuid:config_id>/", ToolConfigDetail.as_view()),
    path("tools/configs/<uuid:config_id>/test/", ToolConfigTest.as_view()),
    path("tools/configs/<uuid:config_id>/health/", ToolConfigHealth.as_view()),
    path("tools/configs/<uuid:config_id>/mcp-tools/", ToolConfigFunctions.as_view()),
    path("tools/functions/", ToolFunctionView.as_view()),
    path("tools/code-check/", CodeCheck.as_view()),
    path("tools/batch/", ToolBatch.as_view()),
    path("tools/sessions/", ToolSessionList.as_view()),
    path("tools/sessions/<str:session_id>/", ToolSessionDetail.as_view()),
    path("tools/sessions/<str:session_id>/refresh/", ToolSessionRefresh.as_view()),
    path("tools/mcp-programs/", McpProgramList.as_view()),
    path("tools/skills/", SkillReading.as_view()),
    path("tools/openapi/", OpenApiReading.as_view()),
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
