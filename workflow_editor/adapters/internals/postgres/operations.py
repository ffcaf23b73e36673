"""JSON values as `jsonb` keeps them: its numbers are decimals, which drop the exponent that makes a JSON double."""

import json
import re
from functools import partial
from typing import Any

from django.db.backends.postgresql import operations
from psycopg.types.json import Jsonb

# Linear: a text is passed over as one, and a number is looked at from its beginning alone.
_TEXT_OR_LARGE = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.])[\d.]{1,20}e\+\d+')


class DatabaseOperations(operations.DatabaseOperations):
    """Writes JSON so that `jsonb` gives back doubles as doubles."""

    def adapt_json_value(self, value: Any, encoder: type[json.JSONEncoder] | None) -> Any:
        return Jsonb(value, dumps=partial(_jsonb_text, cls=encoder))


def _jsonb_text(value: Any, cls: type[json.JSONEncoder] | None) -> str:
    """Return the JSON text of a value; large doubles have all their digits and `.0`, which a decimal keeps."""
    text = json.dumps(value, cls=cls)
    return _TEXT_OR_LARGE.sub(_with_digits, text) if "e+" in text else text


def _with_digits(found: re.Match[str]) -> str:
    part = found.group()
    return part if part.startswith('"') else f"{float(part):.1f}"
