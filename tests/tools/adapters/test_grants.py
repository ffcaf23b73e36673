"""Authorisations in the database."""

from pathlib import Path
from typing import Any

import pytest

from tools.adapters.grants import OrmGrantStore
from tools.core.grant_port import Grant
from tools.models import OauthGrant


@pytest.mark.django_db
def test_a_grant_is_kept_encrypted_and_replaced(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    store = OrmGrantStore()
    assert store.load("k") is None
    store.save("k", Grant("open-1", "planted-first", 5.0))
    store.save("k", Grant("open-1", "planted-second", 6.0))
    assert store.load("k") == Grant("open-1", "planted-second", 6.0)
    assert "planted" not in OauthGrant.objects.get().ciphertext
    assert "planted" not in repr(store.load("k"))
