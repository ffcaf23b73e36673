"""Addresses of Slack, and the accounts that people connect. Pure."""

from tools.core.text import Text
from tools.outbound.oauth.service import AppLabels, Permission, Service

HOST = "https://slack.com"
API = f"{HOST}/api"

ACCOUNT = Service(
    Text.verbatim("Slack"),
    f"{HOST}/oauth/v2/authorize",
    f"{API}/oauth.v2.access",
    (HOST,),
    permissions=(
        Permission("write", Text("Post messages"), ("chat:write",)),
        Permission("channels", Text("List channels"), ("channels:read",)),
        Permission("history", Text("Read messages in channels"), ("channels:history",)),
    ),
    other_scopes={"groups:read": ("channels:read",), "groups:history": ("channels:history",)},
    pkce=False,
    scope_separator=",",
    identity_url=f"{API}/auth.test",
    identity_names=("team", "user"),
    console="https://api.slack.com/apps",
    app=AppLabels(
        "Create New App → From scratch",
        "Basic Information → Client ID",
        "Basic Information → Client Secret",
        "OAuth & Permissions → Redirect URLs",
    ),
)
