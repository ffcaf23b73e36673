"""Addresses of Feishu and Lark, and the accounts that people connect. Pure."""

from collections.abc import Mapping
from typing import Literal

from tools.core.text import Text
from tools.outbound.oauth.service import AppLabels, AppTokens, Permission, Service

Region = Literal["feishu", "lark"]
HOSTS: Mapping[Region, str] = {"feishu": "https://open.feishu.cn", "lark": "https://open.larksuite.com"}
TOKEN_PATH = "/open-apis/auth/v3/tenant_access_token/internal"  # noqa: S105  an address
"""Path of the token of an app."""
_HOST = HOSTS["feishu"]

ACCOUNT = Service(
    Text("Feishu"),
    "https://accounts.feishu.cn/open-apis/authen/v1/authorize",
    "https://accounts.feishu.cn/oauth/v3/token",
    (_HOST,),
    scopes=("offline_access",),
    permissions=(Permission("documents", Text("Read and write documents"), ("docx:document",)),),
    app_tokens=AppTokens(_HOST + TOKEN_PATH, "app_id", "app_secret"),
    console=f"{_HOST}/app",
    app=AppLabels(
        "创建企业自建应用", "凭证与基础信息 → App ID", "凭证与基础信息 → App Secret", "安全设置 → 重定向 URL"
    ),
)
