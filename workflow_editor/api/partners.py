"""The addresses of those who answer in conversations: an agent's, or that of a workflow's chat page."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

from workflow_editor.api.requests import user_of
from workflow_editor.conversations.partners import Partner, agent_partner, workflow_partner

AGENT = OpenApiParameter("agent_id", OpenApiTypes.STR, OpenApiParameter.PATH, description="Id or short name.")


def partner_at(request: Any, parts: Mapping[str, Any], *, is_draft: bool = False) -> Partner:
    """Return the partner at `agent_id`, or `workflow_id` and `node_key`; `is_draft` uses the unpublished workflow."""
    user = user_of(request)
    if "agent_id" in parts:
        return agent_partner(user, parts["agent_id"])
    return workflow_partner(user, parts["workflow_id"], parts["node_key"], is_draft=is_draft)
