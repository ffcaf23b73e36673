"""What keeps a graph from running: what the graph itself tells, and what only the database knows."""

from django.contrib.auth.models import User

from workflow_editor.graph.document import Document
from workflow_editor.graph.validation import Problem, problems
from workflow_editor.nodes.registry import builtin_registry
from workflow_editor.selectors.provider_problems import provider_problems
from workflow_editor.selectors.sub_workflow_problems import sub_workflow_problems
from workflow_editor.selectors.tool_problems import tool_problems

__all__ = ["graph_problems", "provider_problems", "tool_problems"]


def graph_problems(document: Document, user: User) -> list[Problem]:
    """Return all problems of a graph for the person who would run it."""
    return [
        *problems(document, builtin_registry()),
        *provider_problems(document),
        *tool_problems(document, user),
        *sub_workflow_problems(document, user),
    ]
