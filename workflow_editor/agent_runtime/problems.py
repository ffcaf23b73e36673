"""What is wrong with a profile: with the document itself, and with what it uses."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from django.contrib.auth.models import User

from agents.profiles.document import AgentDocument
from agents.profiles.inventory import namespace_of, skill_id
from tools.definitions import JsonObject, Text
from tools.workflow_functions import AGENT
from workflow_editor.agent_runtime.compile import AGENT_NODE, compile_profile
from workflow_editor.agent_runtime.inventory import inventory_gap, inventory_list
from workflow_editor.errors import WorkflowError
from workflow_editor.graph.validation import Problem
from workflow_editor.selectors.access import Access, workflow_named
from workflow_editor.selectors.problems import graph_problems

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
_ITSELF = Text("An agent cannot be a tool of its own.", "智能体不能把自己作为工具。")


@dataclass(frozen=True, slots=True)
class ProfileProblem:
    """One entry; an `error` keeps the profile from being stored."""

    pointer: str
    """JSON pointer into the profile."""
    code: str
    severity: Literal["error", "warning"]
    message: Text

    def to_json(self) -> JsonObject:
        """Return the form that the API gives out."""
        text = {"en": self.message.en, "zh": self.message.zh}
        return {"pointer": self.pointer, "code": self.code, "severity": self.severity, "message": text}


def profile_problems(document: AgentDocument, user: User) -> list[ProfileProblem]:
    """Return everything that is wrong for the agent's owner, in the order of the profile's fields."""
    return [*_thinker(document, user), *_graph(document, user), *_inventory(document, user)]


def _thinker(document: AgentDocument, user: User) -> Iterator[ProfileProblem]:
    reference = document.core_deliberation_workflow_id
    if not reference:
        return
    try:
        workflow_named(user, reference, Access.EDIT)
    except WorkflowError:
        text = Text(
            f"There is no workflow “{reference}” that you may run. Choose another one, or none.",
            f"没有您可以运行的工作流“{reference}”。请另选一个或留空。",
        )
        yield ProfileProblem("/core_deliberation_workflow_id", "workflow_missing", "error", text)


def _graph(document: AgentDocument, user: User) -> Iterator[ProfileProblem]:
    for problem in graph_problems(compile_profile(document), user):
        if problem.node_key == AGENT_NODE and not (problem.field or "").startswith("/enabledTools"):
            yield _of_node(problem)


def _of_node(problem: Problem) -> ProfileProblem:
    field = problem.field or ""
    pointer = next((_POINTERS[known] + field.removeprefix(known) for known in _POINTERS if field == known), "")
    passes = problem.severity == "warning" or problem.code.startswith(_PASSING)
    return ProfileProblem(pointer, problem.code, "warning" if passes else "error", problem.message)


def _inventory(document: AgentDocument, user: User) -> Iterator[ProfileProblem]:
    rows = [(f"/tool_ids_inventory/{index}", one) for index, one in enumerate(document.tool_ids_inventory)]
    skills = enumerate(document.skill_workflow_ids_inventory)
    rows += [(f"/skill_workflow_ids_inventory/{index}", skill_id(one)) for index, one in skills]
    known: list[str] | None = None
    for pointer, inventory_id in rows:
        if document.id and inventory_id == f"{AGENT}{document.id}":
            yield ProfileProblem(pointer, "agent_calls_itself", "error", _ITSELF)
            continue
        gap = inventory_gap(user, inventory_id)
        if gap is None:
            continue
        if gap.code != "missing":
            yield ProfileProblem(pointer, f"tool_{gap.code}", "warning", gap.text)
            continue
        known = [entry.id for entry in inventory_list(user)] if known is None else known
        is_knowledge = namespace_of(inventory_id) == "kb"
        yield ProfileProblem(
            pointer, "tool_unknown", "warning" if is_knowledge else "error", _unknown(inventory_id, known)
        )


def _unknown(inventory_id: str, known: list[str]) -> Text:
    """Name the ids of the same kind first: the right one is most likely among them."""
    kind = namespace_of(inventory_id)
    named = sorted(known, key=lambda one: namespace_of(one) != kind)[:_MOST_NAMED]
    more = ", …" if len(known) > _MOST_NAMED else ""
    return Text(
        f"There is no tool “{inventory_id}” that you may use. Known: {', '.join(named)}{more}.",
        f"没有您可以使用的工具“{inventory_id}”。可用的有：{'、'.join(named)}{more}。",
    )
