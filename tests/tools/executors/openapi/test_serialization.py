"""Arguments in paths, queries and headers, as the tables of OpenAPI show them."""

from typing import Any

import pytest

from tools.core.errors import ToolArgumentsError
from tools.executors.openapi.operation import Parameter, Style
from tools.executors.openapi.request import header_text, path_text, query_pairs

COLOURS = ["blue", "black", "brown"]
RGB = {"R": 100, "G": 200}
Case = tuple[Style, bool, Any, str]

# Source: OpenAPI 3.1.1, 4.8.12.6 (style examples).
PATHS: list[Case] = [
    ("simple", False, "blue", "blue"),
    ("simple", False, COLOURS, "blue,black,brown"),
    ("simple", False, RGB, "R,100,G,200"),
    ("simple", True, RGB, "R=100,G=200"),
    ("label", False, "blue", ".blue"),
    ("label", True, COLOURS, ".blue.black.brown"),
    ("label", True, RGB, ".R=100.G=200"),
    ("matrix", False, "blue", ";color=blue"),
    ("matrix", False, COLOURS, ";color=blue,black,brown"),
    ("matrix", True, COLOURS, ";color=blue;color=black;color=brown"),
    ("matrix", False, RGB, ";color=R,100,G,200"),
    ("matrix", True, RGB, ";R=100;G=200"),
    ("simple", False, "a/b?c#d 茶", "a%2Fb%3Fc%23d%20%E8%8C%B6"),
    ("simple", False, True, "true"),
]
QUERIES: list[Case] = [
    ("form", True, "blue", "color=blue"),
    ("form", True, "", "color="),
    ("form", True, COLOURS, "color=blue&color=black&color=brown"),
    ("form", False, COLOURS, "color=blue,black,brown"),
    ("form", True, RGB, "R=100&G=200"),
    ("form", False, RGB, "color=R,100,G,200"),
    ("spaceDelimited", False, COLOURS, "color=blue%20black%20brown"),
    ("pipeDelimited", False, COLOURS, "color=blue%7Cblack%7Cbrown"),
    ("deepObject", True, RGB, "color[R]=100&color[G]=200"),
    ("deepObject", True, {"a": {"b": [1, {"c": 2}]}}, "color[a][b][]=1&color[a][b][1][c]=2"),
    ("json", True, {"a": 1}, "color=%7B%22a%22%3A1%7D"),
    ("form", True, "a&b=c", "color=a%26b%3Dc"),
    ("form", False, ["a,b", "c"], "color=a%2Cb,c"),
    ("form", True, 1.5, "color=1.5"),
]


@pytest.mark.parametrize(("style", "explode", "value", "text"), PATHS)
def test_paths(style: Style, explode: bool, value: Any, text: str) -> None:
    parameter = Parameter(argument="color", name="color", place="path", style=style, explode=explode)
    assert path_text(parameter, value) == text


@pytest.mark.parametrize("value", ["", None, [], ".", ".."])
def test_what_would_lead_to_another_path_is_refused(value: Any) -> None:
    with pytest.raises(ToolArgumentsError):
        path_text(Parameter(argument="id", name="id", place="path", style="simple", explode=False), value)


@pytest.mark.parametrize(("style", "explode", "value", "text"), QUERIES)
def test_queries(style: Style, explode: bool, value: Any, text: str) -> None:
    parameter = Parameter(argument="color", name="color", style=style, explode=explode)
    assert "&".join(f"{name}={shown}" for name, shown in query_pairs(parameter, value)) == text


def test_reserved_signs_stay_where_the_document_allows_them() -> None:
    parameter = Parameter(argument="q", name="q", allow_reserved=True)
    assert list(query_pairs(parameter, "a:b/c?d&e")) == [("q", "a:b/c?d%26e")]


@pytest.mark.parametrize(
    ("explode", "value", "text"),
    [(False, COLOURS, "blue,black,brown"), (False, RGB, "R,100,G,200"), (True, RGB, "R=100,G=200")],
)
def test_headers(explode: bool, value: Any, text: str) -> None:
    assert header_text(Parameter(name="X", place="header", style="simple", explode=explode), value) == text
