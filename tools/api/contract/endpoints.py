"""Operations of the API as plain functions, described by their annotations.

    @endpoint("PATCH", "tables/<uuid:table_id>/")
    def tables_partial_update(table: OwnTable, body: DataTableChange, user: User) -> DataTableShape:
        \"\"\"Change what is given.\"\"\"

The function's name is the operation's, its docstring the description. By its annotation a parameter is a row
(`FoundBy`, `FoundIn`), a header (`Header`), the query (`Query`), the body (`Shape`), the `User`, the `Request`, or
else a part of the address. The result is a shape, a list of shapes, `Paged` rows, None (204), a `Reply`, or an answer
of Django's.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from inspect import Parameter, signature
from typing import Any, Generic, TypeVar, get_args, get_origin, get_type_hints

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import FileResponse, HttpResponseBase, StreamingHttpResponse
from rest_framework.authentication import BaseAuthentication
from rest_framework.pagination import CursorPagination
from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from tools.api.contract.fields import is_file
from tools.api.contract.shapes import Query, Shape, read, read_texts
from tools.api.lasting_rights import asked_again, while_allowed
from tools.api.permissions import signed_in
from tools.selectors.sharing import OwnedRows, Right

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])
Address = Mapping[str, Any]
Source = Callable[[Request, Address], Any]


class FoundBy:
    """Annotation of a parameter with the value that a selector returns: `Annotated[ToolPolicy, FoundBy(policy_get)]`.

    Rows are looked up before query and body are read, so that 403 and 404 come before 400.

    Args:
        get: called with those of `user`, `request` and the parts of the address that it has parameters for.
        fixed: further arguments, such as `access=Access.EDIT`.
    """

    def __init__(self, get: Callable[..., Any], **fixed: Any) -> None:
        self._get = partial(get, **fixed)
        parameters = signature(get).parameters
        self._names = parameters.keys() - fixed.keys()
        self._needed = {name for name in self._names if parameters[name].default is Parameter.empty}

    def __call__(self, request: Request, address: Address) -> Any:
        arguments = {name: value for name, value in address.items() if name in self._names}
        if "user" in self._names:
            arguments["user"] = signed_in(request)
        if "request" in self._names:
            arguments["request"] = request
        return self._get(**arguments)

    def check(self, path: str) -> None:
        """Raise TypeError when the selector needs what an address does not have."""
        parts = {name for name in self._needed if f":{name}>" in path or f"<{name}>" in path}
        if missing := self._needed - parts - {"user", "request"}:
            raise TypeError(f"{path} has no part {', '.join(sorted(missing))}")


@dataclass(frozen=True)
class FoundIn:
    """Annotation of a row that the first part of the address names: `Annotated[DataTable, FoundIn(TABLES, "read")]`."""

    rows: OwnedRows[Any]
    right: Right

    def __call__(self, request: Request, address: Address) -> Any:
        return self.rows.get(self.right, signed_in(request), next(iter(address.values())))


@dataclass(frozen=True)
class Header:
    """Annotation of a parameter that is a header of the request; without the header, it is the empty text."""

    name: str
    description: str

    def __call__(self, request: Request, address: Address) -> str:
        return request.headers.get(self.name, "").strip()


@dataclass(frozen=True)
class Media:
    """Annotation of a response of Django's: the media type and description of its content."""

    type: str
    description: str = ""
    is_binary: bool = False


@dataclass(frozen=True)
class Paged(Generic[T]):
    """Rows of which a page is sent, and the shape of each."""

    rows: "QuerySet[Any]"
    render: Callable[[Any], T]
    look_up: Callable[[Sequence[Any]], object] | None = None
    """Called with the rows of the page before they are rendered, for what one query finds for all of them."""


@dataclass(frozen=True)
class Reply(Generic[T]):
    """An answer with a status or headers that the function decides."""

    body: T
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Endpoint:
    """One operation."""

    method: str
    path: str
    function: Callable[..., Any]
    operation: str
    statuses: Sequence[int]
    tag: str
    is_hidden: bool
    pages: type[CursorPagination] | None
    policies: Mapping[str, Sequence[type] | None]
    """Classes by attribute of `APIView`; None: the usual ones."""
    sources: Mapping[str, Source]
    """Source of each parameter, in the order in which they are read."""
    headers: Sequence[Header]
    query: type[Query] | None
    body: type[Shape] | None
    bodies: Mapping[str, Any]
    """Shapes or annotations of JSON by media type."""
    problems: Mapping[int, tuple[type[Shape], str]]
    answer: Any

    def __call__(self, view: APIView, request: Request, address: Address) -> HttpResponseBase:
        result = self.function(**self._arguments(request, address))
        if isinstance(result, StreamingHttpResponse) and not isinstance(result, FileResponse) and not result.is_async:
            parts: Any = result.streaming_content
            result.streaming_content = while_allowed(
                parts, lambda: self._arguments(asked_again(view, request), address)
            )
        if isinstance(result, HttpResponseBase):
            return result
        if isinstance(result, Reply):
            return Response(result.body, status=result.status, headers=dict(result.headers))
        if isinstance(result, Paged):
            pages = self.pages() if self.pages else view.paginator  # type: ignore[attr-defined]
            rows = pages.paginate_queryset(result.rows, request, view) or []
            if result.look_up is not None:
                result.look_up(rows)
            return pages.get_paginated_response([result.render(row) for row in rows])
        return Response(result, status=self.statuses[0])

    def _arguments(self, request: Request, address: Address) -> dict[str, Any]:
        return {name: source(request, address) for name, source in self.sources.items()}


