"""HMAC signatures (RFC 2104) by recipe: what is signed, how it is written, and which headers carry it. Pure."""

import hmac
import re
import secrets
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal
from urllib.parse import urlsplit

from tools.core.errors import ToolConfigurationError
from tools.core.text import Text
from tools.executors.contract.schema import form_field
from tools.executors.signing.header_rows import HeaderRows
from tools.executors.signing.kind import CredentialKind, CredentialValues
from tools.executors.signing.security import with_headers
from tools.outbound.client import OutboundRequest, StreamedBody

RecipeName = Literal["body", "time_body", "standard", "request", "custom"]
Algorithm = Literal["sha1", "sha256", "sha384", "sha512", "md5"]
Encoding = Literal["hex", "base64", "base64url"]
KeyEncoding = Literal["text", "base64", "hex"]
TimeForm = Literal["s", "ms", "iso"]
_PLACE = re.compile(r"\{(body|method|path|timestamp|nonce|key_id|signature|newline)\}")
_PREFIX = "whsec_"
_BAD_KEY = Text("The secret of the credential is not {encoding}.")
_CUSTOM = {"recipe": ["custom"]}
_PLACES = "{method}, {path}, {body}, {timestamp}, {nonce}, {key_id}, {newline}"
_SIGNED_HELP = Text("Placeholders: {places}. The path includes the query.", places=_PLACES)
_HEADERS_HELP = Text("The placeholders of the signed text, and {place}, are filled in.", place="{signature}")


@dataclass(frozen=True, slots=True)
class Recipe:
    """One way of signing with a shared secret."""

    signed: str
    headers: Mapping[str, str] = field(default_factory=dict)
    """Header values by name; `{signature}` is replaced by the signature."""
    algorithm: Algorithm = "sha256"
    encoding: Encoding = "hex"
    key_encoding: KeyEncoding = "text"
    time: TimeForm = "s"


RECIPES: Mapping[RecipeName, Recipe] = {
    "body": Recipe("{body}", {"X-Hub-Signature-256": "sha256={signature}"}),
    "time_body": Recipe("{timestamp}.{body}", {"X-Signature": "t={timestamp},v1={signature}"}),
    "standard": Recipe(
        "{nonce}.{timestamp}.{body}",
        {"webhook-id": "{nonce}", "webhook-timestamp": "{timestamp}", "webhook-signature": "v1,{signature}"},
        encoding="base64",
        key_encoding="base64",
    ),
    "request": Recipe(
        "{timestamp}{method}{path}{body}",
        {"X-Key": "{key_id}", "X-Timestamp": "{timestamp}", "X-Signature": "{signature}"},
        time="ms",
    ),
}


class HmacValues(CredentialValues):
    recipe: RecipeName = form_field(
        "Recipe",
        "What is signed and how it is sent. Look it up in the service's documentation.",
        default="body",
        enum_labels={
            "body": Text("Body (as GitHub's webhooks)"),
            "time_body": Text("Time and body (as Stripe's webhooks)"),
            "standard": Text("ID, time and body (Standard Webhooks)"),
            "request": Text("Time, method, path and body (as exchanges do)"),
            "custom": Text("Own recipe"),
        },
    )
    secret: str = form_field("Secret", default="", min_length=1, max_length=5_000, widget="secret")
    key_id: str = form_field("Key ID", "Only for services that give the secret a name.", default="", max_length=500)
    signed: str = form_field(
        Text("Signed text"),
        _SIGNED_HELP,
        default="{timestamp}{method}{path}{body}",
        min_length=1,
        max_length=1_000,
        show_if=_CUSTOM,
    )
    headers: HeaderRows = form_field(
        Text("Headers"), _HEADERS_HELP, default_factory=list, max_length=20, widget="key-values", show_if=_CUSTOM
    )
    algorithm: Algorithm = form_field("Algorithm", default="sha256", show_if=_CUSTOM)
    encoding: Encoding = form_field("Signature encoding", default="hex", show_if=_CUSTOM)
    key_encoding: KeyEncoding = form_field("Secret encoding", default="text", show_if=_CUSTOM)
    time: TimeForm = form_field(
        "Time format",
        default="s",
        show_if=_CUSTOM,
        enum_labels={
            "s": Text("Seconds since 1970"),
            "ms": Text("Milliseconds since 1970"),
            "iso": Text.verbatim("2026-11-26T12:00:00Z"),
        },
    )

    @property
    def filled_recipe(self) -> Recipe:
        """The named recipe, or the person's own."""
        if self.recipe != "custom":
            return RECIPES[self.recipe]
        headers = {row.key.strip(): row.value for row in self.headers if row.key.strip()}
        return Recipe(self.signed, headers, self.algorithm, self.encoding, self.key_encoding, self.time)


class HmacRecipe(CredentialKind[HmacValues]):
    """Signs what the recipe names."""

    id = "hmac"
    title = Text("HMAC signature")
    help = Text("A shared secret that signs each request, by a named recipe or one of your own.")

    def sign(self, request: OutboundRequest, values: HmacValues, at: datetime) -> OutboundRequest:
        recipe = values.filled_recipe
        split = urlsplit(request.url)
        known = {
            "method": request.method,
            "path": split.path + (f"?{split.query}" if split.query else ""),
            "timestamp": _TIMES[recipe.time](at),
            "nonce": secrets.token_hex(16),
            "key_id": values.key_id,
            "newline": "\n",
        }
        # Every algorithm here is one that services ask for; MD5 and SHA-1 are sound inside an HMAC.
        digest = hmac.new(_key(values.secret, recipe.key_encoding), digestmod=recipe.algorithm)
        for piece in _pieces(recipe.signed, known, request):
            digest.update(piece)
        known["signature"] = _written(digest.digest(), recipe.encoding)
        named = {name: _filled(text, known) for name, text in recipe.headers.items()}
        return with_headers(request, {name: value for name, value in named.items() if value})


_TIMES: Mapping[TimeForm, Callable[[datetime], str]] = {
    "s": lambda at: str(int(at.timestamp())),
    "ms": lambda at: str(int(at.timestamp() * 1000)),
    "iso": lambda at: at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
}


def _pieces(template: str, known: Mapping[str, str], request: OutboundRequest) -> Iterator[bytes]:
    """Yield what is signed; a body that is streamed is read for it once more."""
    for at, part in enumerate(template.split("{body}")):
        if at:
            yield from _body(request.content)
        yield _filled(part, known).encode()


def _body(content: bytes | StreamedBody | None) -> Iterable[bytes]:
    return content.chunks() if isinstance(content, StreamedBody) else (content or b"",)


def _filled(text: str, known: Mapping[str, str]) -> str:
    return _PLACE.sub(lambda found: known.get(found[1], ""), text)


def _key(secret: str, encoding: KeyEncoding) -> bytes:
    try:
        match encoding:
            case "base64":
                return b64decode(secret.strip().removeprefix(_PREFIX), validate=True)
            case "hex":
                return bytes.fromhex(secret.strip())
    except ValueError as error:
        raise ToolConfigurationError(_BAD_KEY.filled(encoding=encoding), details={"field": "secret"}) from error
    return secret.encode()


def _written(signature: bytes, encoding: Encoding) -> str:
    if encoding == "hex":
        return signature.hex()
    text = b64encode(signature).decode()
    return text.translate(_URL_SIGNS).rstrip("=") if encoding == "base64url" else text


_URL_SIGNS: dict[int, Any] = str.maketrans("+/", "-_")
