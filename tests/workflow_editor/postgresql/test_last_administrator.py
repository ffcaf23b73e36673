"""Two administrators who remove each other at the same moment: one comes second, and is refused."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.models import User
from django.db import transaction

from tests.polling import wait_until
from tests.workflow_editor.postgresql.test_right_and_start import in_a_thread, somebody_waits_for_a_lock
from workflow_editor.errors import ForbiddenError
from workflow_editor.services.leaving import person_leave
from workflow_editor.services.people import person_change

Act = Callable[[User, User], None]
ACTS: dict[str, Act] = {
    "demoted": lambda by, person: person_change(person, by=by, is_superuser=False),
    "deactivated": lambda by, person: person_leave(person, by=by, successor_id=None),
}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("second", ACTS.values(), ids=ACTS)
@pytest.mark.parametrize("first", ACTS.values(), ids=ACTS)
def test_one_administrator_is_left(admin: User, bob: User, first: Act, second: Act) -> None:
    User.objects.filter(pk=bob.pk).update(is_superuser=True)
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            first(admin, User.objects.get(pk=bob.pk))
            other = in_a_thread(pool, lambda: second(bob, User.objects.get(pk=admin.pk)))
            wait_until(somebody_waits_for_a_lock, within_s=30)
        with pytest.raises(ForbiddenError):
            other.result(60)
    assert User.objects.filter(is_superuser=True, is_active=True).get() == admin
