"""Bodies of another form than the arguments."""

from typing import Any

import pytest

from tools.executors.openapi.request import body_of

PEOPLE = {"to": [{"address": "{to[]}"}]}
PARAGRAPHS = {"content": [{"type": "paragraph", "content": [{"type": "text", "text": "{body[]}"}]}]}
CASES: list[tuple[Any, dict[str, Any], Any]] = [
    ({"title": "{title}", "kind": "note"}, {"title": "Tea"}, {"title": "Tea", "kind": "note"}),
    ({"fields": {"size": "{size}"}}, {"size": 3}, {"fields": {"size": 3}}),
    ({"title": "{title}", "fields": {"size": "{size}"}}, {"title": "Tea"}, {"title": "Tea"}),
    ({"parents": ["{folder}"]}, {"folder": "f"}, {"parents": ["f"]}),
    ({"parents": ["{folder}"], "name": "{name}"}, {"name": "n"}, {"name": "n"}),
    (PEOPLE, {"to": ["a", "b"]}, {"to": [{"address": "a"}, {"address": "b"}]}),
    (PEOPLE, {"to": []}, {"to": []}),
    (PEOPLE, {}, {}),
    (
        PARAGRAPHS,
        {"body": "one\n\n two"},
        {"content": [{"type": "paragraph", "content": [{"type": "text", "text": one}]} for one in ("one", " two")]},
    ),
    ({"title": "{title}"}, {"title": "{other}", "other": "no"}, {"title": "{other}"}),
    ({"to": [{"address": "{to[]}"}]}, {"to": ["{to[]}"]}, {"to": [{"address": "{to[]}"}]}),
    ({"price": "about {size}"}, {"size": 3}, {"price": "about {size}"}),
]


@pytest.mark.parametrize(("template", "fields", "body"), CASES)
def test_fields_take_their_places(template: Any, fields: dict[str, Any], body: Any) -> None:
    assert body_of(template, fields) == body
