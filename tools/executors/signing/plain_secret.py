"""A password, token or key, sent as its user specifies. Pure."""

from typing import Annotated

from pydantic import Field

from tools.core.field_errors import in_form
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from tools.executors.signing.kind import CredentialValues


class PlainSecret(CredentialValues):
    """The secret, and the user name that goes with a password."""

    username: str = form_field("User name", "Only for services that ask for one.", default="", max_length=500)
    secret: Annotated[str, Field(pattern=r"\S"), in_form(Text("Enter the password, token or key."))] = form_field(
        "Password, token or key", default="", max_length=10_000, widget="secret"
    )
