"""Values at the edges of what JSON, languages, formats and databases can say, by kind.

Those of `tests/edge_values.json` are also typed into the run dialog, in the tests of the front end.
"""

import json
from pathlib import Path
from typing import Any

KEPT: dict[str, Any] = json.loads((Path(__file__).parents[2] / "edge_values.json").read_text())
"""Values that JSON says; each way through the product keeps them as they are, or refuses them with a sentence."""

REFUSED: dict[str, str] = {
    "lone surrogate": '"\\ud800"',
    "number beyond doubles": "1e400",
    "number beyond doubles in a list": "[1, -1e999]",
    "integer of 1,001 digits": "1" + "0" * 1_000,
    "not a number": "NaN",
    "infinity": "-Infinity",
}
"""Texts that are no JSON, or none that can be kept; nothing takes them in."""
