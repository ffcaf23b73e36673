"""Chat pages of published workflows, and their names as models of /v1/."""

from django.contrib.auth.models import User

from tools.core.tool_id import ToolId, ToolKind
from workflow_editor.models import Trigger
from workflow_editor.nodes.builtin.chat_trigger import ChatTriggerNode
from workflow_editor.selectors.access import is_visible_to, may_run


def chat_pages(user: User, slug: str = "") -> list[Trigger]:
    """Return the published chat pages of the workflows that the user may run; of one workflow, where it is named."""
    rows = Trigger.objects.filter(is_visible_to(user, prefix="workflow__"), type=ChatTriggerNode.id)
    published = rows.filter(version__isnull=False).select_related("workflow__owner")
    chosen = published.filter(workflow__slug=slug) if slug else published
    return [page for page in chosen.order_by("workflow__slug", "node_key") if may_run(user, page.workflow)]


def chat_model_name(page: Trigger) -> str:
    """Return `workflow:<short name>`, with the key of the page's node where the workflow has several pages."""
    name = str(ToolId.of(ToolKind.WORKFLOW, page.workflow.slug))
    others = page.workflow.triggers.filter(type=ChatTriggerNode.id, version__isnull=False).exclude(pk=page.pk)
    return f"{name}:{page.node_key}" if others.exists() else name
