"""Origins: the same for all spellings of an address, another for everything that another server could answer."""

from typing import Any, get_args

import pytest

from tools.core.definitions import CallContext, Caller, CallOrigin, CredentialUse
from tools.core.errors import OriginNotConfirmedError, OutboundBlockedError
from tools.executors.builtin import EXECUTORS
from tools.executors.contract.executor import ToolModel
from tools.executors.contract.schema import secret_fields
from tools.executors.registry import AnyExecutor
from tools.outbound.addresses import AddressGuard
from tools.outbound.origins import (
    ForgetfulOrigins,
    OriginGuard,
    fixed_origins,
    has_fixed_origin,
    keeps_secrets,
    origin_of,
    question,
    refusal,
)

SAME = [
    ("https://api.example.com/", "https://API.Example.COM/other?x=1#y"),
    ("https://api.example.com/", "https://api.example.com:443/"),
    ("https://api.example.com/", "https://api.example.com./"),
    ("https://api.example.com/", "  https://api.example.com  "),
    ("http://api.example.com/", "HTTP://api.example.com:80"),
    ("https://münchen.example/", "https://xn--mnchen-3ya.example/"),
    ("https://münchen.example/", "https://MÜNCHEN.example/"),
    ("https://api.example.com/", "https://api。example。com/"),
    ("http://[2001:db8::1]/", "http://[2001:0DB8:0:0:0:0:0:1]:80/"),
    ("http://127.0.0.1:8080/", "http://127.1:8080/"),
    ("http://127.0.0.1/", "http://0x7f.0.0.1/"),
    ("http://127.0.0.1/", "http://2130706433/"),
]
OTHER = [
    ("https://api.example.com/", "http://api.example.com/"),
    ("https://api.example.com/", "http://api.example.com:443/"),
    ("https://api.example.com/", "https://api.example.com:8443/"),
    ("https://api.example.com/", "https://api.example.com.evil.example/"),
    ("https://api.example.com/", "https://example.com/"),
    ("https://api.example.com/", "https://api.example.com@evil.example/"),
    ("https://api.example.com/", "https://evil.example/https://api.example.com/"),
    ("https://api.example.com/", "https://evil.example\\@api.example.com.evil.example/"),
    ("https://münchen.example/", "https://munchen.example/"),
    ("https://api.example.com/", "https://аpi.example.com/"),
    ("http://127.0.0.1/", "http://[::1]/"),
    ("http://[2001:db8::1]/", "http://[2001:db8::2]/"),
]


@pytest.mark.parametrize(("one", "another"), SAME)
def test_spellings_of_one_origin_are_one(one: str, another: str) -> None:
    assert origin_of(one) == origin_of(another)


@pytest.mark.parametrize(("one", "another"), OTHER)
def test_what_another_server_answers_is_another_origin(one: str, another: str) -> None:
    assert origin_of(one) != origin_of(another)


@pytest.mark.parametrize("address", ["", "not an address", "https://", "/path", "http://[::1", "https://:443/"])
def test_what_has_no_host_has_no_origin(address: str) -> None:
    with pytest.raises(OutboundBlockedError):
        origin_of(address)


@pytest.mark.parametrize(("one", "another"), [*SAME, *OTHER])
def test_the_origin_is_of_the_very_address_that_is_called(one: str, another: str) -> None:
    """No second reading of an address may disagree with the one that connections are made with."""
    for address in (one, another):
        try:
            called = AddressGuard(["0.0.0.0/0", "::/0", "localhost"]).check_url(address)
        except OutboundBlockedError:
            continue
        assert origin_of(address) == origin_of(called)


@pytest.mark.parametrize(
    ("address", "is_fixed"),
    [
        ("https://api.example.com/{{ inputs.path }}", True),
        ("https://api.example.com/?q={{ inputs.q }}", True),
        ("https://api.example.com?q={{ inputs.q }}", True),
        ("https://api.example.com{{ inputs.path }}", False),
        ("https://{{ inputs.host }}/", False),
        ("https://api.{{ inputs.domain }}/", False),
        ("https://api.example.com:{{ inputs.port }}/", False),
        ("{{ inputs.scheme }}://api.example.com/", False),
        ("{{ inputs.url }}", False),
        ("{% if a %}https://a.example/{% endif %}", False),
        ("", False),
    ],
)
def test_only_what_is_written_out_counts_as_fixed(address: str, is_fixed: bool) -> None:
    assert has_fixed_origin(address) is is_fixed
    assert bool(fixed_origins(address)) is is_fixed


