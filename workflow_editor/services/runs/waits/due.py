"""Waits that the sweep answers: those that are due, and questions about a credential that are settled.

Its owner has answered such a question in the settings, or a crash left it open.
"""

from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from tools.models import Credential
from tools.selectors.credentials import credentials_by_id
from workflow_editor.engine.waits import TIMED_OUT
from workflow_editor.errors import ConflictError
from workflow_editor.models import NodeRun, Wait
from workflow_editor.nodes.waits import CredentialOriginWait
from workflow_editor.services.runs.waits.credential_origin import CONFIRM, REFUSE, open_origin_waits
from workflow_editor.services.runs.waits.resolve import wait_resolve
from workflow_editor.services.runs.waits.tool_approval import approval_note
from workflow_editor.services.runs.waits.uptime import heartbeat

BATCH = 100
MOST_AT_ONCE = 2_000
"""Waits answered in one sweep; the rest follows in the next, so nothing else is delayed."""
_MOST_SETTLED_AT_ONCE = 500


def waits_answer_due() -> int:
    """Answer open waits that are due, oldest first; return the number."""
    uptime = heartbeat.beat()
    answered = 0
    while answered < MOST_AT_ONCE:
        due = Wait.objects.filter(_is_due(uptime), answered_at__isnull=True).order_by("due_at")
        ids = list(due.values_list("id", flat=True)[:BATCH])
        for wait_id in ids:
            _answer(wait_id)
        answered += len(ids)
        if len(ids) < BATCH:
            break
    return answered


def _is_due(uptime: float | None) -> Q:
    by_clock = Q(due_at__lte=timezone.now())
    return by_clock if uptime is None else by_clock | Q(due_uptime__lte=uptime)


def _answer(wait_id: int) -> None:
    try:
        wait_resolve(wait_id, {"decision": TIMED_OUT, "values": {}, "comment": ""}, also=approval_note)
    except (ConflictError, NodeRun.DoesNotExist):
        # Somebody was quicker, or the run was deleted; nobody waits any more.
        return


def waits_answer_settled() -> None:
    """Resume nodes with a settled question: the credential now allows or refuses the origin, or is gone."""
    rows = open_origin_waits().only("id", "payload", "created_at").order_by("id")[:_MOST_SETTLED_AT_ONCE]
    waits = [(wait, about) for wait in rows if isinstance(about := wait.about, CredentialOriginWait)]
    if not waits:
        return
    found = credentials_by_id(about.credential.id for _, about in waits)
    for wait, about in waits:
        credential = found.get(about.credential.id)
        decision = _decided(wait, about.origin, credential)
        if decision is None:
            continue
        try:
            by = credential.owner if credential else None
            answer = {"decision": decision, "values": {}, "comment": ""}
            wait_resolve(wait.pk, answer, by=by, also=approval_note)
        except (ConflictError, NodeRun.DoesNotExist):
            # Somebody was quicker, or the run was deleted.
            continue


def _decided(wait: Wait, origin: str, credential: Credential | None) -> str | None:
    if credential is None or origin in credential.origins:
        return CONFIRM
    refused_at = credential.refused_origins.get(origin)
    # A question that is newer than the refusal is asked in earnest: the owner may have changed their mind.
    return REFUSE if refused_at and wait.created_at <= datetime.fromisoformat(refused_at) else None
