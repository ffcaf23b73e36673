"""The form of `agent_profile.json`."""

from typing import Any

import pytest
from pydantic import ValidationError

from agents.profiles.document import AgentDocument

FOREIGN: dict[str, Any] = {
    "id": "butler",
    "name": "Butler",
    "version": "0.1.0",
    "schema_version": "1.0",
    "core_deliberation_workflow_id": None,
    "description": "Keeps the house.",
    "initial_private_state_schema": {"type": "object"},
    "initial_private_state_values": {"mood": "calm"},
    "knowledge_base_references": [{"source_id": "house", "alias": "House", "access_permissions": "read_only"}],
    "subscribed_event_types": ["door_bell"],
    "skill_workflow_ids_inventory": ["make_tea"],
    "tool_ids_inventory": ["system:get_current_time", "kb:Query", "workflow:summarize_text"],
    "initial_goals_reference": [{"caiu_id": "g1", "kb_alias_or_id": "House", "activation_priority": 1}],
    "custom_metadata": {"colour": "blue"},
    "x_made_by": "another program",
}


def test_a_foreign_profile_keeps_all_that_it_holds() -> None:
    read = AgentDocument.model_validate(FOREIGN).to_json()
    assert read == {**read, **FOREIGN, "core_deliberation_workflow_id": ""}
    assert AgentDocument.read(read).to_json() == read


def test_only_a_name_is_needed() -> None:
    profile = AgentDocument.model_validate({"name": "Tea"})
    assert (profile.model.provider, profile.limits.on_tool_failure) == ("offline", "tell_model")


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"name": "A", "model": {"temperature": 3}},
        {"name": "A", "model": {"effort": "much"}},
        {"name": "A", "model": {"extra_body": {"messages": []}}},
        {"name": "A", "prompts": {"sytem": "typed wrongly"}},
        {"name": "A", "limits": {"max_tool_rounds": 11}},
        {"name": "A", "tool_ids_inventory": "kb:Query"},
    ],
)
def test_what_does_not_fit_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        AgentDocument.model_validate(wrong)
