"""Secrets are taken out of settings before these are stored, and put back before a call."""

from typing import Any

import pytest

from tools.executors.contract.secret_places import gap_pointers, put_secrets, secret_pointers, take_secrets
from tools.executors.custom.settings import CustomConfig
from tools.executors.feishu.notification import FeishuConfig
from tools.executors.http_request.settings import HttpRequestConfig

PLACES: list[tuple[dict[str, Any], dict[str, Any], dict[str, str]]] = [
    (
        {"url": "https://a.example/?q=tea&token=s1&x=1"},
        {"url": "https://a.example/?q=tea&token=***&x=1"},
        {"url?token": "s1"},
    ),
    (
        {"url": "https://a.example/?key=s1&key=s2"},
        {"url": "https://a.example/?key=***&key=***"},
        {"url?key": "s1", "url?key#2": "s2"},
    ),
    (
        {"url": "https://hooks.example.com/services/T01/B02/abcdefgh?x=1"},
        {"url": "https://hooks.example.com/services/***?x=1"},
        {"url?hook": "T01/B02/abcdefgh"},
    ),
    (
        {"headers": [{"key": " X-API-Key ", "value": "s1"}, {"key": "Accept", "value": "a"}]},
        {"headers": [{"key": " X-API-Key ", "value": None}, {"key": "Accept", "value": "a"}]},
        {"headers/x-api-key": "s1"},
    ),
    (
        {"body": '{"user": "u", "password" : "s\\"1"}'},
        {"body": '{"user": "u", "password" : "***"}'},
        {"body?password": 's\\"1'},
    ),
    ({"body": "password=s1&user=u"}, {"body": "password=***&user=u"}, {"body?password": "s1"}),
]


@pytest.mark.parametrize(("config", "plain", "secrets"), PLACES)
def test_what_is_taken_out_can_be_put_back(
    config: dict[str, Any], plain: dict[str, Any], secrets: dict[str, str]
) -> None:
    assert take_secrets(HttpRequestConfig, config) == (plain, secrets)
    assert put_secrets(HttpRequestConfig, plain, secrets) == config
    assert take_secrets(HttpRequestConfig, plain) == (plain, {})
    assert len(secret_pointers(HttpRequestConfig, config)) == 1
    assert secret_pointers(HttpRequestConfig, plain) == []


@pytest.mark.parametrize(
    "config",
    [
        {"url": "https://a.example/token/items?page=2&tokens=5"},
        {"url": "https://a.example/?token={{inputs.token}}"},
        {"headers": [{"key": "Authorization", "value": "Bearer {{ inputs.token }}"}]},
        {"headers": [{"key": "Authorization", "value": ""}]},
        {"headers": [{"key": "Authorization"}, "no row", {"value": 1}], "timeout": 5, "url": None},
    ],
)
def test_what_is_not_secret_or_malformed_stays(config: dict[str, Any]) -> None:
    assert take_secrets(HttpRequestConfig, config) == (config, {})


def test_marked_fields_leave_the_settings() -> None:
    config = {"webhookUrl": "https://x.example/hook/abc", "title": "News", "secret": ""}
    assert take_secrets(FeishuConfig, config) == (
        {"title": "News"},
        {"webhookUrl": "https://x.example/hook/abc", "secret": ""},
    )
    assert secret_pointers(FeishuConfig, config) == ["/webhookUrl"]


def test_program_code_is_left_alone() -> None:
    config = {"script": 'ask("https://a.example/?token=abc")'}
    assert take_secrets(CustomConfig, config) == (config, {})


def test_a_new_value_wins_over_the_stored_one() -> None:
    given = {"url": "https://a.example/?token=new", "headers": [{"key": "Cookie", "value": None}]}
    full = put_secrets(HttpRequestConfig, given, {"url?token": "old", "headers/cookie": "c"})
    assert full == {"url": "https://a.example/?token=new", "headers": [{"key": "Cookie", "value": "c"}]}


def test_gaps_that_nothing_fills_are_found() -> None:
    assert gap_pointers(HttpRequestConfig, {"url": "https://a.example/?token=***&q=***"}) == ["/url"]
    assert gap_pointers(HttpRequestConfig, {"url": "https://a.example/?q=***"}) == []


def test_an_unknown_type_has_no_marked_fields_but_secrets_all_the_same() -> None:
    assert take_secrets(None, {"url": "https://a.example/?token=s1"})[1] == {"url?token": "s1"}