def endpoint(
    method: str,
    path: str,
    *,
    status: int | tuple[int, ...] = (),
    operation: str = "",
    tag: str = "",
    is_hidden: bool = False,
    pages: type[CursorPagination] | None = None,
    permissions: Sequence[type[BasePermission]] | None = None,
    throttles: Sequence[type[BaseThrottle]] | None = None,
    authentication: Sequence[type[BaseAuthentication]] | None = None,
    parsers: Sequence[type[BaseParser]] | None = None,
    bodies: Mapping[str, Any] | None = None,
    problems: Mapping[int, tuple[type[Shape], str]] | None = None,
) -> Callable[[F], F]:
    """Make a function an operation of the API.

    Args:
        status: of the answer, by default 200, or 204 for none; several when a `Reply` decides.
        operation: its id where the function cannot have that name.
        tag: its group in the document, by default the first part of the path.
        is_hidden: leaves it out of the document.
        permissions, throttles, authentication, parsers: replace the usual ones.
        bodies: shapes, or annotations of JSON, by media type, for the document, of a body that the function reads from
            the `Request`.
        problems: shapes and descriptions of documented errors by status.
    Raises:
        TypeError: a parameter is nothing that a request has, or pages and `Paged` do not go with each other.
    """

    def register(function: F) -> F:
        hints = get_type_hints(function, include_extras=True)
        answer = hints.pop("return")
        answer = None if answer is type(None) else answer
        if (get_origin(answer) is Paged) != (pages is not None):
            raise TypeError(f"{function.__name__}: Paged needs pages, and pages need Paged")
        found = [(name, hint, *_source(name, hint, path)) for name, hint in hints.items()]
        found.sort(key=lambda one: one[2])
        body = next((hint for _, hint, rank, _ in found if rank == _BODY), None)
        is_form = body is not None and any(is_file(one) for one in body.model_fields.values())
        one = Endpoint(
            method=method,
            path=path,
            function=function,
            operation=operation or function.__name__,
            statuses=(status,) if isinstance(status, int) else status or ((204,) if answer is None else (200,)),
            tag=tag or path.partition("/")[0],
            is_hidden=is_hidden,
            pages=pages,
            policies={
                "permission_classes": permissions,
                "throttle_classes": throttles,
                "authentication_classes": authentication,
                "parser_classes": [MultiPartParser] if is_form and parsers is None else parsers,
            },
            sources={name: source for name, _, _, source in found},
            headers=[source for _, _, _, source in found if isinstance(source, Header)],
            query=next((hint for _, hint, rank, _ in found if rank == _QUERY), None),
            body=body,
            bodies=bodies or {},
            problems=problems or {},
            answer=answer,
        )
        function.endpoints = [*getattr(function, "endpoints", ()), one]  # type: ignore[attr-defined]
        return function

    return register


_ROW, _QUERY, _BODY = range(3)


def _source(name: str, hint: Any, path: str) -> tuple[int, Source]:
    """Return the source of a parameter, and its rank in the order of asking."""
    marked = next((one for one in get_args(hint)[1:] if isinstance(one, FoundBy | FoundIn | Header)), None)
    if marked is not None:
        if isinstance(marked, FoundBy):
            marked.check(path)
        return _ROW, marked
    if isinstance(hint, type) and issubclass(hint, Query):
        return _QUERY, lambda request, address: read_texts(hint, request.query_params)
    if isinstance(hint, type) and issubclass(hint, Shape):
        return _BODY, lambda request, address: _body(hint, request)
    if hint is User:
        return _ROW, lambda request, address: signed_in(request)
    if hint is Request:
        return _ROW, lambda request, address: request
    if f":{name}>" not in path and f"<{name}>" not in path:
        raise TypeError(f"{name}: {hint} is neither a part of {path} nor anything else that a request has")
    return _ROW, lambda request, address: address[name]


def _body(shape: type[Shape], request: Request) -> Shape:
    data: Any = request.data
    return read_texts(shape, data) if hasattr(data, "getlist") else read(shape, data)
