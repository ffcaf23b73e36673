"""Numbers of JSON in the form that decimals keep."""

import json

import pytest

from tools.core.formats.decimal_json import decimal_json

ROWS = [
    ("[-0.0,-0.05,-0.01,0.0,10.0]", "[0.0,-0.05,-0.01,0.0,10.0]"),
    (
        "[1e22,1e+22,-2.5e+17]",
        "[10000000000000000000000.0,10000000000000000000000.0,-250000000000000000.0]",
    ),
    ("[5e-324,1.5e-7]", "[5e-324,1.5e-7]"),
    ('["-0.0","1e22","\\"-0.0",-0.0]', '["-0.0","1e22","\\"-0.0",0.0]'),
    ('{"-0.0":-0.0}', '{"-0.0":0.0}'),
]


@pytest.mark.parametrize(("text", "written"), ROWS)
def test_numbers_have_no_exponent_and_zero_no_sign(text: str, written: str) -> None:
    assert decimal_json(text) == written
    assert json.loads(written) == json.loads(text)
