"""Addresses of WeCom, and the accounts that people connect. Pure."""

from tools.core.text import Text
from tools.outbound.oauth.service import AppLabels, AppTokens, Service

HOST = "https://qyapi.weixin.qq.com"
TOKEN_URL = f"{HOST}/cgi-bin/gettoken"
"""Gives the token of an app."""

ACCOUNT = Service(
    Text("WeCom"),
    "",
    TOKEN_URL,
    (HOST,),
    app_tokens=AppTokens(TOKEN_URL, "corpid", "corpsecret", in_query=True),
    console="https://work.weixin.qq.com/wework_admin/frame#apps",
    app=AppLabels("应用管理 → 创建应用", "我的企业 → 企业 ID", "应用 → Secret"),
)
