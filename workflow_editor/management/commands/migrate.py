"""`manage.py migrate`: Django's own, which leaves a database alone that a newer version made."""

from typing import Any

from django.core.management.commands import migrate
from django.db import DatabaseError, connections

from workflow_editor.management.stored_state import explained, refuse_unknown


class Command(migrate.Command):
    """Fails when the tables are ahead of the code."""

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            refuse_unknown(connections[options["database"]])
            super().handle(*args, **options)
        except DatabaseError as error:
            raise explained(error) from error
