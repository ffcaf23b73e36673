"""Settings and parameters of an HTTP request. Pure."""

import re
from collections.abc import Iterable
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, ConfigDict, Field, field_validator

from tools.core.definitions import JsonObject
from tools.core.errors import OutboundBlockedError
from tools.core.field_errors import refused_value
from tools.core.text import Text
from tools.executors.contract.executor import ToolModel, ToolParameters
from tools.executors.contract.schema import groups, ui
from tools.executors.http_request.bodies import BodyType, ResponseType, without_null
from tools.executors.http_request.fields import (
    SIGNED,
    AuthPlace,
    AuthType,
    auth_name_field,
    auth_place_field,
    auth_type_field,
    credential_field,
    idempotency_field,
    paged_by_method_field,
    response_type_field,
    skips_null_field,
    timeout_field,
    url_field,
)
from tools.executors.http_request.paging import PAGES_GROUP, PagedConfig
from tools.outbound.addresses import AddressGuard

Method = Literal["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"]

READS: frozenset[Method] = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""
BODY_METHODS: list[Method] = ["POST", "PUT", "PATCH"]
MAY_HAVE_BODY: list[Method] = [*BODY_METHODS, "DELETE", "GET"]
"""Those for which a person may give one."""
_RESERVED_HEADERS = frozenset({"host", "content-length", "transfer-encoding", "connection", "upgrade", "te", "trailer"})
# Source: RFC 9110, 5.1 and 5.5.
_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]*")
_LINE_END = re.compile(r"[\r\n\0]")
_NAME_FORM = Text("A header name can only contain letters, digits and hyphens.")
_VALUE_FORM = Text("A header value must be a single line of text.")


def well_formed_address(url: str) -> str:
    """Return the address without spaces around it, if it is one; where it leads is judged at each call."""
    url = url.strip()
    if url and not is_template(url):
        try:
            AddressGuard(["0.0.0.0/0", "::/0", "localhost"]).check_url(url)
        except OutboundBlockedError as error:
            raise refused_value("address", error.text) from error
    return url


def is_template(text: str) -> bool:
    return "{{" in text or "{%" in text


def refuse_reserved(names: Iterable[str]) -> None:
    for name in names:
        if name.strip().lower() in _RESERVED_HEADERS:
            text = Text("Remove the header {name}: the client sets it.", name=name)
            raise refused_value("reserved_header", text)


class NameValueRow(ToolModel):
    """One parameter of a query."""

    key: str = Field(default="", json_schema_extra=ui("Name"))
    value: str = Field(default="", json_schema_extra=ui("Value"))


class HeaderRow(NameValueRow):
    @field_validator("key")
    @classmethod
    def _legal_name(cls, key: str) -> str:
        if not _HEADER_NAME.fullmatch(key.strip()):
            raise refused_value("header_name", _NAME_FORM)
        return key

    @field_validator("value")
    @classmethod
    def _one_line(cls, value: str) -> str:
        if _LINE_END.search(value):
            raise refused_value("header_value", _VALUE_FORM)
        return value


def _sendable(rows: list[HeaderRow]) -> list[HeaderRow]:
    refuse_reserved(row.key for row in rows)
    return rows


Address = Annotated[str, AfterValidator(well_formed_address)]
HeaderRows = Annotated[list[HeaderRow], AfterValidator(_sendable)]
"""Headers that the client does not set itself."""


class HttpRequestConfig(PagedConfig, ToolModel):
    """Fixed values; the model supplies the empty ones."""

    model_config = ConfigDict(json_schema_extra=groups(PAGES_GROUP))
    earlier: ClassVar[JsonObject] = {"skipsNull": False, "pagesByPost": False}

    method: Method | None = Field(
        default="GET",
        json_schema_extra=ui("Method", "Empty: the model chooses the method."),
    )
    url: Address = url_field(
        Text("http or https. Empty: the model fills in the URL."),
        destination=True,
    )
    headers: HeaderRows = Field(
        default_factory=list,
        json_schema_extra=ui(
            "Headers",
            "The model sees neither names nor values. None: the model can send its own headers.",
            widget="key-values",
        ),
    )
    query: list[NameValueRow] = Field(
        default_factory=list,
        json_schema_extra=ui(
            "Query parameters",
            "Added to every URL. The model sees neither names nor values.",
            widget="key-values",
        ),
    )
    body: str = Field(
        default="",
        json_schema_extra=ui(
            "Body",
            "Empty: the model fills in the body.",
            widget="template",
            show_if={"method": MAY_HAVE_BODY},
        ),
    )
    body_type: BodyType = Field(
        default="json",
        json_schema_extra=ui(
            "Body type",
            show_if={"method": MAY_HAVE_BODY},
            enum_labels={
                "json": Text.verbatim("JSON"),
                "form": Text("Form"),
                "raw": Text("Text"),
                "multipart": Text("Form with files"),
                "file": Text("File"),
            },
        ),
    )
    auth_type: AuthType = auth_type_field()
    credential: str = credential_field(
        Text("One of your stored credentials or accounts. The model does not see it."), show_if={"authType": SIGNED}
    )
    auth_name: str = auth_name_field()
    auth_place: AuthPlace = auth_place_field()
    response_type: ResponseType = response_type_field()
    follows_pages: bool = paged_by_method_field()
    pages_by_post: bool = Field(default=True, json_schema_extra=ui("Also with POST", widget="hidden"))
    timeout: int = timeout_field()
    sends_idempotency_key: bool = idempotency_field()
    skips_null: bool = skips_null_field()
    keeps_cookies: bool = Field(
        default=False,
        json_schema_extra=ui(
            "Keep cookies",
            "Calls in the same session share cookies, as in a browser.",
        ),
    )


class HttpRequestParameters(ToolParameters):
    url: str = Field(
        min_length=1,
        json_schema_extra=ui(
            "URL",
            "Full http or https URL, without user name or password.",
        ),
    )
    method: Method = Field(default="GET", json_schema_extra=ui("Method"))
    query_params: dict[str, str | int | float | bool] = Field(
        default_factory=dict,
        json_schema_extra=ui("Query parameters", "Added to the URL.", widget="json"),
    )
    headers: dict[str, str] = Field(
        default_factory=dict, json_schema_extra=ui("Headers", "Values by name.", widget="json")
    )
    body: dict[str, Any] | list[Any] | str | None = Field(
        default=None,
        json_schema_extra=ui("Body", "An object, a list or text. Only for POST, PUT and PATCH."),
    )

    @field_validator("query_params", "headers", mode="before")
    @classmethod
    def _given(cls, values: Any) -> Any:
        return without_null(values) if isinstance(values, dict) else values

    @field_validator("headers")
    @classmethod
    def _sendable_headers(cls, headers: dict[str, str]) -> dict[str, str]:
        refuse_reserved(headers)
        return headers
