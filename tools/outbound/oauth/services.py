"""The services that people connect accounts of: one row each, and "any service", whose addresses a person enters."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from tools.core.text import Text

ClientAuth = Literal["client_secret_post", "client_secret_basic", "none"]
"""How the app proves itself at the token endpoint (RFC 6749 section 2.3.1, OpenID Connect Core section 9)."""

CLIENT_AUTHS: tuple[ClientAuth, ...] = get_args(ClientAuth)

CUSTOM = "custom"
"""The id of "any service"."""

MCP = "mcp"
"""The id of MCP servers, which say themselves where consent is given (`tools.outbound.oauth.discovery`)."""


@dataclass(frozen=True, slots=True)
class Service:
    """What is known of a service before anybody connects an account.

    `{place}` in an address is filled in by the person: a tenant, a host.
    """

    title: Text
    authorize_url: str
    token_url: str
    origins: tuple[str, ...]
    """Where a token may be sent (`tools.outbound.origins`)."""
    device_url: str = ""
    """Where a code for another device is asked for (RFC 8628); empty where the service has none."""
    scopes: tuple[str, ...] = ()
    """Offered first; a person may change them."""
    client_auth: ClientAuth = "client_secret_post"
    pkce: bool = True
    """Some services refuse a challenge that they do not know."""
    scope_separator: str = " "
    body_format: Literal["form", "json"] = "form"
    """Of the token request."""
    renamed: Mapping[str, str] = field(default_factory=dict)
    """The service's names for the parameters of the token request, where they are not those of RFC 6749."""
    extra: Mapping[str, str] = field(default_factory=dict)
    """Further parameters of the address at which a person consents."""
    issuer: str = ""
    """What `iss` has to be; empty where the service sends none."""
    identity_url: str = ""
    """Tells whose account it is: a GET with the token."""
    identity_names: tuple[str, ...] = ("email", "name", "login", "username")
    """The first of these in its answer is shown."""
    places: Mapping[str, str] = field(default_factory=dict)
    """What `{place}` stands for when the person leaves it empty."""
    console: str = ""
    """Where a person registers the app and its callback address."""


