"""Addresses of GitHub, and the accounts that people connect. Pure."""

from tools.core.text import Text
from tools.outbound.oauth.service import AppLabels, Permission, Service

SITE = "https://github.com"
API = "https://api.github.com"

ACCOUNT = Service(
    Text.verbatim("GitHub"),
    f"{SITE}/login/oauth/authorize",
    f"{SITE}/login/oauth/access_token",
    (API,),
    device_url=f"{SITE}/login/device/code",
    scopes=("read:user",),
    permissions=(Permission("repo", Text("Read and change repositories and their issues"), ("repo",)),),
    other_scopes={"public_repo": ("repo",), "user": ()},
    identity_url=f"{API}/user",
    identity_names=("login",),
    console=f"{SITE}/settings/developers",
    app=AppLabels("New OAuth App", "Client ID", "Generate a new client secret", "Authorization callback URL"),
)
