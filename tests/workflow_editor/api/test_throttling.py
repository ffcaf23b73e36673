"""All throttles of the API count in the cache that is made for it."""

from collections.abc import Iterator
from typing import Any

from django.core.cache import caches
from django.urls import URLResolver, get_resolver
from rest_framework.test import APIClient
from rest_framework.throttling import BaseThrottle

from tests.workflow_editor.api.problem_asserts import assert_problem
from workflow_editor.api.limits.throttles import Throttle


def views(resolver: URLResolver) -> Iterator[Any]:
    for entry in resolver.url_patterns:
        if isinstance(entry, URLResolver):
            yield from views(entry)
        elif (view := getattr(entry.callback, "cls", None)) is not None:
            yield view


def throttles() -> set[type[BaseThrottle]]:
    def below(kind: type[BaseThrottle]) -> Iterator[type[BaseThrottle]]:
        for child in kind.__subclasses__():
            yield child
            yield from below(child)

    assert list(views(get_resolver()))  # imports them all
    return {kind for kind in below(BaseThrottle) if not kind.__module__.startswith(("rest_framework.", "tests."))}


def test_every_throttle_counts_in_the_cache_of_throttles() -> None:
    found = throttles()
    assert len(found) > 1
    assert [kind for kind in found if not issubclass(kind, Throttle)] == []
    assert {kind.__module__ for kind in found} == {Throttle.__module__}
    scopes = {getattr(kind, "scope", None) for kind in found - {Throttle}}
    assert len(scopes) == len(found) - 1
    assert all(getattr(kind, "rate", "") for kind in found - {Throttle})


def test_invented_links_leave_no_entry(anonymous_api: APIClient, monkeypatch: Any) -> None:
    kept: list[str] = []
    monkeypatch.setattr(type(caches["throttles"]), "set", lambda self, key, *args, **kwargs: kept.append(key))
    for number in range(40):
        answer = anonymous_api.post(f"/api/shared/fls_invented{number}/conversations/")
        assert_problem(answer, 404, "not_found")
    assert kept == []
