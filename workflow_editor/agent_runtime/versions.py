"""Selects the workflow version for an agent's runs, and the hidden workflow that they belong to."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User

from agents.models import AgentProfile
from agents.profiles.document import AgentLimits
from tools.core.definitions import JsonObject
from tools.services.slugs import create_with_slug
from workflow_editor.agent_runtime.compile import MESSAGE, compile_profile
from workflow_editor.agent_runtime.summary import with_summary
from workflow_editor.engine.run_limits import RunLimits
from workflow_editor.errors import ForbiddenError
from workflow_editor.graph.document import Document
from workflow_editor.models import Workflow, WorkflowVersion
from workflow_editor.models.graph_document import graph_document
from workflow_editor.selectors.access import RIGHT_LOST, Access, workflow_named
from workflow_editor.selectors.agent_access import agent_for, agent_may
from workflow_editor.services.versions import version_newest, version_snapshot


@dataclass(frozen=True, slots=True)
class AgentTarget:
    workflow: Workflow
    version: WorkflowVersion


def agent_target(agent: AgentProfile, user: User, *, sums_up: bool = False) -> AgentTarget:
    """Return the agent's target for somebody who may talk to it: the graph of its profile, or the workflow behind it.

    Such a workflow runs as last published, or unpublished if it never was; it gets the history and summarizes it
    itself. `sums_up` adds a summarizing step to a profile's graph.
    Raises:
        NotFoundError: the workflow is gone, or invisible to the user.
        ForbiddenError: the user may not run that workflow, or (`right_lost`) may not talk to the agent.
    """
    if not agent_may(user, Access.RUN, agent):
        raise ForbiddenError(RIGHT_LOST, code="right_lost")
    profile = agent.profile
    reference = profile.core_deliberation_workflow_id
    if not reference:
        document = compile_profile(profile)
        return agent_compiled(agent, with_summary(document) if sums_up else document)
    workflow = workflow_named(user, reference, Access.RUN)
    version = version_newest(workflow) or version_snapshot(workflow, graph_document(workflow), agent.owner)
    return AgentTarget(workflow, version)


def turn_inputs(
    agent: AgentProfile,
    *,
    message: str,
    history: Sequence[JsonObject] = (),
    files: Sequence[JsonObject] = (),
    client_tools: JsonObject | None = None,
    client_settings: JsonObject | None = None,
) -> JsonObject:
    """Return the inputs of a run of the agent; a workflow that thinks for it also gets its profile, as `agent`."""
    inputs: JsonObject = {
        MESSAGE: message,
        "history": list(history),
        "files": list(files),
        "client_tools": client_tools,
        "client_settings": client_settings,
    }
    return inputs | ({"agent": agent.document} if agent.profile.core_deliberation_workflow_id else {})


def agent_compiled(agent: AgentProfile, document: Document) -> AgentTarget:
    """Return the agent's hidden workflow with the version of this graph; both are made when they are missing."""
    workflow = hidden_workflow(agent)
    return AgentTarget(workflow, version_snapshot(workflow, document, agent.owner))


def agent_workflow(user: User, agent_id: str, access: Access) -> Workflow:
    """Return the workflow behind an agent to which the user has this access, see `agent_for`."""
    return hidden_workflow(agent_for(user, agent_id, access))


def hidden_workflow(agent: AgentProfile) -> Workflow:
    """Return the workflow that the agent's runs belong to, with the name and the limits of the profile as it is now."""
    limits = _run_limits(agent.profile.limits)
    found = Workflow.objects.filter(agent=agent).first() or _create_hidden(agent)
    if (found.name, found.settings) != (agent.name, limits):
        found.name, found.settings = agent.name, limits
        found.save(update_fields=["name", "settings", "updated_at"])
    return found


def _create_hidden(agent: AgentProfile) -> Workflow:
    def create(slug: str) -> Workflow:
        defaults = {"name": agent.name, "slug": slug, "owner": agent.owner}
        return Workflow.objects.get_or_create(agent=agent, defaults=defaults)[0]

    return create_with_slug(f"agent-{agent.slug}", create)


def _run_limits(limits: AgentLimits) -> JsonObject:
    return RunLimits(
        deadline_s=limits.run_timeout_s, budget_tokens=limits.budget_tokens, budget_money=limits.budget_money
    ).to_json()
