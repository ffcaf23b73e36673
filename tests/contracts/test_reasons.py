"""Whatever refuses what people wrote tells the reason in their language; a library's own words may stand at its end."""

from collections.abc import Callable

import pytest

from tests.chinese import is_chinese
from tools.core.call_arguments import parse_arguments
from tools.core.errors import BilingualError
from tools.executors.http_request.bodies import encoded

DEEP = "[" * 200 + "]" * 200
REFUSED: dict[str, Callable[[], object]] = {
    "body: not JSON": lambda: encoded("{", "json"),
    "body: too deep": lambda: encoded(DEEP, "json"),
    "body: no form": lambda: encoded("tea", "form"),
    "body: no fields": lambda: encoded(["tea"], "form"),
    "arguments: not JSON": lambda: parse_arguments('{"word": '),
    "arguments: too deep": lambda: parse_arguments(DEEP),
    "arguments: no object": lambda: parse_arguments("[1]"),
}
"""What raises an error that people read."""


@pytest.mark.parametrize("refuse", REFUSED.values(), ids=REFUSED)
def test_reasons_are_told_in_chinese(refuse: Callable[[], object]) -> None:
    with pytest.raises(BilingualError) as caught:
        refuse()
    whole = caught.value.text.in_language("zh")
    ours, _, _ = whole.rpartition("：")
    assert is_chinese(ours or whole), whole
