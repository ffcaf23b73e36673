"""Caches of the scaled mode while nobody answers at the address of Redis."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import caches
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.redis import RedisCache

from tests.doubles.tool_ports import FakeClock
from tools.adapters.cache_store import CacheStore
from tools.core.concurrency.keyed_mutex import KeyedMutex
from tools.core.errors import ToolUnavailableError
from workflow_editor.adapters.caches import redis_cache
from workflow_editor.scaled.private_access import free_port
from workflow_editor.settings.api import caches as caches_of

ALIASES = sorted(caches_of("redis://nowhere").keys() - {"sign_in"})
"""All but the one that keeps its entries in the database."""
OPERATIONS: dict[str, Callable[[BaseCache], object]] = {
    "add": lambda cache: cache.add("scope:x", 1, 60),
    "get": lambda cache: cache.get("scope:x"),
    "set": lambda cache: cache.set("scope:x", 1, 60),
    "touch": lambda cache: cache.touch("scope:x", 60),
    "delete": lambda cache: cache.delete("scope:x"),
    "has_key": lambda cache: "scope:x" in cache,
    "get_many": lambda cache: cache.get_many(["scope:x", "scope:y"]),
    "set_many": lambda cache: cache.set_many({"scope:x": 1, "scope:y": 2}, 60),
    "delete_many": lambda cache: cache.delete_many(["scope:x", "scope:y"]),
    "get_or_set": lambda cache: cache.get_or_set("scope:x", 1, 60),
    "clear": lambda cache: cache.clear(),
}


@pytest.fixture(autouse=True)
def _nobody_answers(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.DATA_DIR = tmp_path
    settings.CACHES = caches_of(f"redis://127.0.0.1:{free_port()}/0")
    monkeypatch.setattr(redis_cache.outage, "ends_at", 0.0)


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("alias", ALIASES)
def test_no_operation_of_any_cache_fails(alias: str, operation: str) -> None:
    OPERATIONS[operation](caches[alias])


def test_throttles_go_on_counting_in_memory() -> None:
    counts = caches["throttles"]
    assert counts.add("login:somebody", 1, 60)
    assert not counts.add("login:somebody", 1, 60)
    assert counts.incr("login:somebody") == 2


def test_whoever_did_not_answer_is_left_alone_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    assert caches["default"].get("x") is None
    asked: list[str] = []
    monkeypatch.setattr(RedisCache, "get", lambda self, key, *rest, **more: asked.append(key))
    caches["default"].get("x")
    caches["throttles"].get("x")
    assert asked == []
    monkeypatch.setattr(redis_cache.outage, "ends_at", 0.0)
    caches["default"].get("y")
    assert asked == ["y"]


def test_tokens_are_fetched_again_and_turns_are_not_given_to_two() -> None:
    store = CacheStore()
    store.set("token", "planted", 60)
    assert store.get("token") is None
    mutex = KeyedMutex(store, FakeClock())
    with pytest.raises(ToolUnavailableError), mutex.held("account", wait_s=1, hold_s=60):
        pytest.fail("somebody else may have it")
