"""Tools and workflows offered to a caller over MCP, each through the gateway."""

import uuid
from collections.abc import Mapping, Sequence
from contextlib import closing

from django.contrib.auth.models import User
from django.db.models import Max

from tools.adapters.gateway_factory import gateway
from tools.calls.toolbox import GatewayToolbox
from tools.core.cancellation import CancelScope
from tools.core.definitions import DEFAULT_TOOL_TIMEOUT_S, CallContext, OfferedTool, ToolCall, ToolRef
from tools.core.envelope import ToolResult
from tools.core.names import hashed_names, names_by_age
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
    with closing(_offer(user, None)) as toolbox:
        return toolbox.tools()


def call_offered(user: User, name: str, arguments: dict[str, object], token_id: int | None = None) -> ToolResult:
    """Call an offered tool; a failing tool is a result, not an error.

    `token_id` is the calling API token, which may read the answer of a run that it starts. Raises NotOfferedError if
    nothing of this name is offered.
    """
    with closing(_offer(user, token_id)) as toolbox:
        call = ToolCall(f"mcp_{uuid.uuid4().hex[:12]}", _current_name(toolbox.tools(), name), arguments)
        return toolbox.call(call, timeout_s=DEFAULT_TOOL_TIMEOUT_S, cancel=CancelScope())


def offer_mark(user: User) -> object:
    """Return a value that changes whenever the user's offer may have changed.

    Other MCP servers are not asked: their tools may change unnoticed.
    """
    tools = tool_config_list(user=user).filter(offered_over_mcp=True).values_list("id", "updated_at")
    workflows = Workflow.objects.filter(is_visible_to(user), offered_over_mcp=True).annotate(
        published=Max("versions__number")
    )
    marks = workflows.values_list("slug", "name", "description", "revision", "published", "owner_id")
    return set(tools), set(marks), policy_revision(), caller_of(user).roles


def _offer(user: User, token_id: int | None) -> GatewayToolbox:
    tools = list(tool_config_list(user=user).filter(offered_over_mcp=True, enabled=True))
    workflows = offered_workflows(user)
    made = [(tool.created_at, ToolId(tool.tool_id), tool.name) for tool in tools]
    made += [(row.created_at, ToolId.of(ToolKind.WORKFLOW, row.slug), row.name) for row in workflows]
    refs = [ToolRef(ToolId(tool.tool_id)) for tool in tools]
    refs += [ToolRef(ToolId.of(ToolKind.WORKFLOW, row.slug)) for row in workflows]
    context = CallContext(caller=caller_of(user), origin="mcp", token_id=token_id)
    return gateway().offer(refs, context, names=_stable_names(made))


def _stable_names(made: Sequence[tuple[object, ToolId, str]]) -> Mapping[str, str]:
    """Return the names that are never given to what is made later: clients have them in their settings."""
    oldest_first = sorted(made, key=lambda one: (one[0], str(one[1])))
    return names_by_age({tool_id: title for _, tool_id, title in oldest_first})


def _current_name(offered: Sequence[OfferedTool], name: str) -> str:
    """Return the current name of an offered tool; longer names from earlier conflicts stay valid.

    Raises NotOfferedError if nothing was offered under it.
    """
    names = [tool.function.name for tool in offered]
    if name in names:
        return name
    found = [tool.function.name for tool in offered if name in hashed_names(tool.tool_id, tool.title)]
    if len(found) != 1:
        raise NotOfferedError(name)
    return found[0]
