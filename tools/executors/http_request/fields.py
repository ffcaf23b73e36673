"""Fields that every form of an HTTP request has: of the tool and of the workflow's node. Pure."""

import json
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, Literal, TypeVar

from tools.core.field_errors import FieldError
from tools.core.text import Text
from tools.executors.contract.executor import lacking
from tools.executors.contract.schema import form_field
from tools.executors.http_request.bodies import ResponseType
from tools.executors.http_request.paging import PagedConfig
from tools.executors.signing.header_rows import NameValueRow
from tools.executors.signing.security import Security
from tools.secrets.places import PLACE, Marks

AuthType = Literal["none", "basic", "bearer", "apikey", "path", "credential"]
AuthPlace = Literal["header", "query"]
_NO_PLACE = Text("Write {place} where the secret belongs: in the URL, in a header or in the body.", place=PLACE)
PLACE_FILLED_IN = Text(
    "A variable brings {place} into the request, where it would be replaced by the secret. Nothing was sent.", place=""
)
_NOT_READ = Text("Pages are only followed in JSON. Choose that response type, or switch off “Fetch all pages”.")
_NO_LIST = Text("Only GET and POST fetch lists in pages. Choose one of them, or switch off “Fetch all pages”.")
Row = TypeVar("Row", bound=NameValueRow)
SIGNED: Sequence[AuthType] = ("basic", "bearer", "apikey", "path", "credential")


def url_field(help: Text, widget: str = "template-line", **x: Any) -> Any:
    """Return the field with the address; `x` are further x-keys of the form, as for `ui`."""
    return form_field(
        Text("URL"),
        help,
        default="",
        widget=widget,
        autofocus=True,
        placeholder=Text.verbatim("https://api.example.com/items"),
        **x,
    )


def body_type_field(*kinds: str, default: str, **x: Any) -> Any:
    """Return the field that says what the body is; one of `kinds`, in their order."""
    labels = {
        "none": Text("None"),
        "json": Text.verbatim("JSON"),
        "form": Text("Form"),
        "raw": Text("Text"),
        "multipart": Text("Form with files"),
        "file": Text("File"),
    }
    shown = {kind: labels[kind] for kind in kinds}
    return form_field("Body type", default=default, **x, enum_labels=shown)


def unpaged(follows_pages: bool, method: str | None, response_type: str) -> Sequence[FieldError]:
    """Return why a request cannot be one of many for the pages of a list; a method of None is not known yet."""
    if not follows_pages:
        return []
    if response_type not in ("auto", "json"):
        return [lacking("followsPages", _NOT_READ)]
    return [] if method in (None, "GET", "POST") else [lacking("followsPages", _NO_LIST)]


def skips_null_field(**x: Any) -> Any:
    """Return the field that says what becomes of null where there are only texts."""
    return form_field(
        "Leave out null",
        "In the URL, forms and headers, nothing is sent for a value that is null. When off, it is sent as text.",
        default=True,
        **x,
    )


def timeout_field(**x: Any) -> Any:
    """Return the field with the time limit, in milliseconds."""
    return form_field("Time limit", "1 to 600 s.", default=30_000, ge=1_000, le=600_000, unit="ms", **x)


def credential_field(help: Text, **x: Any) -> Any:
    return form_field(Text("Credential"), help, default="", max_length=64, widget="credential", **x)


class HttpRequestFields(PagedConfig):
    """Fields that the tool and the workflow's node have alike."""

    auth_type: AuthType = form_field(
        "Authentication",
        default="none",
        enum_labels={
            "none": Text("None"),
            "basic": Text("User name and password"),
            "bearer": Text("Bearer token"),
            "apikey": Text("API key"),
            "path": Text("In place of {place} in the URL, headers or body", place=PLACE),
            "credential": Text("As the credential says"),
        },
    )
    auth_name: str = form_field("Key name", default="X-API-Key", max_length=200, show_if={"authType": ["apikey"]})
    auth_place: AuthPlace = form_field(
        "Sent as",
        default="header",
        show_if={"authType": ["apikey"]},
        enum_labels={"header": Text("Header"), "query": Text("Query parameter")},
    )
    response_type: ResponseType = form_field(
        "Response type",
        default="auto",
        enum_labels={
            "auto": Text("Automatic"),
            "json": Text.verbatim("JSON"),
            "text": Text("Text"),
            "lines": Text("Lines"),
            "file": Text("File"),
            "blob": Text("File (base64)"),
        },
    )
    follows_pages: bool = form_field(
        "Fetch all pages",
        "Lists in several pages are fetched whole and combined.",
        default=False,
        group="pages",
        show_if={"method": ["GET", "POST"], "responseType": ["auto", "json"]},
    )
    timeout: int = timeout_field()
    sends_idempotency_key: bool = form_field(
        "The service supports Idempotency-Key",
        "A call that changes something can then be retried safely after a failure.",
        default=False,
        show_if={"method": ["POST", "PUT", "DELETE", "PATCH"]},
    )


def security_of(auth_type: AuthType, name: str, place: AuthPlace, marks: Marks | None = None) -> Security:
    """Return where the secret of a plain credential or an account token is sent; `marks` as in `marked_address`."""
    match auth_type:
        case "none" | "basic":
            return Security(kind=auth_type)
        case "path":
            return Security(kind="places", name=marks.key) if marks else Security()
        case "bearer" | "credential":
            return Security(kind="bearer")
        case "apikey":
            return Security(kind=place, name=name.strip())


def marked_address(url: str, marks: Marks) -> str:
    """Return an address with marks for the placeholders in its path and query; its host carries no secret."""
    host, rest = _split(url)
    return host + str(marks.put(rest))


def marked_rows(rows: Iterable[Row], marks: Marks) -> list[Row]:
    """Return headers or parameters with marks for the placeholders in their values."""
    return [row.model_copy(update={"value": marks.put(row.value)}) for row in rows]


def has_place(url: str, others: Iterable[str]) -> bool:
    """Return whether the secret has a place in an address, behind its host, or in the texts of the other parts."""
    return any(PLACE in text for text in (_split(url)[1], *others))


def digest_of(url: str, body: Any) -> str:
    """Return what tells the address and body that an author wrote from changed ones."""
    return sha256(json.dumps([url, body], sort_keys=True, default=str).encode()).hexdigest()


def missing_place(auth_type: AuthType, url: str, others: Iterable[str]) -> Sequence[FieldError]:
    """Return what is missing if neither the address nor the texts of the other parts have a place for the secret."""
    return [lacking("url", _NO_PLACE)] if auth_type == "path" and not has_place(url, others) else []


def _split(url: str) -> tuple[str, str]:
    scheme, separator, rest = url.partition("://")
    end = next((at for at, sign in enumerate(rest) if sign in "/?#"), len(rest))
    return f"{scheme}{separator}{rest[:end]}", rest[end:]
