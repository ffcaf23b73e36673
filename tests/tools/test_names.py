"""Function names: legal for every API, the same every time, and never one for two tools."""

import pytest

from tools.names import AliasTable, function_alias, is_legal

PLAIN = [
    ("system:get_current_time", "sys_get_current_time"),
    ("workflow:summarize_text", "wf_summarize_text"),
    ("mcp:search", "mcp_search"),
]
ODD = [
    "workflow:摘要",
    "workflow:a/b c.d",
    "workflow:" + "x" * 80,
    "mcp:server.tool",
    "tool:3f2c",
    "inline:tool_1732",
    "9lives",
    "other:thing!",
    "",
]


@pytest.mark.parametrize(("tool_id", "name"), PLAIN)
def test_readable_ids_get_a_prefix(tool_id: str, name: str) -> None:
    assert function_alias(tool_id) == name


@pytest.mark.parametrize("tool_id", ODD)
def test_every_alias_is_legal_and_stable(tool_id: str) -> None:
    assert is_legal(function_alias(tool_id))
    assert function_alias(tool_id) == function_alias(tool_id)


def test_changed_names_stay_apart() -> None:
    assert len({function_alias(f"workflow:{word}") for word in ("摘要", "提要", "a b", "a.b", "a_b")}) == 5


def test_configured_tools_are_named_after_their_executor() -> None:
    first, second = (function_alias(f"tool:{number}", base="send_notification") for number in (1, 2))
    assert first != second
    assert first.startswith("send_notification_")


def test_the_table_leads_both_ways() -> None:
    table = AliasTable([("tool:1", "http_request"), ("system:now", ""), ("tool:1", "http_request")])
    alias = table.alias("tool:1")
    assert alias is not None
    assert table.tool_id(alias) == "tool:1"
    assert table.tool_id("sys_now") == "system:now"
    assert table.alias("tool:2") is None
    assert table.tool_id("made_up") is None


def test_a_clash_lengthens_the_newcomers_hash() -> None:
    table = AliasTable([("system:now", "")])
    clashing = table.add("sys_now")
    assert clashing != "sys_now"
    assert is_legal(clashing)
    assert table.tool_id(clashing) == "sys_now"
