"""The cache in which throttles count."""

from collections.abc import Iterator
from itertools import product

import pytest
from django.core.cache import caches

from workflow_editor.adapters.caches.throttles import ThrottleMemoryCache, hashed_key

LIMIT = 12


@pytest.fixture
def small() -> Iterator[ThrottleMemoryCache]:
    cache = ThrottleMemoryCache("small", {"KEY_FUNCTION": hashed_key, "OPTIONS": {"MAX_ENTRIES": LIMIT}})
    yield cache
    cache.clear()


def test_a_full_scope_evicts_nothing_of_another(small: ThrottleMemoryCache) -> None:
    small.set("shared_chat:7", "kept", 60)
    for number in range(10 * LIMIT):
        small.set(f"sign_in:{number}", number, 60)
    assert small.get("shared_chat:7") == "kept"
    assert sum(small.get(f"sign_in:{number}") is not None for number in range(10 * LIMIT)) <= LIMIT


def test_the_cache_does_what_caches_do(small: ThrottleMemoryCache) -> None:
    for cache, scope in product((small, caches["throttles"]), ("one", "two")):
        key = f"{scope}:x"
        assert cache.add(key, 1, 60)
        assert not cache.add(key, 9, 60)
        assert cache.incr(key) == 2
        assert cache.touch(key, 60)
        assert key in cache
        assert cache.delete(key)
        assert cache.get(key, "gone") == "gone"
        cache.set(key, "again", 60)
        cache.clear()
        assert cache.get(key) is None


def test_keys_are_stored_as_hashes_of_their_own_scope() -> None:
    cache = caches["throttles"]
    stored = {
        cache.make_key(f"{scope}:{identity}")
        for scope, identity in product(("one", "two"), ("fls_token", "2001:db8::1"))
    }
    assert len(stored) == 4
    assert not any("fls_token" in key or "db8" in key for key in stored)


def test_other_cached_things_have_storage_of_their_own() -> None:
    caches["throttles"].set("one:x", "counted", 60)
    caches["default"].set("one:x", "cached", 60)
    assert caches["throttles"].get("one:x") == "counted"
