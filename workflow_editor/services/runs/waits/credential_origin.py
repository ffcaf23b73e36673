"""Calls to origins that a credential's owner has not allowed: one decision for all waiting calls.

The credential's list is authoritative. An answer changes it in its own transaction and resumes other nodes afterwards;
after a crash, or a change in the settings, `settled_origins` finds them.
"""

from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import QuerySet

from tools.core.definitions import JsonObject
from tools.selectors.credentials import CREDENTIALS
from tools.services.credential_origins import credential_origin_confirm, credential_origin_remove
from workflow_editor.models import Run, Wait
from workflow_editor.nodes.waits import CredentialOriginWait
from workflow_editor.selectors.graphs.saved_addresses import address_saved_by

CONFIRM = "confirm"
REFUSE = "refuse"


def wait_for_owner(run: Run, node_key: str, details: JsonObject) -> CredentialOriginWait:
    """Return a question about a credential, with who answers it and, if that is known, who saved the address."""
    owner = details["credential"]["owner"]
    saved = address_saved_by(run, node_key, details["origin"])
    facts = {"approvers": [owner] if owner else [], "saved_by": saved}
    return CredentialOriginWait.model_validate(details | facts)


def origin_decide(about: CredentialOriginWait, user: User, decision: str) -> None:
    """Change the credential's list, in the caller's transaction.

    Raises:
        RecordForbiddenError: the credential is somebody else's.
        RecordNotFoundError: it is gone; the sweep informs the node.
    """
    credential = CREDENTIALS.get("use", user, UUID(about.credential.id))
    change = credential_origin_confirm if decision == CONFIRM else credential_origin_remove
    change(credential=credential, address=about.origin, user=user)


def waits_of_same_origin(wait: Wait, about: CredentialOriginWait) -> list[int]:
    """Return the open waits of other nodes that are about the same credential and origin."""
    same = open_origin_waits().filter(payload__origin=about.origin, payload__credential__id=about.credential.id)
    return list(same.exclude(pk=wait.pk).order_by("id").values_list("id", flat=True))


def open_origin_waits() -> QuerySet[Wait]:
    """Return the questions that nobody has answered."""
    return Wait.objects.filter(kind=Wait.Kind.CREDENTIAL_ORIGIN, answered_at__isnull=True)
