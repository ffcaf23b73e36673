"""JSON with preserved field order, on PostgreSQL too."""

import json
from typing import Any

from django.db import models


class OrderedJsonField(models.JSONField):
    """A JSON value with preserved field order, since row fields become columns of files and tables.

    PostgreSQL's `jsonb`, Django's default, sorts names; `json` keeps the text, but has no comparisons, so queries
    cannot look into this field or use DISTINCT. The text is the value's own: zero keeps its sign.
    """

    keeps_text = True

    def db_type(self, connection: Any) -> str | None:
        return "json" if connection.vendor == "postgresql" else super().db_type(connection)

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        # Django would send `jsonb`, which loses the order on the way.
        return json.dumps(value, cls=self.encoder)
