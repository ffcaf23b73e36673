"""Stored events are read back as they were emitted."""

from agents.core.events import ToolCallStarted, read_event
from tools.core.tool_id import ToolId


def test_a_stored_event_has_values_of_its_fields_types() -> None:
    event = ToolCallStarted("c1", 1, ToolId("mcp:42:search"), "f", "F", {"a": [1]}, node_key="agent", scope="/each.0")
    again = read_event(ToolCallStarted, "agent", event.payload())
    assert again == event
    assert (type(again.tool_id), again.tool_id.function) == (ToolId, "search")
