"""Short names: the database decides who has one first."""

import pytest
from django.contrib.auth.models import Group
from django.db import IntegrityError, transaction

from tools.services.slugs import SUFFIX_LENGTH, create_with_slug

pytestmark = pytest.mark.django_db


def group(name: str) -> Group:
    return Group.objects.create(name=name)


def test_the_second_gets_a_suffix_of_known_length() -> None:
    assert create_with_slug("cat", group).name == "cat"
    second = create_with_slug("cat", group).name
    assert second.startswith("cat-")
    assert len(second) == len("cat") + SUFFIX_LENGTH


def test_a_transaction_around_it_goes_on() -> None:
    with transaction.atomic():
        names = {create_with_slug("cat", group).name for _ in range(3)}
        assert Group.objects.filter(name__in=names).count() == 3


def test_a_row_that_breaks_another_rule_is_refused() -> None:
    group("dog")
    with pytest.raises(IntegrityError):
        create_with_slug("cat", lambda _: group("dog"))
