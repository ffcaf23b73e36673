"""JSON values as `jsonb` keeps them."""

import json
from functools import partial
from typing import Any

from django.db.backends.postgresql import operations
from psycopg.types.json import Jsonb

from tools.core.formats.decimal_json import decimal_json


class DatabaseOperations(operations.DatabaseOperations):
    """Writes JSON so that `jsonb` gives back doubles as doubles."""

    def adapt_json_value(self, value: Any, encoder: type[json.JSONEncoder] | None) -> Any:
        return Jsonb(value, dumps=partial(_text, cls=encoder))


def _text(value: Any, cls: type[json.JSONEncoder] | None) -> str:
    return decimal_json(json.dumps(value, cls=cls))
