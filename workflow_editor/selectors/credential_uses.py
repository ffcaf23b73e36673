"""Uses of a credential."""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Q

from agents.selectors import provider_names_with_credential
from tools.models import Credential
from tools.selectors.tool_configs import tool_configs_usable
from workflow_editor.selectors.node_uses import WorkflowUse, workflow_uses


@dataclass(frozen=True, slots=True)
class CredentialUses:
    tools: list[str]
    """Names of the configured tools that it belongs to, or that are signed with it."""
    providers: list[str]
    """Names of the model APIs that it belongs to."""
    workflows: list[WorkflowUse]
    """Workflows with nodes that sign with it."""


def credential_uses(*, user: User, credential: Credential) -> CredentialUses:
    """Return where a credential is used, as far as the user may see it."""
    id_ = credential.pk
    return CredentialUses(
        tools=list(
            tool_configs_usable(user=user)
            .filter(Q(credential_id=id_) | Q(config__credential=str(id_)))
            .values_list("name", flat=True)
        ),
        providers=provider_names_with_credential(id_),
        workflows=workflow_uses(user=user, kind="credential", id_=id_),
    )
