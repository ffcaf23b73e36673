"""Secrets that must disappear, and ordinary words that must stay."""

import base64
from typing import Any
from urllib.parse import quote

import pytest

from tools.secrets.names import is_secret_name
from tools.secrets.redaction import (
    Redactor,
    redact,
    redact_beginning,
    redact_text,
    secret_parts,
    secrets_in,
)

SECRET = 'p@ss "word"/ä'


@pytest.mark.parametrize(
    "spelling",
    [SECRET, quote(SECRET, safe=""), 'p@ss \\"word\\"/ä', base64.b64encode(SECRET.encode()).decode()],
)
def test_a_known_secret_goes_in_every_spelling(spelling: str) -> None:
    assert Redactor([SECRET]).text(f"before {spelling} after") == "before *** after"


def test_a_known_secret_goes_from_keys_and_nested_values() -> None:
    assert Redactor(["abcdef"]).value({"abcdef": ["x abcdef", {"a": ("abcdef", 1)}]}) == {
        "***": ["x ***", {"a": ["***", 1]}]
    }


def test_the_longer_of_two_secrets_leaves_no_rest() -> None:
    assert Redactor(["abcd", "abcdefgh"]).text("abcdefgh") == "***"


def test_very_short_values_are_left_alone() -> None:
    assert Redactor(["a", ""]).text("banana") == "banana"


TEXTS = [
    ("https://user:pw@example.com/a", "https://***@example.com/a"),
    ("see https://example.com/a?token=x&q=1#f now", "see https://example.com/a?token=***&q=***#f now"),
    ("https://example.com/a?signed", "https://example.com/a?***"),
    ("https://open.feishu.cn/open-apis/bot/v2/hook/0123-abcd", "https://open.feishu.cn/open-apis/bot/v2/hook/***"),
    ("https://oapi.dingtalk.com/robot/send?access_token=1", "https://oapi.dingtalk.com/robot/send?access_token=***"),
    ("https://example.com/path/to/page", "https://example.com/path/to/page"),
    ("Authorization: Bearer abcdef123456", "Authorization: Bearer ***"),
    ("Basic dXNlcjpwdw==", "Basic ***"),
    ("sk-abcdefghijklmnop1234", "***"),
    ("ghp_abcdefghijklmnop1234", "***"),
    ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc", "***"),
    ("x-eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc", "x-***"),
    ("eyJhbGciOiJIUzI1NiJ9 alone is a cursor, say", "eyJhbGciOiJIUzI1NiJ9 alone is a cursor, say"),
    ("x.x.postgres://user:pw@host/a", "x.x.postgres://***@host/a"),
    ("SEC" + "0a" * 32, "***"),
    ("a basic idea of tokens", "a basic idea of tokens"),
    ("选题：如何写好提示词？", "选题：如何写好提示词？"),
]


@pytest.mark.parametrize(("text", "shown"), TEXTS)
def test_texts(text: str, shown: str) -> None:
    assert redact_text(text) == shown


VALUES: list[tuple[Any, Any]] = [
    (
        {"apiKey": "x", "webhookUrl": "y", "client_secret": {"a": 1}},
        {"apiKey": "***", "webhookUrl": "***", "client_secret": "***"},
    ),
    ({"max_tokens": 5, "author": "Ada", "key": "q", "secret": "", "token": None}, ...),
    (
        [{"key": "Authorization", "value": "x"}, {"key": "Accept", "value": "y"}],
        [{"key": "Authorization", "value": "***"}, {"key": "Accept", "value": "y"}],
    ),
    ({"name": "X-Api-Key", "value": "x"}, {"name": "X-Api-Key", "value": "***"}),
    ({"enabled": True, "n": 1.5, "nothing": None}, ...),
]


@pytest.mark.parametrize(("value", "shown"), VALUES)
def test_values(value: Any, shown: Any) -> None:
    assert redact(value) == (value if shown is ... else shown)


@pytest.mark.parametrize(
    "name", ["Authorization", "X-API-Key", "apiKey", "Cookie", "access_token", "webhookUrl", "sign", "passwd"]
)
def test_secret_names(name: str) -> None:
    assert is_secret_name(name)


@pytest.mark.parametrize("name", ["max_tokens", "design", "monkey", "author", "title", "keyword", "assignments"])
def test_ordinary_names(name: str) -> None:
    assert not is_secret_name(name)


def test_secrets_of_a_config_are_found() -> None:
    config = {
        "headers": [{"key": "Authorization", "value": "Bearer abcdefgh"}],
        "apiKey": "k1",
        "url": "http://x/?q=tea&token=t0k3n",
    }
    assert secrets_in(config) == {"Bearer abcdefgh", "abcdefgh", "k1", "t0k3n"}


def test_the_token_of_an_address_is_a_secret_of_its_own() -> None:
    assert secret_parts("https://x.example/hook/abcdefgh12") == {"https://x.example/hook/abcdefgh12", "abcdefgh12"}
    assert "abcdefgh12" in secret_parts("https://x.example/send?key=abcdefgh12")
    assert "abcdefgh" in secret_parts("https://x.example/send?key=abcdefgh")


@pytest.mark.parametrize("address", ["https://cms.example/hooks/articles", "https://x.example/in.php?format=markdown"])
def test_words_of_an_address_stay(address: str) -> None:
    assert secret_parts(address) == {address}


def test_a_secret_that_the_cut_goes_through_is_gone() -> None:
    assert redact_beginning("0123 sk-abcdefghijklmnop1234", 12) == "0123 ***"
