"""Which rows of this app grant rights, so that the audit log records their changes, and which hold secrets in JSON."""

from allauth.mfa.models import Authenticator

from tools.services.access_watch import watch_access, watch_access_relation
from tools.services.reencryption import reencrypt_member
from workflow_editor.models import AccountLink, ApiToken, ChatShare, Workflow, WorkflowMember

watch_access(WorkflowMember, "member", verbs=("added", "changed", "removed"))
watch_access(
    Workflow,
    "workflow",
    verbs=("", "changed", "deleted"),
    ignored=("description", "folder", "revision", "content_hash", "settings"),
)
watch_access(ApiToken, "token", verbs=("created", "changed", "ended"), ignored=("last_used_at",))
watch_access(Authenticator, "factor", verbs=("added", "changed", "removed"), ignored=("data", "last_used_at"))
watch_access(ChatShare, "link")
watch_access(AccountLink, "invitation", verbs=("created", "accepted", "revoked"))
watch_access_relation(AccountLink.roles.through, "invitation_role", "roles")
reencrypt_member(Authenticator, "data", "secret")
