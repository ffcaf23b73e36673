"""Tokens in Django's cache."""

from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache

from tools.adapters.cache_store import CacheStore
from tools.secrets.encryption import KEY_FILE_NAME


@pytest.fixture(autouse=True)
def _own_keys(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path


def test_what_is_kept_comes_back_and_lies_encrypted() -> None:
    store = CacheStore()
    assert store.add("k", "planted-token", 60)
    assert not store.add("k", "other", 60)
    assert store.get("k") == "planted-token"
    assert "planted" not in cache.get("k")
    store.set("k", "second", 60)
    assert store.get("k") == "second"
    store.delete("k")
    assert store.get("k") is None


def test_what_the_keys_no_longer_open_counts_as_nothing(tmp_path: Path) -> None:
    store = CacheStore()
    store.set("k", "planted-token", 60)
    (tmp_path / KEY_FILE_NAME).unlink()
    assert store.get("k") is None
