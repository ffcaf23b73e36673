"""Function names: after titles, legal for every API, the same every time, and never one for two tools."""

import itertools
import random

import pytest

from tools.core.naming.names import (
    MAX_LENGTH,
    RESERVED,
    function_name,
    function_names,
    hashed_names,
    is_legal,
    names_by_age,
)
from tools.core.tool_id import ToolId

FIRST, SECOND, THIRD = (ToolId(f"tool:{number}") for number in (1, 2, 3))
NAMED = [
    ("tool:1", "Search orders", "search_orders"),
    ("tool:1", "  Search -- Orders!  ", "search_orders"),
    ("inline:t1", "GitHub trending", "github_trending"),
    ("mcp:1:echo", "Everything: Echo Tool", "everything_echo_tool"),
    ("workflow:summarize", "Summarize a text", "summarize_a_text"),
    ("agent:butler", "Butler", "butler"),
    ("kb:Query", "Knowledge base", "knowledge_base"),
    ("tool:1", "发布需求", "fa_bu_xu_qiu"),
    ("tool:1", "视频URL（抖音）", "shi_pin_url_dou_yin"),
    ("tool:1", "Café crème", "cafe_creme"),
    ("tool:1", "Поиск заказов", "poisk_zakazov"),
    ("tool:1", "てすと", "tesuto"),
    ("tool:1", "3D print", "_3d_print"),
    ("tool:1", "…", "tool"),
    ("workflow:w", "", "workflow"),
    ("tool:1", "x" * 100, "x" * 64),
    ("system:get_current_time", "Current time", "sys_get_current_time"),
    ("materials:search", "Search", "materials_search"),
]
TITLES = [
    "Search",
    "search",
    "发布",
    "",
    "🙂",
    "code execution",
    "x" * 70,
    "9",
    "\u202e",
    "a\nb",
    "search_3a",
    "Sys now",
]


@pytest.mark.parametrize(("text", "title", "name"), NAMED)
def test_functions_are_named_after_titles(text: str, title: str, name: str) -> None:
    tool_id = ToolId(text)
    assert function_name(tool_id, title) == name
    assert is_legal(name)
    assert function_names({tool_id: title}) == {tool_id: name}


def test_a_shared_name_gets_an_id_for_all_who_share_it_whatever_their_order() -> None:
    tools = {FIRST: "Search orders", SECOND: "search ORDERS", THIRD: "Send"}
    names = function_names(tools)
    assert names[THIRD] == "send"
    assert names[FIRST] != names[SECOND]
    assert all(names[tool].startswith("search_orders_") for tool in (FIRST, SECOND))
    for order in itertools.permutations(tools.items()):
        assert function_names(dict(order)) == names


def test_what_providers_run_themselves_keeps_its_name() -> None:
    (name,) = function_names({FIRST: "Code execution"}).values()
    assert name not in RESERVED
    assert name.startswith("code_execution_")


def test_names_that_a_conversation_has_used_stay_and_stay_taken() -> None:
    known = {"tool:1": "old_title", "tool:gone": "send"}
    names = function_names({FIRST: "New title", SECOND: "Old title", THIRD: "Send"}, known)
    assert names[FIRST] == "old_title"
    assert names[SECOND].startswith("old_title_")
    assert names[THIRD].startswith("send_")


def test_any_tools_get_legal_names_that_differ() -> None:
    draw = random.Random(7)  # noqa: S311  not for secrets
    for _ in range(300):
        kinds = draw.choices(["tool", "mcp", "workflow", "system", "inline", "odd"], k=20)
        tools = {ToolId(f"{kind}:{number}"): draw.choice(TITLES) for number, kind in enumerate(kinds)}
        names = function_names(tools)
        assert names.keys() == tools.keys()
        assert len(set(names.values())) == len(names)
        assert all(is_legal(name) and len(name) <= MAX_LENGTH for name in names.values())


def test_the_oldest_tool_of_a_name_keeps_it_whatever_comes_later() -> None:
    tools = {FIRST: "Search orders", SECOND: "search ORDERS", THIRD: "Send", ToolId("tool:4"): "Search orders"}
    for count in range(1, len(tools) + 1):
        some = dict(list(tools.items())[:count])
        names = function_names(some, names_by_age(some))
        assert names[FIRST] == "search_orders"
        assert all(names[tool] in hashed_names(tool, some[tool]) for tool in some if tool in (SECOND, ToolId("tool:4")))
        assert len(set(names.values())) == count
