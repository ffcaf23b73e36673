"""cURL commands that people paste."""

from typing import Annotated

from pydantic import Field, StringConstraints

from tools.api.contract.endpoints import endpoint
from tools.api.contract.fields import JsonObject
from tools.api.contract.shapes import Shape
from tools.core.errors import ToolArgumentsError
from tools.executors.http_request.curl import MAX_COMMAND, read_curl
from tools.forms.local_text import local_text
from tools.services.validation import invalid_field


class CurlCommand(Shape):
    command: Annotated[str, StringConstraints(strip_whitespace=False), Field(min_length=1, max_length=MAX_COMMAND)]


class CurlReport(Shape):
    """Settings that a command has, with its secret apart."""

    config: JsonObject
    """Settings of an HTTP request node."""
    secret: JsonObject
    """Values for a credential of kind http; empty where the command is not signed."""
    notes: list[str]
    """Parts that could not be used."""


@endpoint("POST", "tools/curl/")
def curl_read(body: CurlCommand) -> CurlReport:
    """Return the command as settings."""
    try:
        found = read_curl(body.command)
    except ToolArgumentsError as error:
        raise invalid_field("/command", "not_curl", local_text(error.text)) from error
    return CurlReport(config=found.settings(), secret=found.secret, notes=[local_text(note) for note in found.notes])
