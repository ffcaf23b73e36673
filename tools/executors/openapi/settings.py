"""Settings of an API: description, address and secret. Pure."""

from itertools import chain
from typing import ClassVar, Self

from pydantic import ConfigDict

from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.executors.contract.executor import ToolModel
from tools.executors.contract.schema import form_field, groups
from tools.executors.http_request.fields import (
    credential_field,
    has_place,
    marked_address,
    marked_rows,
    skips_null_field,
    timeout_field,
)
from tools.executors.http_request.paging import PAGES_GROUP, PagedConfig, Paging, guessed
from tools.executors.http_request.settings import Address
from tools.executors.openapi.operation import Api, Operation
from tools.executors.signing.header_rows import HeaderRows, NameValueRow
from tools.secrets.places import PLACE, Marks


class OpenApiConfig(PagedConfig, ToolModel):
    model_config = ConfigDict(json_schema_extra=groups(PAGES_GROUP, ("more", Text("Advanced"), True)))
    earlier: ClassVar[JsonObject] = {"skipsNull": False}
    places_credential = True

    api: Api | None = form_field(
        "API",
        "An OpenAPI document (2.0, 3.0 or 3.1, JSON or YAML). Each selected operation becomes a function.",
        default=None,
        widget="openapi",
        destination=True,
    )
    url: Address = form_field(
        "Server URL",
        "By default, the one in the document.",
        default="",
        placeholder=Text.verbatim("https://api.example.com/v1"),
        destination=True,
    )
    credential: str = credential_field(
        Text(
            "One of your stored credentials or accounts, sent as the document describes, or in place of {place} in the "
            "server URL, headers and query parameters. Without one, the fields below are used.",
            place=PLACE,
        )
    )
    username: str = form_field(
        "User name",
        "Only for APIs that ask for a user name and a password.",
        default="",
        max_length=500,
        show_if={"credential": [""]},
    )
    secret: str = form_field(
        "Token, key or password",
        "Sent as the document describes, or as a bearer token if it does not say. Only if the service asks for one.",
        default="",
        widget="secret",
        show_if={"credential": [""]},
    )
    headers: HeaderRows = form_field(
        "More headers",
        "Sent with every request. The model sees neither names nor values.",
        default_factory=list,
        widget="key-values",
        group="more",
    )
    query: list[NameValueRow] = form_field(
        "Query parameters",
        "Added to every URL. The model sees neither names nor values.",
        default_factory=list,
        widget="key-values",
        group="more",
    )
    sends_idempotency_key: bool = form_field(
        "The service supports Idempotency-Key",
        "A call that changes something can then be retried safely after a failure.",
        default=False,
        group="more",
    )
    skips_null: bool = skips_null_field(group="more")
    timeout: int = timeout_field(group="more")

    @property
    def described(self) -> Api:
        """The API; an empty one before a document is chosen."""
        return self.api or Api()

    @property
    def base_url(self) -> str:
        return self.url or self.described.server

    @property
    def is_placed(self) -> bool:
        """True if the credential has a place of its own, so it is sent nowhere else."""
        rows = (row.value for row in chain(self.headers, self.query))
        return bool(self.credential) and has_place(self.url, rows)

    def marked(self, marks: Marks) -> Self:
        rows = {"headers": marked_rows(self.headers, marks), "query": marked_rows(self.query, marks)}
        return self.model_copy(update={"url": marked_address(self.url, marks), **rows})

    def pages_of(self, operation: Operation) -> Paging | None:
        """Return the pagination of an operation's list; None to fetch it once.

        OpenAPI does not mark lists: a GET with a path that ends in a parameter is treated as a single item.
        """
        is_list = operation.paging or (operation.method == "GET" and not operation.path.endswith("}"))
        if not self.follows_pages or not is_list:
            return None
        names = {one.argument for one in operation.parameters if one.place == "query"}
        return self.paging(operation.paging or guessed(names))


class OpenApiFunctionConfig(OpenApiConfig):
    """The settings, narrowed to one operation; never stored."""

    operation: Operation
