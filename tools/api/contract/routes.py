"""Addresses and views of endpoints."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from django.http import HttpResponseBase
from django.urls import URLPattern, path
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tools.api.contract.endpoints import Endpoint


class EndpointView(APIView):
    """All operations of one path."""

    endpoints: Mapping[str, Endpoint]

    def get_authenticators(self) -> Any:
        return self._made("authentication_classes")

    def get_parsers(self) -> Any:
        return self._made("parser_classes")

    def get_permissions(self) -> Any:
        return self._made("permission_classes")

    def get_throttles(self) -> Any:
        return self._made("throttle_classes")

    def check_throttles(self, request: Request) -> None:
        """Stop at the first that refuses: what one visitor is refused must not count for the others."""
        for throttle in self.get_throttles():
            if not throttle.allow_request(request, self):
                self.throttled(request, throttle.wait() or 1)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Cut the circles of view, request and response, which only a garbage collection would free."""
        final = super().finalize_response(request, response, *args, **kwargs)
        request.parser_context.clear()
        if isinstance(final, Response):
            final.render()
            final.renderer_context = {}  # type: ignore[attr-defined]  # DRF sets it, its stubs lack it
        return final

    def _made(self, policy: str) -> list[Any]:
        # There is no request yet while the document is made.
        method = getattr(self.request, "method", "")
        # HEAD is GET without the content: the same people may ask for it, as often. Other methods ask what the path is.
        one = self.endpoints.get("GET" if method == "HEAD" else method) or next(iter(self.endpoints.values()))
        own = one.policies[policy]
        return [made() for made in (getattr(self, policy) if own is None else own)]


def modules_of(package: str) -> list[ModuleType]:
    """Import the modules of a package, in the order of their names; packages inside it are left out."""
    found = iter_modules(import_module(package).__path__)
    return [import_module(f"{package}.{name}") for name in sorted(one.name for one in found if not one.ispkg)]


def routes(*modules: ModuleType) -> list[URLPattern]:
    """Return the addresses of all endpoints of these modules, in the order in which they are defined.

    Raises:
        TypeError: two functions answer one method of one path.
    """
    by_path: dict[str, dict[str, Endpoint]] = {}
    for one in _endpoints(modules):
        if by_path.setdefault(one.path, {}).setdefault(one.method, one) is not one:
            raise TypeError(f"two functions answer {one.method} {one.path}")
    return [path(address, _view(found).as_view()) for address, found in by_path.items()]


def _endpoints(modules: Sequence[ModuleType]) -> Iterator[Endpoint]:
    for module in modules:
        for function in vars(module).values():
            if getattr(function, "__module__", None) == module.__name__:
                yield from getattr(function, "endpoints", ())


def _view(found: Mapping[str, Endpoint]) -> type[EndpointView]:
    first = next(iter(found.values())).function
    handlers = {one.method.lower(): _handler(one) for one in found.values()}
    return type(first.__name__, (EndpointView,), {**handlers, "endpoints": found, "__module__": first.__module__})


def _handler(one: Endpoint) -> Callable[..., HttpResponseBase]:
    def handle(self: APIView, request: Request, **address: Any) -> HttpResponseBase:
        return one(self, request, address)

    handle.__doc__ = one.function.__doc__
    return handle
