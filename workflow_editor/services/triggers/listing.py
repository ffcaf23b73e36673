"""One call of a poll's tool, with somebody's rights, through the gateway: what it lists now."""

import hashlib
import json
import uuid
from contextlib import closing
from dataclasses import replace

from django.contrib.auth.models import User

from tools.adapters.gateway_factory import gateway
from tools.core.call.advice import RESUME_TRIGGER
from tools.core.call.nothing_found import has_failed, settled
from tools.core.concurrency.cancellation import CancelScope
from tools.core.definitions import CallContext, JsonObject, ToolCall
from tools.core.envelope import ToolResult, message_text
from tools.core.naming.ids import uuid_of
from tools.models import ToolConfig
from tools.rows.writer import db_json
from tools.selectors.policies import caller_of
from workflow_editor.adapters.node.environment import environment
from workflow_editor.errors import NodeError
from workflow_editor.models import Trigger
from workflow_editor.nodes.builtin.poll import PollConfig
from workflow_editor.nodes.fields.tool_call_config import TOOL_NOT_CHOSEN, filled_arguments
from workflow_editor.nodes.tool_call import only_tool
from workflow_editor.nodes.triggers import arrived_variables
from workflow_editor.selectors.access import RIGHT_LOST, Access, may_still
from workflow_editor.triggers.polling.items import Listed, items_of


def list_items(trigger: Trigger, config: PollConfig, user: User | None, last: JsonObject, version: str = "") -> Listed:
    """Call a poll's tool with the rights of `user` and return its list.

    `last` is `trigger` in argument templates; an unchanged `version` is not listed again. Raises NodeError if the tool
    is not offered to this user, the call failed, or its output has no list.
    """
    if user is None or not user.is_active:
        raise NodeError(RESUME_TRIGGER.text, code="trigger_without_account")
    if not may_still(user.pk, Access.EDIT, trigger.workflow_id):
        raise NodeError(RIGHT_LOST, code="right_lost")
    listing = config.listing()
    kept: list[str] = []
    fixed = {listing.version: version} if version else {}
    result = settled(_called(trigger, config, user, last, listing.arguments, fixed, kept), "continue")
    # As deliveries hold it: PostgreSQL stores no NUL characters.
    data = json.loads(db_json(result.data))
    found = Listed((), 0) if result.facts.empty else items_of(data, listing.items, listing.key)
    listed = replace(found, files=frozenset(kept))
    if not listing.version or not isinstance(data, dict):
        return listed
    listed_version = str(data.get(listing.version, ""))
    is_unchanged = not listed.items and bool(version) and listed_version == version
    return replace(listed, version=listed_version, is_unchanged=is_unchanged)


def tool_fingerprint(config: PollConfig) -> str:
    """Return what changes with the settings of a configured tool, but for its credential; empty without one."""
    configured = uuid_of(config.tool.tool_config or "") if config.tool else None
    stored = ToolConfig.objects.filter(pk=configured).values_list("type", "config").first() if configured else None
    if stored is None:
        return ""
    return hashlib.sha256(json.dumps(stored, sort_keys=True).encode()).hexdigest()[:32]


def _called(
    trigger: Trigger,
    config: PollConfig,
    user: User,
    last: JsonObject,
    arguments: JsonObject,
    fixed: JsonObject,
    kept: list[str],
) -> ToolResult:
    """Call the tool with templated `arguments` and `fixed` ones; `kept` receives the ids of stored files."""
    if config.tool is None:
        raise NodeError(TOOL_NOT_CHOSEN, code="tool_not_chosen")
    variables = arrived_variables(last, environment)
    context = CallContext(
        caller=caller_of(user),
        origin="trigger",
        workflow_id=str(trigger.workflow_id),
        node_key=trigger.node_key,
        kept_files=kept,
    )
    with closing(gateway().offer([config.tool.ref(variables.render, variables.version)], context)) as toolbox:
        name = only_tool(toolbox).function.name
        call = ToolCall(f"poll_{uuid.uuid4().hex[:12]}", name, {**filled_arguments(arguments, variables), **fixed})
        result = toolbox.call(call, timeout_s=config.timeout / 1000, cancel=CancelScope())
    if has_failed(result):
        raise NodeError(message_text(result), code="tool_execution_failed", details={"tool_code": result.code})
    return result
