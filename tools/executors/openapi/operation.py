"""Our own form of API operations, whatever the source; presets are written in it by hand. Pure."""

from typing import Literal

from pydantic import Field

from tools.core.definitions import JsonObject
from tools.executors.contract.executor import ToolModel
from tools.executors.http_request.paging import Paging
from tools.executors.openapi.file_rules import FileRule
from tools.executors.signing.security import Security

MAX_OPERATIONS = 128
"""Operations of one tool: more makes models worse, and some model APIs refuse it."""

Place = Literal["path", "query", "header", "cookie", "field", "body"]
"""Location of an argument: `field` is one property of the body, `body` the whole body."""
Style = Literal["simple", "label", "matrix", "form", "spaceDelimited", "pipeDelimited", "deepObject", "json"]
"""Serialisation of lists and objects, as OpenAPI 3 names it; `json` is one JSON text (`content` in OpenAPI)."""


class Parameter(ToolModel):
    """One argument of an operation, and where it goes."""

    argument: str = Field(default="", max_length=200)
    """Its name among the function's arguments; differs from `name` where two places have the same name."""
    name: str = Field(default="", max_length=200)
    """Its name at the service."""
    place: Place = "query"
    style: Style = "form"
    explode: bool = True
    allow_reserved: bool = False
    """The signs `:/?#[]@!$&'()*+,;=` go as they are."""
    is_file: bool = False
    """Accepts files only."""
    files: list[FileRule] = Field(default_factory=list, max_length=20)
    """Accepted file types; None for any."""


class Operation(ToolModel):
    """One operation: it becomes one function of the tool."""

    id: str = Field(default="", max_length=64)
    """The function's name, unique in its tool: letters, digits, `_` and `-`."""
    method: str = Field(default="GET", pattern="^[A-Z]{3,10}$")
    path: str = Field(default="", max_length=2_000)
    """Relative to the server's address; `{name}` is a path parameter. May include a fixed query."""
    title: str = Field(default="", max_length=200)
    description: str = Field(default="", max_length=1_000)
    parameters: list[Parameter] = Field(default_factory=list, max_length=200)
    media_type: str = Field(default="", max_length=200)
    """Media type of the body; empty if there is none."""
    arguments: JsonObject = Field(default_factory=dict)
    """JSON Schema (2020-12) of the arguments: an object, one property for each parameter."""
    body: JsonObject = Field(default_factory=dict)
    """The body as a template (`tools.executors.openapi.request`); empty: the fields as they are."""
    is_signed: bool = True
    reads: bool = False
    """It changes nothing, although its method may."""
    paging: Paging | None = None
    gives_file: bool = False
    """Stores every answer as a file."""
    mail_at: str = Field(default="", max_length=40)
    """Path of a raw message (base64url) in the answer; it is parsed, its attachments become files."""
    file_at: str = Field(default="", max_length=100)
    """Path of a file address in the answer; the file is fetched and stored."""
    answer: dict[str, str] = Field(default_factory=dict, max_length=20)
    """Paths of the returned parts by name; the whole answer if none exists."""
    scopes: list[str] = Field(default_factory=list, max_length=20)
    """Required account scopes."""


class Api(ToolModel):
    title: str = Field(default="", max_length=200)
    server: str = Field(default="", max_length=2_000)
    security: Security = Field(default_factory=Security)
    headers: dict[str, str] = Field(default_factory=dict)
    """Sent with every request, such as the version of the API."""
    success: dict[str, bool | int] = Field(default_factory=dict)
    """Values by path that mark a success, for services that report failures with status 200."""
    answers_json: bool = False
    """Anything but JSON comes from somewhere else, such as a page of a proxy."""
    operations: list[Operation] = Field(default_factory=list, max_length=MAX_OPERATIONS)
