"""Addresses of DingTalk, and the accounts that people connect. Pure."""

from tools.core.text import Text
from tools.outbound.oauth.service import AppLabels, AppTokens, Service

API = "https://api.dingtalk.com"
ROBOTS = "https://oapi.dingtalk.com"
"""Takes messages of robots."""

ACCOUNT = Service(
    Text("DingTalk"),
    "https://login.dingtalk.com/oauth2/auth",
    f"{API}/v1.0/oauth2/userAccessToken",
    (API,),
    scopes=("openid",),
    pkce=False,
    body_format="json",
    renamed={
        "client_id": "clientId",
        "client_secret": "clientSecret",
        "grant_type": "grantType",
        "refresh_token": "refreshToken",
    },
    extra={"prompt": "consent"},
    app_tokens=AppTokens(f"{API}/v1.0/oauth2/accessToken", "appKey", "appSecret"),
    console="https://open-dev.dingtalk.com/",
    app=AppLabels(
        "应用开发 → 创建应用", "凭证与基础信息 → Client ID", "凭证与基础信息 → Client Secret", "安全设置 → 重定向 URL"
    ),
)
