"""Tables of the tools layer. Import the classes from the package."""

from tools.models.access_event import AccessEvent, EmergencyAccess
from tools.models.account import ACCOUNT_KIND, Account, Consent, DeviceConsent
from tools.models.article import Article
from tools.models.audit_link import AuditLink
from tools.models.credential import Credential
from tools.models.data_table import DataRow, DataTable, DataWrite
from tools.models.tool_config import ToolConfig
from tools.models.tool_file import FileBody, ToolFile
from tools.models.tool_invocation import ToolInvocation
from tools.models.tool_policy import PolicyRevision, ToolPolicy, ToolPolicyVersion
from tools.models.tool_session import ToolSession
from tools.models.upload_day import UploadDay

__all__ = [
    "ACCOUNT_KIND",
    "AccessEvent",
    "Account",
    "Article",
    "AuditLink",
    "Consent",
    "Credential",
    "DataRow",
    "DataTable",
    "DataWrite",
    "DeviceConsent",
    "EmergencyAccess",
    "FileBody",
    "PolicyRevision",
    "ToolConfig",
    "ToolFile",
    "ToolInvocation",
    "ToolPolicy",
    "ToolPolicyVersion",
    "ToolSession",
    "UploadDay",
]
