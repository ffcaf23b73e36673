"""Short names that nobody else has."""

import secrets
from collections.abc import Callable
from typing import TypeVar

from django.db import IntegrityError, transaction

SUFFIX_LENGTH = 9
"""Characters that a wish must leave free below the column's length."""

Row = TypeVar("Row")


def create_with_slug(wish: str, create: Callable[[str], Row]) -> Row:
    """Return `create`'s row under the wished short name, with a suffix if it is taken.

    The database decides, so concurrent rows get different names.
    """
    try:
        with transaction.atomic():
            return create(wish)
    except IntegrityError:
        return create(f"{wish}-{secrets.token_hex(SUFFIX_LENGTH // 2)}")
