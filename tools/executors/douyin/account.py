"""Addresses of Douyin, and the accounts that people connect. Pure."""

from tools.core.text import Text
from tools.outbound.oauth.service import AppLabels, Permission, Service

HOST = "https://open.douyin.com"

ACCOUNT = Service(
    Text("Douyin"),
    f"{HOST}/platform/oauth/connect/",
    f"{HOST}/oauth/access_token/",
    (HOST,),
    permissions=(
        Permission("write", Text("Publish videos"), ("video.create.bind",)),
        Permission("read", Text("List videos and read their figures"), ("video.list.bind", "video.data.bind")),
    ),
    other_scopes={
        "user_info": (),
        "video.create": ("video.create.bind",),
        "video.list": ("video.list.bind",),
        "video.data": ("video.data.bind",),
    },
    pkce=False,
    scope_separator=",",
    renamed={"client_id": "client_key"},
    client_id_name="client_key",
    refresh_url=f"{HOST}/oauth/refresh_token/",
    prolong_url=f"{HOST}/oauth/renew_refresh_token/",
    ended=frozenset({"10010", "10020"}),
    console="https://developer.open-douyin.com/",
    app=AppLabels("创建应用 → 网站应用", "Client Key", "Client Secret", "授权回调地址"),
)
