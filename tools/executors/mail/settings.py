"""Settings and parameters of a mailbox. Pure."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, field_validator

from tools.core.field_errors import in_form, refused_value
from tools.core.text import Text
from tools.executors.contract.executor import ToolModel, ToolParameters
from tools.executors.contract.schema import form_field
from tools.executors.http_request.fields import credential_field
from tools.executors.shared.address_field import host_name

MAX_MESSAGES = 200


class MailConfig(ToolModel):
    host: Annotated[str, AfterValidator(host_name)] = form_field(
        "Host", "Such as imap.example.com.", default="", max_length=255, destination=True
    )
    security: Literal["tls", "starttls", "none"] = form_field(
        "Encryption",
        default="tls",
        enum_labels={"tls": Text("TLS"), "starttls": Text("STARTTLS"), "none": Text("None")},
        destination=True,
    )
    port: int = form_field(
        "Port", "0 for the usual port: 993 with TLS, otherwise 143.", default=0, ge=0, le=65_535, destination=True
    )
    username: str = form_field("User name", default="", max_length=255)
    credential: str = credential_field(
        Text("A connected account for Gmail or Outlook, or a stored password. Without one, the password below is used.")
    )
    password: str = form_field(
        "Password",
        "Many services want an app password or an authorization code instead.",
        default="",
        widget="secret",
        show_if={"credential": [""]},
    )
    folder: str = form_field("Folder", default="INBOX", max_length=200)
    max_messages: int = form_field("Max messages per call", "Up to 200.", default=50, ge=1, le=MAX_MESSAGES)

    keep_attachments: bool = form_field(
        "Store attachments", "Each message then includes its attachments as files.", default=False
    )

    @property
    def used_port(self) -> int:
        return self.port or (993 if self.security == "tls" else 143)

    @field_validator("folder")
    @classmethod
    def _is_folder(cls, folder: str) -> str:
        if not folder.isprintable():
            raise refused_value("folder", Text("Enter the folder's name in one line."))
        return folder


MessageId = Annotated[
    str,
    Field(pattern=r"^([0-9]{1,10}-[0-9]{1,10})?$", examples=["1764000000-42"]),
    in_form(Text("Enter the ID of a message as this tool returns it.")),
]


class MailParameters(ToolParameters):
    since: MessageId = form_field(
        "Later than", "The ID of a message. Without it, the newest messages are read.", default=""
    )
    message: MessageId = form_field(
        "Message", "The ID of one message. Its attachments are stored as files.", default=""
    )
