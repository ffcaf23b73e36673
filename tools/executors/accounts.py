"""Services that people connect accounts of: one row each, and "any service" with addresses that people enter. Pure."""

from collections.abc import Mapping

from tools.core.text import Text
from tools.executors.dingtalk import account as dingtalk
from tools.executors.douyin import account as douyin
from tools.executors.feishu import account as feishu
from tools.executors.github import account as github
from tools.executors.slack import account as slack
from tools.executors.wecom import account as wecom
from tools.outbound.oauth.service import Permission, Service

CUSTOM = "custom"
"""The id of "any service"."""

MCP = "mcp"
"""The id of MCP servers, which say themselves where consent is given (`tools.outbound.oauth.discovery`)."""

_GOOGLE = "https://www.googleapis.com/auth/"
_DRIVE_OF_OWN = (f"{_GOOGLE}drive.readonly", f"{_GOOGLE}spreadsheets", f"{_GOOGLE}spreadsheets.readonly")
"""Also covers files that the app created."""
_MAILBOX = (f"{_GOOGLE}gmail.readonly", f"{_GOOGLE}gmail.send")

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
        scopes=("openid", "email"),
        permissions=(
            Permission("sheets", Text("Read and change spreadsheets"), (f"{_GOOGLE}spreadsheets",)),
            Permission("drive_read", Text("Find and read files in Drive"), (f"{_GOOGLE}drive.readonly",)),
            Permission("drive_add", Text("Add files to Drive"), (f"{_GOOGLE}drive.file",)),
            Permission("mail_read", Text("Find and read mail"), (f"{_GOOGLE}gmail.readonly",)),
            Permission("mail_send", Text("Send mail"), (f"{_GOOGLE}gmail.send",)),
            Permission("mail_change", Text("Label mail and mark it as read"), (f"{_GOOGLE}gmail.modify",)),
            Permission("mailbox", Text("Open the mailbox over IMAP"), ("https://mail.google.com/",)),
            Permission("calendar", Text("See and create events in calendars"), (f"{_GOOGLE}calendar.events",)),
        ),
        other_scopes={
            "profile": (),
            f"{_GOOGLE}userinfo.email": (),
            f"{_GOOGLE}userinfo.profile": (),
            f"{_GOOGLE}spreadsheets": (f"{_GOOGLE}spreadsheets.readonly",),
            f"{_GOOGLE}spreadsheets.readonly": (),
            f"{_GOOGLE}drive.readonly": (f"{_GOOGLE}spreadsheets.readonly",),
            f"{_GOOGLE}drive.file": _DRIVE_OF_OWN,
            f"{_GOOGLE}drive": (*_DRIVE_OF_OWN, f"{_GOOGLE}drive.file"),
            f"{_GOOGLE}gmail.modify": _MAILBOX,
            "https://mail.google.com/": (*_MAILBOX, f"{_GOOGLE}gmail.modify"),
            f"{_GOOGLE}calendar": (f"{_GOOGLE}calendar.events",),
        },
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
        scopes=("offline_access", "User.Read"),
        permissions=(
            Permission("mail_read", Text("Find and read mail"), ("Mail.Read",)),
            Permission("mail_send", Text("Send mail"), ("Mail.Send",)),
            Permission("files_read", Text("Find and read files in OneDrive"), ("Files.Read",)),
            Permission("files_change", Text("Add and change files in OneDrive"), ("Files.ReadWrite",)),
        ),
        other_scopes={
            "openid": (),
            "profile": (),
            "email": (),
            "Mail.ReadWrite": ("Mail.Read",),
            "Files.ReadWrite": ("Files.Read",),
            "Files.Read.All": ("Files.Read",),
            "Files.ReadWrite.All": ("Files.Read", "Files.ReadWrite"),
        },
        scope_prefix="https://graph.microsoft.com/",
        identity_url="https://graph.microsoft.com/v1.0/me",
        identity_names=("mail", "userPrincipalName", "displayName"),
        places={"tenant": "common"},
        console="https://entra.microsoft.com/",
    ),
    "github": github.ACCOUNT,
    "gitlab": Service(
        Text.verbatim("GitLab"),
        "https://{host}/oauth/authorize",
        "https://{host}/oauth/token",
        ("https://{host}",),
        device_url="https://{host}/oauth/authorize_device",
        scopes=("read_user",),
        permissions=(Permission("api", Text("Read and change projects and their issues"), ("api",)),),
        other_scopes={"read_api": ("api",)},
        identity_url="https://{host}/api/v4/user",
        places={"host": "gitlab.com"},
        console="https://gitlab.com/-/user_settings/applications",
    ),
    "slack": slack.ACCOUNT,
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
        permissions=(
            Permission("read", Text("Read records"), ("data.records:read",)),
            Permission("write", Text("Add and change records"), ("data.records:write",)),
            Permission("schema", Text("See tables and their fields"), ("schema.bases:read",)),
        ),
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
        scopes=("openid", "profile"),
        permissions=(Permission("write", Text("Publish posts"), ("w_member_social",)),),
        pkce=False,
        identity_url="https://api.linkedin.com/v2/userinfo",
        console="https://www.linkedin.com/developers/apps",
    ),
    "x": Service(
        Text.verbatim("X"),
        "https://x.com/i/oauth2/authorize",
        "https://api.x.com/2/oauth2/token",
        ("https://api.x.com",),
        scopes=("users.read", "tweet.read", "offline.access"),
        permissions=(Permission("write", Text("Publish posts"), ("tweet.write",)),),
        client_auth="client_secret_basic",
        console="https://console.x.com/",
    ),
    "hubspot": Service(
        Text.verbatim("HubSpot"),
        "https://app.hubspot.com/oauth/authorize",
        "https://api.hubapi.com/oauth/2026-03/token",
        ("https://api.hubapi.com",),
        scopes=("oauth",),
        permissions=(Permission("contacts", Text("Read contacts"), ("crm.objects.contacts.read",)),),
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
        scopes=("read:me", "offline_access"),
        permissions=(
            Permission("read", Text("Find and read issues"), ("read:jira-work",)),
            Permission("write", Text("Create issues and comment on them"), ("write:jira-work",)),
        ),
        pkce=False,
        extra={"audience": "api.atlassian.com", "prompt": "consent"},
        identity_url="https://api.atlassian.com/me",
        console="https://developer.atlassian.com/console/myapps/",
    ),
    "feishu": feishu.ACCOUNT,
    "dingtalk": dingtalk.ACCOUNT,
    "douyin": douyin.ACCOUNT,
    "wecom": wecom.ACCOUNT,
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
