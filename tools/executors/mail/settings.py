"""Settings and parameters of a mailbox. Pure."""

import re
from typing import Annotated, Literal

from pydantic import Field, field_validator

from tools.core.field_errors import in_form, refused_value
from tools.core.text import Text
from tools.executors.contract.executor import ToolModel, ToolParameters
from tools.executors.contract.schema import ui
from tools.executors.http_request.fields import credential_field

MAX_MESSAGES = 200
_HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9])?\.?|\[?[0-9A-Fa-f:]+\]?")
_HOST_FORM = Text("Enter a host name or an IP address, without scheme and port.")


class MailConfig(ToolModel):
    """Mailbox and account."""

    host: str = Field(
        default="",
        max_length=255,
        json_schema_extra=ui("Host", "Such as imap.example.com.", destination=True),
    )
    security: Literal["tls", "starttls", "none"] = Field(
        default="tls",
        json_schema_extra=ui(
            "Encryption",
            enum_labels={"tls": Text("TLS"), "starttls": Text("STARTTLS"), "none": Text("None")},
            destination=True,
        ),
    )
    port: int = Field(
        default=0, ge=0, le=65_535, json_schema_extra=ui("Port", "0: 993 with TLS, else 143.", destination=True)
    )
    username: str = Field(default="", max_length=255, json_schema_extra=ui("User name"))
    credential: str = credential_field(
        Text("A connected account, for Gmail and Outlook, or a stored password. Empty: the password below.")
    )
    password: str = Field(
        default="",
        json_schema_extra=ui(
            "Password",
            "Many services want an app password or an authorization code instead.",
            widget="secret",
            show_if={"credential": [""]},
        ),
    )
    folder: str = Field(default="INBOX", max_length=200, json_schema_extra=ui("Folder"))
    max_messages: int = Field(
        default=50, ge=1, le=MAX_MESSAGES, json_schema_extra=ui("Max messages per call", "Up to 200.")
    )

    keep_attachments: bool = Field(
        default=False,
        json_schema_extra=ui("Store attachments", "Each message then has its attachments as files."),
    )

    @property
    def used_port(self) -> int:
        return self.port or (993 if self.security == "tls" else 143)

    @field_validator("host")
    @classmethod
    def _is_host(cls, host: str) -> str:
        host = host.strip()
        if host and not _HOST.fullmatch(host):
            raise refused_value("host", _HOST_FORM)
        return host

    @field_validator("folder")
    @classmethod
    def _is_folder(cls, folder: str) -> str:
        if not folder.isprintable():
            raise refused_value("folder", Text("Enter the folder's name in one line."))
        return folder


MessageId = Annotated[
    str,
    Field(pattern=r"^([0-9]{1,10}-[0-9]{1,10})?$", examples=["1764000000-42"]),
    in_form(Text("Enter the id of a message as this tool returns it.")),
]


class MailParameters(ToolParameters):
    since: MessageId = Field(
        default="",
        json_schema_extra=ui("Later than", "The id of a message. Empty: the newest messages."),
    )
    message: MessageId = Field(
        default="",
        json_schema_extra=ui("Message", "The id of one message, whose attachments are stored as files."),
    )
