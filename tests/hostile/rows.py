"""All rows of the table."""

from tests.hostile import (
    bot_rows,
    listing_rows,
    model_rows,
    pattern_rows,
    redaction_rows,
    tool_rows,
    upload_rows,
    webhook_rows,
)
from tests.hostile.measuring import Row

PARTS = (bot_rows, redaction_rows, tool_rows, listing_rows, model_rows, pattern_rows, upload_rows, webhook_rows)
ROWS: list[Row] = [row for part in PARTS for row in part.ROWS]
