"""Settings and parameters of an HTTP request. Pure."""

from typing import Annotated, Any, ClassVar, Literal, get_args

from pydantic import AfterValidator, ConfigDict, field_validator

from tools.core.definitions import JsonObject
from tools.core.errors import OutboundBlockedError
from tools.core.field_errors import refused_value
from tools.core.text import Text
from tools.executors.contract.executor import ToolModel, ToolParameters
from tools.executors.contract.schema import arranged, form_field, groups
from tools.executors.http_request.bodies import BodyType, without_null
from tools.executors.http_request.fields import (
    SIGNED,
    HttpRequestFields,
    body_type_field,
    credential_field,
    skips_null_field,
    url_field,
)
from tools.executors.http_request.paging import PAGES_GROUP
from tools.executors.signing.header_rows import HeaderRows, NameValueRow, refuse_reserved
from tools.outbound.addresses import AddressGuard

Method = Literal["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"]

READS: frozenset[Method] = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""
BODY_METHODS: list[Method] = ["POST", "PUT", "PATCH"]
MAY_HAVE_BODY: list[Method] = [*BODY_METHODS, "DELETE", "GET"]
"""Those for which a person may give one."""


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


Address = Annotated[str, AfterValidator(well_formed_address)]


_MAIN = ("method", "url", "headers", "query", "body", "bodyType", "authType", "credential", "authName", "authPlace")
_RARE = ("responseType", "timeout", "sendsIdempotencyKey", "skipsNull", "keepsCookies")


class HttpRequestConfig(HttpRequestFields, ToolModel):
    """Fixed values; the model supplies the empty ones."""

    model_config = ConfigDict(
        json_schema_extra=arranged(
            groups(PAGES_GROUP, ("more", Text("More options"), True)), {"": _MAIN, "more": _RARE}
        )
    )
    earlier: ClassVar[JsonObject] = {"skipsNull": False, "pagesByPost": False, "namesOnce": False}

    method: Method | None = form_field("Method", "The model chooses the method if you do not.", default="GET")
    url: Address = url_field(
        Text("http or https. The model fills in the URL if you do not."),
        destination=True,
    )
    headers: HeaderRows = form_field(
        "Headers",
        "The model sees neither names nor values. Without any, it can send headers of its own.",
        default_factory=list,
        widget="key-values",
    )
    query: list[NameValueRow] = form_field(
        "Query parameters",
        "Added to every URL. The model sees neither names nor values.",
        default_factory=list,
        widget="key-values",
    )
    body: str = form_field(
        "Body",
        "The model fills in the body if you do not.",
        default="",
        widget="template",
        show_if={"method": MAY_HAVE_BODY},
    )
    body_type: BodyType = body_type_field(*get_args(BodyType), default="json", show_if={"method": MAY_HAVE_BODY})
    credential: str = credential_field(
        Text("One of your stored credentials or accounts. The model does not see it."), show_if={"authType": SIGNED}
    )
    pages_by_post: bool = form_field("Also with POST", default=True, widget="hidden")
    placed_arguments: str = form_field("Arguments with placeholders", default="", widget="hidden")
    """`digest_of` a node's address and body, which hold placeholders."""
    names_once: bool = form_field("Refuse repeated names in JSON", default=True, widget="hidden")
    skips_null: bool = skips_null_field()
    keeps_cookies: bool = form_field(
        "Keep cookies", "Calls in the same session share cookies, as in a browser.", default=False
    )


class HttpRequestParameters(ToolParameters):
    url: Annotated[str, form_field("URL", "Full http or https URL, without user name or password.", min_length=1)]
    method: Method = form_field("Method", default="GET")
    query_params: dict[str, str | int | float | bool] = form_field(
        "Query parameters", "Added to the URL.", default_factory=dict, widget="json"
    )
    headers: dict[str, str] = form_field("Headers", "Values by name.", default_factory=dict, widget="json")
    body: dict[str, Any] | list[Any] | str | None = form_field(
        "Body", "An object, a list or text. Only for POST, PUT and PATCH.", default=None
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
