"""A whole OpenAPI document: what it offers, and the chosen operations in our own form. Pure."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urljoin, urlsplit

import orjson

from tools.core.definitions import JsonObject
from tools.core.errors import ToolArgumentsError
from tools.core.text import Text
from tools.executors.openapi.operation import MAX_OPERATIONS, Api, Operation
from tools.executors.openapi.operations import OperationReader, operation_name
from tools.executors.openapi.references import References, UnresolvedReferenceError, object_of
from tools.executors.signing.security import Security, SecurityKind
from tools.outbound.origins import origin_of

_KINDS: dict[str, SecurityKind] = {"basic": "basic", "bearer": "bearer"}
_UNSUPPORTED = Text("Sign-in of the kind “{kind}” is not supported.")
_SEVERAL = Text("Calls are signed with {first}; enter {others} under headers or query parameters of the tool.")
_OAUTH = Text(
    "Sign-in by OAuth 2.0: choose an account as the credential, or enter an access token. "
    "Consent: {authorize}. Tokens: {token}. Scopes: {scopes}."
)
_SILENT = Text(
    "The document describes no sign-in, so the secret is sent as a bearer token. For another kind, "
    "enter no secret here and use “More headers” or “Query parameters”."
)
_MOST_SCOPES = 300
MAX_LISTED = 20_000
"""Operations of one document."""
MAX_STORED = 1_000_000
"""Bytes of the chosen operations in a tool's settings."""
_METHODS = ("get", "post", "put", "patch", "delete", "head", "options")
_TOO_MANY = Text("Choose at most {most} operations.", most=MAX_OPERATIONS)
_TOO_LARGE = Text("The chosen operations are too large together. Choose fewer.")
_OTHER_SERVER = Text("The operation names a server of its own ({server}). Its calls go to the address of the tool.")
_TRACE = Text("The method {method} is not offered.")


class SecurityReader:
    """Chooses one kind of sign-in for all operations: the first that can be used."""

    def __init__(self, document: JsonObject, references: References) -> None:
        components = object_of(document.get("components"))
        self._schemes = object_of(components.get("securitySchemes") or document.get("securityDefinitions"))
        self._references = references
        self._default = document.get("security")
        self.notes: list[Text] = []
        self.parameters: frozenset[tuple[str, str]] = frozenset()
        self.security = self._chosen(document)

    def signs(self, node: JsonObject) -> bool:
        wanted = node.get("security", self._default)
        return self.security.kind != "none" and not (isinstance(wanted, list) and not any(wanted))

    def _chosen(self, document: JsonObject) -> Security:
        for wanted in self._wanted(document):
            found = {name: self._security(name) for name in wanted}
            usable = {name: security for name, security in found.items() if security.kind != "none"}
            if not usable:
                continue
            first, *others = usable
            if others:
                self.notes.append(_SEVERAL.filled(first=first, others=", ".join(others)))
            self.parameters = frozenset(
                (one.kind, one.name.lower() if one.kind == "header" else one.name) for one in [usable[first]]
            )
            self._note_oauth(first)
            return usable[first]
        if self._schemes:
            return Security()
        # Most APIs whose document is silent, GitHub's among them, take a token so.
        self.notes.append(_SILENT)
        return Security(kind="bearer")

    def _wanted(self, document: JsonObject) -> list[list[str]]:
        """Return the alternatives, each a list of schemes needed at once."""
        rows = list(self._default) if isinstance(self._default, list) else []
        if not any(rows):
            for item in list(object_of(document.get("paths")).values())[:1_000]:
                for node in object_of(item).values():
                    rows += node.get("security") or [] if isinstance(node, dict) else []
                if any(rows):
                    break
        named = [[str(name) for name in row] for row in rows if isinstance(row, dict) and row]
        return [*named, *([name] for name in self._schemes)]

    def _security(self, name: str) -> Security:
        try:
            scheme = self._references.resolved(self._schemes.get(name))
        except UnresolvedReferenceError:
            return Security()
        kind = str(scheme.get("type", "")).lower()
        if kind == "http":
            kind = str(scheme.get("scheme", "")).lower()
        if kind in _KINDS:
            return Security(kind=_KINDS[kind])
        if kind in {"oauth2", "openidconnect"}:
            return Security(kind="bearer")
        place = scheme.get("in")
        if kind == "apikey" and place in {"header", "query", "cookie"} and isinstance(scheme.get("name"), str):
            if place == "header" and scheme["name"].lower() == "authorization":
                return Security(kind="header", name="Authorization")
            return Security(kind=place, name=scheme["name"][:200])
        self.notes.append(_UNSUPPORTED.filled(kind=kind or name))
        return Security()

    def _note_oauth(self, name: str) -> None:
        scheme = self._references.resolved(self._schemes.get(name))
        if scheme.get("type") != "oauth2":
            return
        flows = list(object_of(scheme.get("flows")).values()) or [scheme]
        flow = object_of(flows[0])
        scopes = ", ".join(str(scope) for scope in object_of(flow.get("scopes")))
        self.notes.append(
            _OAUTH.filled(
                authorize=str(flow.get("authorizationUrl") or "–")[:500],
                token=str(flow.get("tokenUrl") or "–")[:500],
                scopes=scopes[:_MOST_SCOPES] or "–",
            )
        )


