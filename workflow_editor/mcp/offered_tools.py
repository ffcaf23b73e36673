"""Tools and workflows offered to a caller over MCP, each through the gateway."""

import uuid
from collections.abc import Sequence
from contextlib import closing

from django.contrib.auth.models import User
from django.db.models import Max

from tools.adapters.gateway_factory import gateway
from tools.calls.toolbox import GatewayToolbox
from tools.core.concurrency.cancellation import CancelScope
from tools.core.definitions import DEFAULT_TOOL_TIMEOUT_S, CallContext, OfferedTool, ToolCall, ToolRef
from tools.core.envelope import ToolResult
from tools.core.naming.names import hashed_names, names_by_age
from tools.core.remembered import Remembered
from tools.core.tool_id import ToolId, ToolKind
from tools.selectors.policies import caller_of, policy_revision
from tools.selectors.tool_configs import TOOLS
from workflow_editor.models import Workflow
from workflow_editor.selectors.access import is_visible_to
from workflow_editor.services.offered_names import given_names, keep_names
from workflow_editor.services.workflow_functions import offered_workflows


class NotOfferedError(LookupError):
    """A call names nothing that is offered to this caller."""


def offered_tools(user: User) -> Sequence[OfferedTool]:
    """Return what the user may call, the tools first. Tools of MCP servers are asked for."""
    with closing(_offer(user)) as toolbox:
        return toolbox.tools()


def call_offered(user: User, name: str, arguments: dict[str, object], token_id: int | None = None) -> ToolResult:
    """Call an offered tool; a failing tool is a result, not an error.

    `token_id` is the calling API token, which may read the answer of a run that it starts. Raises NotOfferedError if
    nothing of this name is offered.
    """
    tool = _named(user, name)
    current = tool.function.name
    context = CallContext(caller=caller_of(user), origin="mcp", token_id=token_id)
    # The rules of this moment decide if this one may be used.
    with closing(gateway().offer([ToolRef(tool.tool_id)], context, names={tool.tool_id: current})) as toolbox:
        if current not in {one.function.name for one in toolbox.tools()}:
            raise NotOfferedError(name)
        call = ToolCall(f"mcp_{uuid.uuid4().hex[:12]}", current, arguments)
        return toolbox.call(call, timeout_s=DEFAULT_TOOL_TIMEOUT_S, cancel=CancelScope())


_offers: Remembered[int, tuple[object, Sequence[OfferedTool]]] = Remembered(200)
"""The last offer to a person, with the mark of that moment: a mark is read at each call, so nothing else need be asked
whether the offer is still right, whichever process or command has changed it."""


def _named(user: User, name: str) -> OfferedTool:
    """Return the tool that a name means in the whole offer, which is made again only when it may be another.

    Raises:
        NotOfferedError: none.
    """
    mark = offer_mark(user)
    known, offered = _offers.get(user.pk) or (None, ())
    try:
        return _current(offered if known == mark else (), name)
    except NotOfferedError:
        # A server of tools may have got the name since, unnoticed.
        offered = offered_tools(user)
        _offers.put(user.pk, (mark, offered))
        return _current(offered, name)


def offer_mark(user: User) -> object:
    """Return a value that changes whenever the user's offer may have changed.

    Other MCP servers are not asked: their tools may change unnoticed.
    """
    tools = TOOLS.may("list", user).filter(offered_over_mcp=True).values_list("id", "updated_at")
    workflows = Workflow.objects.filter(is_visible_to(user), offered_over_mcp=True).annotate(
        published=Max("versions__number")
    )
    marks = workflows.values_list("slug", "name", "description", "revision", "published", "owner_id")
    return set(tools), set(marks), policy_revision(), caller_of(user).roles


def _offer(user: User) -> GatewayToolbox:
    tools = list(TOOLS.may("list", user).filter(offered_over_mcp=True, enabled=True))
    workflows = offered_workflows(user)
    made = [(tool.created_at, ToolId(tool.tool_id), tool.name) for tool in tools]
    made += [(row.created_at, ToolId.of(ToolKind.WORKFLOW, row.slug), row.name) for row in workflows]
    refs = [ToolRef(ToolId(tool.tool_id)) for tool in tools]
    refs += [ToolRef(ToolId.of(ToolKind.WORKFLOW, row.slug)) for row in workflows]
    context = CallContext(caller=caller_of(user), origin="mcp")
    oldest_first = sorted(made, key=lambda one: (one[0], str(one[1])))
    known = given_names(user)
    names = names_by_age({tool_id: title for _, tool_id, title in oldest_first}, known)
    toolbox = gateway().offer(refs, context, names=names)
    keep_names(user, {str(tool.tool_id): tool.function.name for tool in toolbox.tools()}, known)
    return toolbox


def _current(offered: Sequence[OfferedTool], name: str) -> OfferedTool:
    """Return what was offered under a name; longer ones, of when others had the plain one, stay valid.

    Raises NotOfferedError if nothing was offered under it.
    """
    found = [tool for tool in offered if tool.function.name == name]
    found = found or [tool for tool in offered if name in hashed_names(tool.tool_id, tool.title)]
    if len(found) != 1:
        raise NotOfferedError(name)
    return found[0]
