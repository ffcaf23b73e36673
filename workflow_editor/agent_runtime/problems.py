"""Problems of a profile: in the document, and in its references."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from django.contrib.auth.models import User

from agents.core.errors import KnowledgeNotFoundError
from agents.knowledge.selectors import base_find, base_names
from agents.profiles.document import MAX_TOOLS, AgentDocument
from agents.profiles.inventory import skill_id
from tools.core.definitions import JsonObject
from tools.core.text import Text, listed
from tools.core.tool_id import ToolId, ToolKind
from tools.executors.knowledge import ANY_BASE
from workflow_editor.agent_runtime.compile import AGENT_NODE, compile_profile, enabled_tools
from workflow_editor.agent_runtime.inventory import inventory_gap, inventory_list
from workflow_editor.errors import WorkflowError
from workflow_editor.graph.validation import Problem
from workflow_editor.nodes.registry import read_graph
from workflow_editor.selectors.access import Access, workflow_named
from workflow_editor.selectors.checks.problems import graph_problems

_MOST_NAMED = 40
_POINTERS = {
    "/provider": "/model/provider",
    "/model": "/model/name",
    "/systemPrompt": "/prompts/system",
    "/offlineScript": "/model/offline_script",
    "/outputSchema": "/output/json_schema",
}
"""From the AI node's config to the profile."""
_PASSING = ("provider_", "model_")
"""Codes of problems with what a profile uses: they come and go, so they do not keep it from being stored."""
_ITSELF = Text("An agent cannot be its own tool.")

_NO_BASES = Text("There is no knowledge base that you may search yet, so the agent works without one.")


@dataclass(frozen=True, slots=True)
class ProfileProblem:
    """One entry; an `error` keeps the profile from being stored."""

    pointer: str
    """JSON pointer into the profile."""
    code: str
    severity: Literal["error", "warning"]
    message: Text

    def to_json(self) -> JsonObject:
        text = self.message.to_json()
        return {"pointer": self.pointer, "code": self.code, "severity": self.severity, "message": text}


def profile_problems(document: AgentDocument, user: User) -> list[ProfileProblem]:
    """Return everything that is wrong for the user, in the order of the profile's fields."""
    return [
        *_thinker(document, user),
        *_graph(document, user),
        *_number(document),
        *_inventory(document, user),
        *_knowledge(document, user),
    ]


def _thinker(document: AgentDocument, user: User) -> Iterator[ProfileProblem]:
    reference = document.core_deliberation_workflow_id
    if not reference:
        return
    try:
        workflow_named(user, reference, Access.RUN)
    except WorkflowError:
        text = Text(
            "There is no workflow “{reference}” that you may run. Choose another one, or none.", reference=reference
        )
        yield ProfileProblem("/core_deliberation_workflow_id", "workflow_missing", "error", text)


def _graph(document: AgentDocument, user: User) -> Iterator[ProfileProblem]:
    for problem in graph_problems(read_graph(compile_profile(document)), user):
        if problem.node_key == AGENT_NODE and not (problem.field or "").startswith("/enabledTools"):
            yield _of_node(problem)


def _number(document: AgentDocument) -> Iterator[ProfileProblem]:
    """Tools, skills and further knowledge bases share one limit besides their own."""
    count = len(enabled_tools(document))
    if count > MAX_TOOLS:
        text = Text(
            "With skills and knowledge bases, this agent has {count} tools, but a model can be offered at "
            "most {max_tools}. Remove {excess}.",
            count=count,
            max_tools=MAX_TOOLS,
            excess=count - MAX_TOOLS,
        )
        yield ProfileProblem("/tool_ids_inventory", "too_many_tools", "error", text)


def _of_node(problem: Problem) -> ProfileProblem:
    field = problem.field or ""
    pointer = next((_POINTERS[known] + field.removeprefix(known) for known in _POINTERS if field == known), "")
    passes = problem.severity == "warning" or problem.code.startswith(_PASSING)
    return ProfileProblem(pointer, problem.code, "warning" if passes else "error", problem.message)


def _inventory(document: AgentDocument, user: User) -> Iterator[ProfileProblem]:
    rows = [(f"/tool_ids_inventory/{index}", one) for index, one in enumerate(document.tool_ids_inventory)]
    skills = enumerate(document.skill_workflow_ids_inventory)
    rows += [(f"/skill_workflow_ids_inventory/{index}", skill_id(one)) for index, one in skills]
    known: list[ToolId] | None = None
    for pointer, inventory_id in rows:
        if document.id and inventory_id == ToolId.of(ToolKind.AGENT, document.id):
            yield ProfileProblem(pointer, "agent_calls_itself", "error", _ITSELF)
            continue
        gap = inventory_gap(user, inventory_id)
        if gap is None:
            continue
        if inventory_id == ToolId.of(ToolKind.KB, ANY_BASE):
            yield ProfileProblem(pointer, "knowledge_empty", "warning", _NO_BASES)
            continue
        if gap.code != "missing":
            yield ProfileProblem(pointer, f"tool_{gap.code}", "warning", gap.text)
            continue
        known = [entry.id for entry in inventory_list(user)] if known is None else known
        yield ProfileProblem(pointer, "tool_unknown", "error", _unknown(inventory_id, known))


def _knowledge(document: AgentDocument, user: User) -> Iterator[ProfileProblem]:
    for index, reference in enumerate(document.knowledge_base_references):
        try:
            base_find(user=user, reference=reference.source_id)
        except KnowledgeNotFoundError:
            known = [slug for slug, *_ in base_names(user=user)]
            text = _unknown_base(reference.source_id, known)
            pointer = f"/knowledge_base_references/{index}/source_id"
            yield ProfileProblem(pointer, "knowledge_unknown", "error", text)


def _unknown_base(reference: str, known: list[str]) -> Text:
    if not known:
        return Text(
            "There is no knowledge base “{reference}” that you may search. Remove the reference, or create one.",
            reference=reference,
        )
    named = known[:_MOST_NAMED] + (["…"] if len(known) > _MOST_NAMED else [])
    return Text(
        "There is no knowledge base “{reference}” that you may search. Known: {named}.",
        reference=reference,
        named=listed(named),
    )


def _unknown(inventory_id: ToolId, known: list[ToolId]) -> Text:
    """Name the ids of the same kind first: the right one is most likely among them."""
    kind = inventory_id.namespace
    named = [str(one) for one in sorted(known, key=lambda one: one.namespace != kind)[:_MOST_NAMED]]
    named += ["…"] if len(known) > _MOST_NAMED else []
    return Text(
        "There is no tool “{inventory_id}” that you may use. Known: {named}.",
        inventory_id=inventory_id,
        named=listed(named),
    )
