"""The beginning of a turn: one run of an agent."""

from collections.abc import Sequence

from django.contrib.auth.models import User

from agents.models import AgentProfile
from tools.core.definitions import JsonObject
from workflow_editor.agent_runtime.summary import EARLIER
from workflow_editor.agent_runtime.versions import agent_target, turn_inputs
from workflow_editor.models import Run
from workflow_editor.services.runs.start import run_start


def agent_run_start(
    agent: AgentProfile,
    user: User,
    *,
    message: str,
    history: Sequence[JsonObject] = (),
    attachments: Sequence[JsonObject] = (),
    client_tools: JsonObject | None = None,
    client_settings: JsonObject | None = None,
    earlier: str = "",
    trigger: str = "chat",
    idempotency_key: str | None = None,
) -> Run:
    """Begin a run of the agent; its output has `answer`.

    Args:
        user: caller of its tools.
        history: earlier messages in OpenAI's form, oldest first.
        attachments: files as {name, media_type, data (base64) or file_id}.
        client_tools: functions that the caller runs itself; see `agents.loop.client_tools`.
        client_settings: options of this answer; see `workflow_editor.nodes.caller_settings`.
        earlier: older messages, which are summarized first.
        idempotency_key: returns the run of this user and agent with the same key.
    Raises:
        NotFoundError, ForbiddenError: see `agent_target`.
        GraphInvalidError: the agent cannot run; `details["problems"]` lists why.
        InvalidInputError: the message does not fit the agent's workflow.
    """
    target = agent_target(agent, user, sums_up=bool(earlier))
    inputs = turn_inputs(
        agent,
        message=message,
        history=history,
        files=attachments,
        client_tools=client_tools,
        client_settings=client_settings,
    )
    if earlier:
        inputs[EARLIER] = earlier
    run, _ = run_start(
        target.workflow,
        user,
        inputs=inputs,
        trigger=trigger,
        version=target.version,
        idempotency_key=idempotency_key,
    )
    return run
