"""Ids of an inventory as the gateway knows them."""

import pytest

from agents.profiles.inventory import gateway_ids
from tools.core.tool_id import ToolId


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("system:get_current_time", "system:get_current_time"),
        ("get_current_time", "system:get_current_time"),
        ("workflow:summarize_text", "workflow:summarize_text"),
        ("kb:Query", "kb:Query"),
        ("agent:butler", "agent:butler"),
        ("nobody_knows_it", "nobody_knows_it"),
    ],
)
def test_an_id_without_a_prefix_is_a_native_tool(written: str, meant: str) -> None:
    assert gateway_ids([ToolId(written)]) == [meant]


def test_skills_are_workflows_and_nothing_comes_twice() -> None:
    found = gateway_ids(
        map(ToolId, ["workflow:tea", "get_current_time", "system:get_current_time"]),
        map(ToolId, ["tea", "workflow:milk"]),
    )
    assert found == ["workflow:tea", "system:get_current_time", "workflow:milk"]
