"""Which rows of this app grant rights, so that the audit log records their changes."""

from tools.services.access_watch import watch_access
from workflow_editor.models import ApiToken, ChatShare, SetupLink, Workflow, WorkflowMember

watch_access(WorkflowMember, "member", verbs=("added", "changed", "removed"))
watch_access(Workflow, "workflow", verbs=("", "changed", "deleted"), ignored=("description", "revision", "settings"))
watch_access(ApiToken, "token", ignored=("last_used_at",))
watch_access(ChatShare, "link")
watch_access(SetupLink, "setup_link")