@dataclass(frozen=True, slots=True)
class ListedOperation:
    """One operation of a document, as a person chooses it."""

    id: str
    method: str
    path: str
    title: str
    tags: tuple[str, ...]
    deprecated: bool
    notes: list[Text] = field(default_factory=list)
    """Unsupported parts of chosen operations, with reasons."""


@dataclass(frozen=True, slots=True)
class Description:
    """Operations and servers of a document."""

    title: str
    operations: list[ListedOperation]
    api: Api
    notes: list[Text]


def read_description(document: JsonObject, chosen: Collection[str] = (), address: str = "") -> Description:
    """Describe a document (from `read_document`) and return the chosen operations in stored form.

    Relative server addresses start at `address`. Raises ToolArgumentsError if too many are chosen.
    """
    if len(set(chosen)) > MAX_OPERATIONS:
        raise ToolArgumentsError(_TOO_MANY)
    references = References(document)
    security = SecurityReader(document, references)
    server = _server(document, address)
    listed: list[ListedOperation] = []
    operations: list[Operation] = []
    notes: dict[Text, None] = {}
    taken: set[str] = set()
    for method, path, item, node in _operations(document, references, notes):
        id_ = operation_name(node, method, path, taken)
        lost: list[Text] = []
        if id_ in chosen:
            reader = OperationReader(references, security.parameters)
            operation = reader.read(id_, method, path, item, node, document)
            operation.is_signed = security.signs(node)
            operations.append(operation)
            lost = [*reader.notes, *_own_server(item, node, server)]
        listed.append(_listed(id_, method, path, node, lost))
    info = document.get("info")
    title = str(info.get("title") or "").strip()[:200] if isinstance(info, dict) else ""
    api = Api(title=title, server=server, security=security.security, operations=operations)
    if len(orjson.dumps(api.model_dump())) > MAX_STORED:
        raise ToolArgumentsError(_TOO_LARGE)
    return Description(title, listed, api, [*notes, *security.notes])


def _operations(
    document: JsonObject, references: References, notes: dict[Text, None]
) -> Iterator[tuple[str, str, JsonObject, JsonObject]]:
    count = 0
    for path, value in document["paths"].items():
        try:
            item = references.resolved(value)
        except UnresolvedReferenceError as error:
            notes[error.text] = None
            continue
        if isinstance(item.get("trace"), dict):
            notes[_TRACE.filled(method="TRACE")] = None
        for method in _METHODS:
            if isinstance(node := item.get(method), dict):
                count += 1
                if count > MAX_LISTED:
                    return
                yield method, str(path), item, node


def _listed(id_: str, method: str, path: str, node: JsonObject, notes: list[Text]) -> ListedOperation:
    tags = node.get("tags")
    summary = node.get("summary")
    return ListedOperation(
        id_,
        method.upper(),
        path,
        summary.strip()[:200] if isinstance(summary, str) else "",
        tuple(str(tag)[:100] for tag in tags[:5]) if isinstance(tags, list) else (),
        node.get("deprecated") is True,
        notes,
    )


def _server(document: JsonObject, address: str) -> str:
    """Return the first server's address, variables filled in with their defaults; "" where there is none."""
    if "swagger" in document:
        schemes = document.get("schemes")
        scheme = "https" if not isinstance(schemes, list) or "https" in schemes or not schemes else str(schemes[0])
        host, base = str(document.get("host") or ""), str(document.get("basePath") or "")
        return _absolute(f"{scheme}://{host}{base}" if host else base, address)
    servers = document.get("servers")
    row: Any = servers[0] if isinstance(servers, list) and servers else {}
    if not isinstance(row, dict):
        return _absolute("", address)
    url = str(row.get("url") or "")
    variables = row.get("variables")
    for name, variable in variables.items() if isinstance(variables, dict) else ():
        default = variable.get("default", "") if isinstance(variable, dict) else ""
        url = url.replace(f"{{{name}}}", str(default))
    return _absolute(url, address)


def _absolute(url: str, address: str) -> str:
    try:
        full = urljoin(address, url) if address else url
        full = f"https:{full}" if full.startswith("//") else full
        is_address = urlsplit(full).scheme in {"http", "https"} and "{" not in full
    except ValueError:
        return ""
    return full.rstrip("/")[:2_000] if is_address else ""


def _own_server(item: JsonObject, node: JsonObject, server: str) -> Iterator[Text]:
    own = _server({"servers": node.get("servers") or item.get("servers")}, server)
    if own and own != server and origin_of(own) != (origin_of(server) if server else ""):
        yield _OTHER_SERVER.filled(server=own)
