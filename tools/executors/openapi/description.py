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
from tools.executors.openapi.references import References, UnresolvedReferenceError
from tools.executors.openapi.security import SecurityReader
from tools.outbound.origins import origin_of

MAX_LISTED = 20_000
"""Operations of one document."""
MAX_STORED = 1_000_000
"""Bytes of the chosen operations in a tool's settings."""
_METHODS = ("get", "post", "put", "patch", "delete", "head", "options")
_TOO_MANY = Text("Choose at most {most} operations.", most=MAX_OPERATIONS)
_TOO_LARGE = Text("The chosen operations are too large together. Choose fewer.")
_OTHER_SERVER = Text("The operation names a server of its own ({server}). Its calls go to the address of the tool.")
_TRACE = Text("The method {method} is not offered.")


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
    """The chosen operations."""
    notes: list[Text]
    """Notes on all operations."""


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
