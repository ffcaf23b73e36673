"""Redirects of visitors: values from a run stay values, at every position."""

import random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from workflow_editor.nodes.builtin.form_trigger import FormTriggerConfig, FormTriggerNode
from workflow_editor.nodes.fields.redirects import redirect_address

PAGE = "https://shop.example:8443/thanks"


@pytest.mark.parametrize(
    ("address", "shows_result", "code"),
    [
        ("", True, None),
        (PAGE, False, None),
        ("http://[::1]/a#b", False, None),
        (PAGE + "/{{ output.number }}?n={{output['order id']}}", True, None),
        (PAGE + "?n={{ output.number }}", False, "result_not_shown"),
        ("javascript:alert(1)", True, "address_invalid"),
        ("data:text/html,x", True, "address_invalid"),
        ("//shop.example/", True, "address_invalid"),
        ("/thanks", True, "address_invalid"),
        ("HTTPS://shop.example", True, "address_invalid"),
        ("https://shop.example@evil.example/", True, "address_invalid"),
        ("https://shop.example\\@evil.example/", True, "address_invalid"),
        ("https://{{ output.host }}/", True, "address_invalid"),
        ("https://shop.example{{ output.host }}/", True, "address_invalid"),
        ("{{ output.address }}", True, "address_invalid"),
        (PAGE + "?n={{ output.order.number }}", True, "address_field_invalid"),
        (PAGE + "?n={{ trigger.fields.name }}", True, "address_field_invalid"),
        (PAGE + "?n={{ env.TOKEN }}", True, "address_field_invalid"),
        (PAGE + "?n={{ output.number | upcase }}", True, "address_field_invalid"),
        (PAGE + "?n={{ output.number", True, "address_field_invalid"),
        (PAGE + "{% if true %}x{% endif %}", True, "address_field_invalid"),
    ],
)
def test_only_whole_pages_with_fields_of_the_result_are_taken(
    address: str, shows_result: bool, code: str | None
) -> None:
    config = FormTriggerConfig(redirect=address, show_result=shows_result)
    assert [problem.code for problem in FormTriggerNode().problems(config)] == ([code] if code else [])
    if code in ("address_invalid", "address_field_invalid"):
        assert redirect_address(address, {"address": "https://evil.example", "host": "evil.example"}) == ""


@pytest.mark.parametrize(
    ("output", "query"),
    [
        ({"n": 7}, "n=7"),
        ({"n": "a&b=c#d ?é"}, "n=a%26b%3Dc%23d%20%3F%C3%A9"),
        ({"n": [1]}, "n=%5B%0A%20%201%0A%5D"),
        ({"n": None}, "n="),
        ({}, "n="),
        ({"n": True}, "n=true"),
    ],
)
def test_a_field_is_one_value(output: dict[str, Any], query: str) -> None:
    assert redirect_address(PAGE + "?n={{ output.n }}", output) == f"{PAGE}?{query}"


def test_what_no_browser_takes_leads_nowhere() -> None:
    assert redirect_address(PAGE + "?n={{ output.n }}", {"n": "x" * 10_000_000}) == ""


def words(seed: int) -> str:
    """Return signs that mean something in addresses, and any others, half surrogates included."""
    numbers = random.Random(seed)  # noqa: S311  the same each time
    special = "/\\?#&=@:%{}[]<>\"' \r\n\t\0."
    signs = (numbers.choice(special) if numbers.random() < 0.7 else chr(numbers.randrange(0x11000)) for _ in range(40))
    return "".join(signs)


@pytest.mark.parametrize("value", [*map(words, range(200)), "..", "//evil.example/", "\ud800"])
def test_the_place_stays_whatever_the_value(value: str) -> None:
    filled = redirect_address(PAGE + "/{{ output.n }}/x?n={{ output.n }}&m=1#{{ output.n }}", {"n": value})
    parts = urlsplit(filled)
    assert filled.isascii()
    assert filled.isprintable()
    assert (parts.scheme, parts.netloc) == ("https", "shop.example:8443")
    assert set(parse_qs(parts.query, keep_blank_values=True)) == {"n", "m"}
