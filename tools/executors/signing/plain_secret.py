"""A password, token or key; what uses it says where it stands. Pure."""

from pydantic import Field

from tools.executors.contract.schema import ui
from tools.executors.signing.kind import CredentialValues


class PlainSecret(CredentialValues):
    """The secret, and the user name that goes with a password."""

    username: str = Field(
        default="", max_length=500, json_schema_extra=ui("User name", "Only for services that ask for one.")
    )
    secret: str = Field(
        default="", min_length=1, max_length=10_000, json_schema_extra=ui("Password, token or key", widget="secret")
    )