@pytest.mark.parametrize(
    ("before", "after", "stay"),
    [
        (["https://a.example"], ["https://a.example"], True),
        (["https://a.example", "https://b.example"], ["https://b.example"], True),
        (["https://a.example"], [], True),
        (["https://a.example"], ["https://b.example"], False),
        (["https://a.example"], ["https://a.example", "https://b.example"], False),
        ([], ["https://a.example"], False),
    ],
)
def test_secrets_stay_only_where_they_were_typed_for(before: list[str], after: list[str], stay: bool) -> None:
    assert keeps_secrets(before, after) is stay


SETTINGS: dict[str, dict[str, Any]] = {
    "http-request": {"url": "https://api.example.com/{{ inputs.path }}"},
    "openapi": {"url": "https://api.example.com"},
    "code-runner": {"url": "https://runner.example.com"},
    "mcp-server": {"url": "https://mcp.example.com/mcp"},
    "database-query": {"host": "db.example.com"},
    "database-write": {"host": "db.example.com"},
    "searxng": {"url": "https://search.example.com"},
    "jira": {"url": "https://tea.atlassian.net"},
    "wordpress": {"url": "https://blog.example.com"},
    "imap": {"host": "imap.example.com"},
    "oss-file-read": {"bucket": "files", "region": "cn-hangzhou"},
    "oss-file-list": {"bucket": "files", "region": "cn-hangzhou"},
    "oss-file-transfer": {"bucket": "files", "region": "cn-hangzhou"},
    "blog-save": {"webhookUrl": "https://cms.example.com/hook"},
    "blog-en-save": {"webhookUrl": "https://cms.example.com/hook"},
    "social-media-article-save": {"webhookUrl": "https://cms.example.com/hook"},
    "xiaohongshu": {"bridgeUrl": "https://bridge.example.com"},
    "notification-feishu": {"webhookUrl": "https://open.feishu.cn/open-apis/bot/v2/hook/0123456789"},
    "notification-dingtalk": {"webhookUrl": "https://oapi.dingtalk.com/robot/send?access_token=0123456789"},
    "notification-wecom": {"webhookUrl": "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=0123456789"},
}


def _holds_secrets(config: type[ToolModel]) -> bool:
    return bool(secret_fields(config)) or "headers" in config.model_fields


HOLD_SECRETS: list[tuple[AnyExecutor, str, type[ToolModel]]] = [
    (executor, tool.ui_type, tool.config)
    for executor in EXECUTORS
    for tool in executor.ui_tools
    if _holds_secrets(tool.config)
]


@pytest.mark.parametrize(
    ("executor", "ui_type", "config"), HOLD_SECRETS, ids=[ui_type for _, ui_type, _ in HOLD_SECRETS]
)
def test_every_tool_with_secrets_states_where_they_go(
    executor: AnyExecutor, ui_type: str, config: type[ToolModel]
) -> None:
    assert executor.origins(config.model_validate(SETTINGS.get(ui_type, {})))


ALICE, BOB = Caller(1, "alice"), Caller(2, "bob")


def calling(caller: Caller, origin: CallOrigin) -> CallContext:
    return CallContext(caller, origin=origin)


class Remembering(ForgetfulOrigins):
    """Remembers what was asked."""

    def __init__(self) -> None:
        self.asked_for: list[str] = []

    def asked(self, credential_id: str, origin: str, context: CallContext) -> None:
        self.asked_for.append(origin)


@pytest.mark.parametrize(
    ("origins", "context", "outcome"),
    [
        (["https://a.example"], calling(BOB, "model"), "passes"),
        *(
            (origins, calling(caller, way), "asks")
            for origins in ([], ["https://b.example"])
            for caller in (ALICE, BOB, Caller(None))
            for way in get_args(CallOrigin)
        ),
    ],
)
def test_a_credential_goes_only_to_addresses_that_its_owner_allowed(
    origins: list[str], context: CallContext, outcome: str
) -> None:
    store = Remembering()
    guard = OriginGuard(CredentialUse("c1", "Shop", 1, "alice", frozenset(origins)), store, context)
    if outcome == "asks":
        with pytest.raises(OriginNotConfirmedError) as raised:
            guard.check("https://a.example")
        assert raised.value.details == {"credential_id": "c1", "credential": "Shop", "origin": "https://a.example"}
        assert "alice" in raised.value.text.en
        assert "alice" in raised.value.text.in_language("zh")
    else:
        guard.check("https://a.example")
    assert store.asked_for == (["https://a.example"] if outcome == "asks" else [])


@pytest.mark.parametrize("known", [4, 200])
def test_a_sentence_names_few_of_many_known_origins(known: int) -> None:
    origins = frozenset(f"https://{number:03}.example" for number in range(known))
    use = CredentialUse("c1", "Shop", 1, "alice", origins)
    for text in (refusal(use, "https://b.example").text, question(use, "https://b.example")):
        assert text.en.count("https://") == text.in_language("zh").count("https://") == 4
        assert f"{known - 3} more" in text.en
        assert f"另外 {known - 3} 个地址" in text.in_language("zh")
