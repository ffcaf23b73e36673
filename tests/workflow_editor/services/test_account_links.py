"""The link that creates the first administrator works once, and only the newest one."""

import pytest

from workflow_editor.errors import ForbiddenError
from workflow_editor.models import AccountLink
from workflow_editor.services.account_links import account_link_redeem, setup_link_create

PASSWORD = "correct-horse-battery"


def test_only_the_hash_is_stored(db: None) -> None:
    token = setup_link_create()
    assert token not in str(AccountLink.objects.values_list())


def test_the_link_creates_an_administrator_once(db: None) -> None:
    token = setup_link_create()
    assert account_link_redeem(token=token, username="root", password=PASSWORD).is_superuser
    with pytest.raises(ForbiddenError):
        account_link_redeem(token=token, username="second", password=PASSWORD)


def test_a_new_link_replaces_the_one_before(db: None) -> None:
    old = setup_link_create()
    setup_link_create()
    with pytest.raises(ForbiddenError):
        account_link_redeem(token=old, username="root", password=PASSWORD)
