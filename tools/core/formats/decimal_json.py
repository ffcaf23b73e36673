"""JSON for columns with decimals as numbers (PostgreSQL's `jsonb`). Pure.

A decimal drops the exponent that makes a JSON number a double, and has no negative zero.
"""

import re

_MAYBE = re.compile(r"\de\+?\d|-0\.0")
# Linear: a text is passed over as one, and a number is looked at from its beginning alone.
_TEXT_OR_NUMBER = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.])[\d.]{1,20}e\+?\d+|-0\.0(?!\d)')


def decimal_json(text: str) -> str:
    """Return JSON text in which large doubles have all their digits and `.0`, and zero has no sign."""
    return _TEXT_OR_NUMBER.sub(_as_decimal, text) if _MAYBE.search(text) else text


def _as_decimal(found: re.Match[str]) -> str:
    part = found.group()
    return part if part.startswith('"') else f"{float(part) or 0.0:.1f}"