SERVICES: Mapping[str, Service] = {
    "google": Service(
        Text.verbatim("Google"),
        "https://accounts.google.com/o/oauth2/v2/auth",
        "https://oauth2.googleapis.com/token",
        (
            "https://www.googleapis.com",
            "https://gmail.googleapis.com",
            "https://sheets.googleapis.com",
            "https://docs.googleapis.com",
            "https://people.googleapis.com",
            "imap://imap.gmail.com:993",
        ),
        device_url="https://oauth2.googleapis.com/device/code",
        scopes=(
            "openid",
            "email",
            "https://www.googleapis.com/auth/spreadsheets",
            "https://www.googleapis.com/auth/drive.readonly",
            "https://www.googleapis.com/auth/drive.file",
            "https://www.googleapis.com/auth/gmail.readonly",
            "https://www.googleapis.com/auth/gmail.send",
            "https://www.googleapis.com/auth/calendar.events",
        ),
        # Without both, Google gives a refresh token only the first time, or never.
        extra={"access_type": "offline", "prompt": "consent"},
        issuer="https://accounts.google.com",
        identity_url="https://www.googleapis.com/oauth2/v3/userinfo",
        console="https://console.cloud.google.com/apis/credentials",
    ),
    "microsoft": Service(
        Text.verbatim("Microsoft"),
        "https://login.microsoftonline.com/{tenant}/oauth2/v2.0/authorize",
        "https://login.microsoftonline.com/{tenant}/oauth2/v2.0/token",
        ("https://graph.microsoft.com", "imap://outlook.office365.com:993"),
        device_url="https://login.microsoftonline.com/{tenant}/oauth2/v2.0/devicecode",
        scopes=("offline_access", "User.Read", "Mail.Read", "Mail.Send", "Files.Read", "Files.ReadWrite"),
        identity_url="https://graph.microsoft.com/v1.0/me",
        identity_names=("mail", "userPrincipalName", "displayName"),
        places={"tenant": "common"},
        console="https://entra.microsoft.com/",
    ),
    "github": Service(
        Text.verbatim("GitHub"),
        "https://github.com/login/oauth/authorize",
        "https://github.com/login/oauth/access_token",
        ("https://api.github.com",),
        device_url="https://github.com/login/device/code",
        scopes=("repo", "read:user"),
        identity_url="https://api.github.com/user",
        identity_names=("login",),
        console="https://github.com/settings/developers",
    ),
    "gitlab": Service(
        Text.verbatim("GitLab"),
        "https://{host}/oauth/authorize",
        "https://{host}/oauth/token",
        ("https://{host}",),
        device_url="https://{host}/oauth/authorize_device",
        scopes=("read_user", "api"),
        identity_url="https://{host}/api/v4/user",
        places={"host": "gitlab.com"},
        console="https://gitlab.com/-/user_settings/applications",
    ),
    "slack": Service(
        Text.verbatim("Slack"),
        "https://slack.com/oauth/v2/authorize",
        "https://slack.com/api/oauth.v2.access",
        ("https://slack.com",),
        scopes=("chat:write", "channels:read", "channels:history"),
        pkce=False,
        scope_separator=",",
        identity_url="https://slack.com/api/auth.test",
        identity_names=("team", "user"),
        console="https://api.slack.com/apps",
    ),
    "notion": Service(
        Text.verbatim("Notion"),
        "https://api.notion.com/v1/oauth/authorize",
        "https://api.notion.com/v1/oauth/token",
        ("https://api.notion.com",),
        client_auth="client_secret_basic",
        pkce=False,
        body_format="json",
        extra={"owner": "user"},
        console="https://www.notion.so/my-integrations",
    ),
    "airtable": Service(
        Text.verbatim("Airtable"),
        "https://airtable.com/oauth2/v1/authorize",
        "https://airtable.com/oauth2/v1/token",
        ("https://api.airtable.com",),
        scopes=("data.records:read", "data.records:write", "schema.bases:read"),
        client_auth="client_secret_basic",
        identity_url="https://api.airtable.com/v0/meta/whoami",
        identity_names=("email", "id"),
        console="https://airtable.com/create/oauth",
    ),
    "dropbox": Service(
        Text.verbatim("Dropbox"),
        "https://www.dropbox.com/oauth2/authorize",
        "https://api.dropboxapi.com/oauth2/token",
        ("https://api.dropboxapi.com", "https://content.dropboxapi.com"),
        extra={"token_access_type": "offline"},
        console="https://www.dropbox.com/developers/apps",
    ),
    "discord": Service(
        Text.verbatim("Discord"),
        "https://discord.com/oauth2/authorize",
        "https://discord.com/api/oauth2/token",
        ("https://discord.com",),
        scopes=("identify",),
        pkce=False,
        identity_url="https://discord.com/api/v10/users/@me",
        console="https://discord.com/developers/applications",
    ),
    "linkedin": Service(
        Text.verbatim("LinkedIn"),
        "https://www.linkedin.com/oauth/v2/authorization",
        "https://www.linkedin.com/oauth/v2/accessToken",
        ("https://api.linkedin.com",),
        scopes=("openid", "profile", "w_member_social"),
        pkce=False,
        identity_url="https://api.linkedin.com/v2/userinfo",
        console="https://www.linkedin.com/developers/apps",
    ),
    "x": Service(
        Text.verbatim("X"),
        "https://x.com/i/oauth2/authorize",
        "https://api.x.com/2/oauth2/token",
        ("https://api.x.com",),
        scopes=("tweet.read", "tweet.write", "users.read", "offline.access"),
        client_auth="client_secret_basic",
        console="https://console.x.com/",
    ),
    "hubspot": Service(
        Text.verbatim("HubSpot"),
        "https://app.hubspot.com/oauth/authorize",
        "https://api.hubapi.com/oauth/2026-03/token",
        ("https://api.hubapi.com",),
        scopes=("oauth", "crm.objects.contacts.read"),
        pkce=False,
        console="https://developers.hubspot.com/",
    ),
    "salesforce": Service(
        Text.verbatim("Salesforce"),
        "https://{host}/services/oauth2/authorize",
        "https://{host}/services/oauth2/token",
        ("https://{host}",),
        scopes=("api", "refresh_token"),
        identity_url="https://{host}/services/oauth2/userinfo",
        places={"host": "login.salesforce.com"},
        console="https://login.salesforce.com/",
    ),
    "jira": Service(
        Text.verbatim("Jira"),
        "https://auth.atlassian.com/authorize",
        "https://auth.atlassian.com/oauth/token",
        ("https://api.atlassian.com",),
        scopes=("read:jira-work", "write:jira-work", "read:me", "offline_access"),
        pkce=False,
        extra={"audience": "api.atlassian.com", "prompt": "consent"},
        identity_url="https://api.atlassian.com/me",
        console="https://developer.atlassian.com/console/myapps/",
    ),
    "feishu": Service(
        Text("Feishu"),
        "https://accounts.feishu.cn/open-apis/authen/v1/authorize",
        "https://accounts.feishu.cn/oauth/v3/token",
        ("https://open.feishu.cn",),
        scopes=("offline_access", "docx:document"),
        console="https://open.feishu.cn/app",
    ),
    "dingtalk": Service(
        Text("DingTalk"),
        "https://login.dingtalk.com/oauth2/auth",
        "https://api.dingtalk.com/v1.0/oauth2/userAccessToken",
        ("https://api.dingtalk.com",),
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
        console="https://open-dev.dingtalk.com/",
    ),
    "zoom": Service(
        Text.verbatim("Zoom"),
        "https://zoom.us/oauth/authorize",
        "https://zoom.us/oauth/token",
        ("https://api.zoom.us",),
        client_auth="client_secret_basic",
        identity_url="https://api.zoom.us/v2/users/me",
        console="https://marketplace.zoom.us/",
    ),
    "asana": Service(
        Text.verbatim("Asana"),
        "https://app.asana.com/-/oauth_authorize",
        "https://app.asana.com/-/oauth_token",
        ("https://app.asana.com",),
        scopes=("default",),
        console="https://app.asana.com/0/my-apps",
    ),
}
