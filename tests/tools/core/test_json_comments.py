"""JSON with comments, as people write it by hand."""

import json
from typing import Any

import pytest

from tools.core.formats.json_comments import without_comments


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": 1}', {"a": 1}),
        ('{\n  // first\n  "a": [1, /* two */ 2] // last\n}', {"a": [1, 2]}),
        ('{"a": "https://b.c/ /* d */", /**/ "e": "\\"//"}', {"a": "https://b.c/ /* d */", "e": '"//'}),
        ('["汉字" /* 注释 */]', ["汉字"]),
    ],
)
def test_comments_are_left_out_and_texts_are_not(text: str, value: Any) -> None:
    bare = without_comments(text.encode())
    assert json.loads(bare) == value


@pytest.mark.parametrize("text", ['{"a": 1, /* open', '{"a": "open // }', '"\\', "/", '"open'])
def test_what_is_not_closed_goes_to_the_end(text: str) -> None:
    bare = without_comments(text.encode())
    with pytest.raises(json.JSONDecodeError):
        json.loads(bare)
