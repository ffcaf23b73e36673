"""Short names that nobody else has."""

import secrets
from collections.abc import Callable
from typing import TypeVar

from django.db import IntegrityError, transaction

SUFFIX_LENGTH = 9
"""Characters that a wish must leave free below the column's length."""

Row = TypeVar("Row")


def create_with_slug(wish: str, create: Callable[[str], Row]) -> Row:
    """Return what `create` stores under the wished short name, or under that with a suffix when another row has it.

    The database decides, so that two rows created at the same moment get two names.
    """
    try:
        with transaction.atomic():
            return create(wish)
    except IntegrityError:
        return create(f"{wish}-{secrets.token_hex(SUFFIX_LENGTH // 2)}")
