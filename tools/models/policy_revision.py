"""A mark of the permission table's present state."""

import secrets

from django.db import models

from tools.rows.reader import read_values

ONLY_ROW = 1
_BITS = 62


class PolicyRevision(models.Model):
    """Single row with a revision number that changes with every rule change, so processes can validate their rule cache
    with one small read.

    The number is random: a counter could repeat a value after a rollback and validate stale rules.
    """

    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY_ROW, editable=False)
    number = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return str(self.number)

    @classmethod
    def current(cls) -> int:
        """Return the number; 0 before the first rule."""
        found = read_values(cls, ("number",), {"id": ONLY_ROW})
        return int(found[0][0]) if found else 0

    @classmethod
    def bump(cls) -> None:
        """Say that the rules changed; call it in the transaction of the change."""
        cls.objects.update_or_create(id=ONLY_ROW, defaults={"number": secrets.randbits(_BITS)})
