"""Agents as people make and change them: checked, stored, exported, deleted."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib.auth.models import User

from agents.core.errors import AgentInputError
from agents.models import AgentProfile
from agents.profiles.document import AgentDocument
from agents.selectors import provider_find, provider_list
from agents.services.agents import agent_create, agent_delete, agent_read, agent_update
from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.core.tool_id import ToolId
from workflow_editor.agent_runtime.problems import ProfileProblem, profile_problems
from workflow_editor.errors import ConflictError
from workflow_editor.models import Workflow
from workflow_editor.services.workflows import workflow_delete

_WRONG = Text("Some parts of the profile are invalid.")
_GAPS = frozenset({"tool_unknown", "workflow_missing", "knowledge_unknown"})
"""Problems of missing tools, workflows or knowledge bases."""
_OF_PROFILES = AgentDocument.model_fields.keys() - {"id", "name", "version", "schema_version", "description"}
"""Fields that show that a document is a profile."""


def profile_create(user: User, *, document: Mapping[str, Any]) -> AgentProfile:
    """Store a new agent that the user owns.

    Raises AgentInputError: `details["errors"]` has pointers `/document/…`; for an unknown inventory id it lists the
    known ones.
    """
    return agent_create(user, document=_checked(document, user))


def profile_update(agent: AgentProfile, user: User, *, document: Mapping[str, Any], revision: int) -> AgentProfile:
    """Replace the profile by an editor's; references that they already missed are accepted.

    Raises:
        AgentInputError: as `profile_create`.
        AgentConflictError: somebody else was first.
    """
    known = {_kind(problem) for problem in profile_problems(agent.profile, user) if problem.code in _GAPS}
    checked = _checked({**document, "id": agent.slug}, user, lambda problem: _kind(problem) in known)
    return agent_update(agent, document=checked, revision=revision)


def profile_import(user: User, *, document: Mapping[str, Any], name: str) -> AgentProfile:
    """Make an agent from an `agent_profile.json`, with its provider given by name; `name` is a default.

    Missing tools, workflows and knowledge bases stay in the profile, and `profile_problems` lists them. Raises
    AgentInputError, as `profile_create`, but not for these.
    """
    if "name" not in document and not _OF_PROFILES.isdisjoint(document):
        document = {**document, "name": document.get("id") or name}
    read = _read(document)
    model = read.model.model_copy(update={"provider": _provider_id(read.model.provider)})
    given = read.model_copy(update={"model": model}).to_json()
    return agent_create(user, document=_checked(given, user, lambda problem: problem.code in _GAPS))


def profile_export(agent: AgentProfile) -> JsonObject:
    """Return `agent_profile.json`: it holds no secret, and names the provider, since ids stay at home."""
    document = agent.profile
    provider = provider_find(document.model.provider)
    name = provider.name if provider else document.model.provider
    model = document.model.model_copy(update={"provider": name})
    return document.model_copy(update={"model": model}).to_json()


def profile_add_tool(agent: AgentProfile, user: User, tool_id: ToolId) -> AgentProfile:
    """Add a tool to the inventory; adding it again changes nothing.

    Raises:
        AgentInputError: the id is unknown, or the inventory is full.
        AgentConflictError: a concurrent change.
    """
    document = agent.profile
    if tool_id in document.tool_ids_inventory:
        return agent
    tools = [*document.tool_ids_inventory, tool_id]
    return profile_update(
        agent, user, document={**agent.document, "tool_ids_inventory": tools}, revision=agent.revision
    )


def profile_delete(agent: AgentProfile) -> None:
    """Delete the agent with its conversations and runs.

    Raises ConflictError (`workflow_busy`) if one of its runs is open.
    """
    hidden = Workflow.objects.filter(agent=agent).first()
    if hidden is not None:
        try:
            workflow_delete(hidden)
        except ConflictError as error:
            text = Text("A run of this agent is still in progress. Stop it first.")
            raise ConflictError(text, code="agent_busy") from error
    agent_delete(agent)


def _checked(
    document: Mapping[str, Any], user: User, may_stay: Callable[[ProfileProblem], bool] = lambda _: False
) -> AgentDocument:
    read = _read(document)
    errors = [
        {"pointer": f"/document{found.pointer}", "code": found.code, "message": found.message}
        for found in profile_problems(read, user)
        if found.severity == "error" and not may_stay(found)
    ]
    if errors:
        raise AgentInputError(_WRONG, details={"errors": errors})
    return read


def _read(document: Mapping[str, Any]) -> AgentDocument:
    try:
        return agent_read(document)
    except AgentInputError as error:
        errors = [{**one, "pointer": f"/document{one['pointer']}"} for one in error.details["errors"]]
        raise AgentInputError(_WRONG, details={"errors": errors}) from None


def _kind(problem: ProfileProblem) -> tuple[str, str]:
    """Return what a problem is about, wherever in the profile it is."""
    return problem.code, problem.message.en


def _provider_id(wanted: str) -> str:
    named = provider_list().filter(name=wanted).values_list("pk", flat=True).first()
    return str(named) if named else wanted
