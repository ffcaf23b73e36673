"""The first use of a credential by its owner's own node, and questions to its owner, in the database."""

from django.db import transaction
from django.utils import timezone

from tools.adapters.access_log import access_record
from tools.adapters.thread_connections import thread_connection
from tools.core.definitions import CallContext
from tools.models import Credential

MAX_ASKED = 20
"""Questions that wait for the owner; the oldest give way."""


class OrmOrigins:
    """See `tools.outbound.origins.OriginStore`."""

    def first_use(self, credential_id: str, origin: str) -> bool:
        """Let a credential that names no origin yet name this one; False if it names another by now."""
        with thread_connection(), transaction.atomic():
            row = Credential.objects.select_for_update().filter(pk=credential_id).first()
            if row is None or (row.origins and origin not in row.origins):
                return False
            if not row.origins:
                row.origins = [origin]
                row.save(update_fields=["origins"])
                access_record(row.owner, "credential.origin_first_used", row.name, {"origin": origin})
            return True

    def asked(self, credential_id: str, origin: str, context: CallContext) -> None:
        question = {
            "origin": origin,
            "by": context.caller.username,
            "workflow_id": context.workflow_id,
            "at": timezone.now().isoformat(),
        }
        with thread_connection(), transaction.atomic():
            row = Credential.objects.select_for_update().filter(pk=credential_id).first()
            if row is None:
                return
            others = [asked for asked in row.asked_origins if asked["origin"] != origin]
            row.asked_origins = [*others, question][-MAX_ASKED:]
            row.save(update_fields=["asked_origins"])
