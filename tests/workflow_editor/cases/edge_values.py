"""Values at the edges of what JSON, languages, formats and databases can say, by kind."""

from typing import Any

KEPT: dict[str, Any] = {
    "null": None,
    "empty text": "",
    "empty list": [],
    "empty object": {},
    "false": False,
    "true": True,
    "int": 42,
    "negative int": -7,
    "int beyond 53 bits": 7615917337495251231,
    "int beyond 63 bits": 2**63 + 1,
    "int beyond 64 bits": 2**64 + 1,
    "int of thirty digits": -(10**29) - 7,
    "decimal": 12.5,
    "decimal without a binary form": 0.1,
    "small decimal": 5e-324,
    "large decimal": 1.7976931348623157e308,
    "whole decimal beyond 53 bits": 1e22,
    "negative large decimal": -2.5e300,
    "text of a decimal": "12.50",
    "text of zeros": "007",
    "text of an exponent": "1e3",
    "text of a large decimal": 'is 1e+22, "1e+22" \\',
    "date": "2026-03-29",
    "time with offset": "2026-03-29T01:30:00+02:00",
    "time before years": "0001-01-01T00:00:00Z",
    "bytes": "iVBORw0KGgoA/+8=",
    "unicode": "压缩 👩‍👩‍👧 ü",
    "decomposed unicode": "u\u0308",
    "text with marks": "a,\"b\"\n'c'\t\\ {{ d }} <e> =1+1",
    "list": [1, "b", None, [True]],
    "object": {"a": 1, "选题": {"b": [2.5, None]}},
}
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
