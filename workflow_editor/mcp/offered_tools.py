"""What a caller may use over MCP: chosen tools and workflows, each through the gateway."""

import uuid
from collections.abc import Sequence
from contextlib import closing

from django.contrib.auth.models import User
from django.db.models import Max

from tools.adapters.gateway_factory import gateway
from tools.core.cancellation import CancelScope
from tools.core.definitions import DEFAULT_TOOL_TIMEOUT_S, CallContext, OfferedTool, ToolCall, ToolRef
from tools.core.envelope import ToolResult
from tools.core.tool_id import ToolId, ToolKind
from tools.selectors.policies import caller_of, policy_revision
from tools.selectors.tool_configs import tool_config_list
from workflow_editor.models import Workflow
from workflow_editor.selectors.access import is_visible_to
from workflow_editor.services.workflow_functions import offered_workflows


class NotOfferedError(LookupError):
    """A call names nothing that is offered to this caller."""


def offered_tools(user: User) -> Sequence[OfferedTool]:
    """Return what the user may call, the tools first. Tools of MCP servers are asked for."""
    with closing(gateway().offer(_refs(user), _context(user))) as toolbox:
        return toolbox.tools()


def call_offered(user: User, name: str, arguments: dict[str, object]) -> ToolResult:
    """Call one of them; a failing tool is a result, not an error.

    Raises:
        NotOfferedError: there is nothing of this name for the user.
    """
    with closing(gateway().offer(_refs(user), _context(user))) as toolbox:
        if name not in {tool.function.name for tool in toolbox.tools()}:
            raise NotOfferedError(name)
        call = ToolCall(f"mcp_{uuid.uuid4().hex[:12]}", name, arguments)
        return toolbox.call(call, timeout_s=DEFAULT_TOOL_TIMEOUT_S, cancel=CancelScope())


def offer_mark(user: User) -> object:
    """Return something that is another whenever what is offered to the user may have become another.

    Nobody outside is asked: tools of other MCP servers may change unnoticed.
    """
    tools = tool_config_list(user=user).filter(offered_over_mcp=True).values_list("id", "updated_at")
    workflows = Workflow.objects.filter(is_visible_to(user), offered_over_mcp=True).annotate(
        published=Max("versions__number")
    )
    marks = workflows.values_list("slug", "name", "description", "revision", "published", "owner_id")
    return set(tools), set(marks), policy_revision(), caller_of(user).roles


def _refs(user: User) -> list[ToolRef]:
    tools = tool_config_list(user=user).filter(offered_over_mcp=True, enabled=True)
    return [
        *(ToolRef(tool.tool_id) for tool in tools),
        *(ToolRef(ToolId.of(ToolKind.WORKFLOW, slug)) for slug in offered_workflows(user)),
    ]


def _context(user: User) -> CallContext:
    return CallContext(caller=caller_of(user), origin="mcp")
