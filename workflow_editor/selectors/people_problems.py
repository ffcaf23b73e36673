"""People whom a graph asks although they are no members of its workflow."""

from tools.core.text import Text
from workflow_editor.graph.document import Document
from workflow_editor.graph.validation import Problem
from workflow_editor.models import Workflow, WorkflowMember

_NO_MEMBER = Text("“{name}” is not a member of this workflow. Share it with them, or remove the name.", name="")


def people_problems(document: Document, workflow: Workflow) -> list[Problem]:
    """Return a warning for each assignee of a node who is neither the owner nor a member, or has a closed account.

    An account that does not exist reads the same: a graph finds out no names.
    """
    asked = [
        (node.key, index, str(name).strip())
        for node in document.nodes
        if not node.bypass and isinstance(names := node.config.get("approvers"), list)
        for index, name in enumerate(names)
    ]
    if not asked:
        return []
    members = WorkflowMember.objects.filter(workflow=workflow, user__is_active=True)
    known = {*members.values_list("user__username", flat=True), workflow.owner.username}
    return [
        Problem("not_a_member", "warning", _NO_MEMBER.filled(name=name), key, field=f"/approvers/{index}")
        for key, index, name in asked
        if name and name not in known
    ]
