"""JSON whose objects keep the order of their fields, on PostgreSQL too."""

import json
from typing import Any

from django.db import models


class OrderedJsonField(models.JSONField):
    """A JSON value as it was written: the fields of rows are the columns of the files and tables that are made of them.

    PostgreSQL's `jsonb`, which Django takes, puts short names first; its `json` keeps the text. It has no comparisons,
    so no query may look into such a field, or want different ones.
    """

    def db_type(self, connection: Any) -> str | None:
        return "json" if connection.vendor == "postgresql" else super().db_type(connection)

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        if connection.vendor != "postgresql":
            return super().get_db_prep_value(value, connection, prepared)
        # Django would send `jsonb`, which loses the order on the way.
        return json.dumps(value, cls=self.encoder)
