"""People behind a call."""

import pytest
from django.contrib.auth.models import User

from tools.core.definitions import Caller
from tools.selectors.policies import caller_of, caller_user

pytestmark = pytest.mark.django_db


def test_a_call_leads_back_to_its_person(alice: User) -> None:
    assert caller_user(caller_of(alice)) == alice


def test_nobody_stands_behind_a_call_without_a_person_or_of_one_who_left(alice: User) -> None:
    caller = caller_of(alice)
    User.objects.filter(pk=alice.pk).update(is_active=False)

    assert [caller_user(Caller(None)), caller_user(caller)] == [None, None]
