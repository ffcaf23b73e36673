"""Begins emergency access with a reason, and notifies the data's owner."""

from datetime import timedelta
from functools import partial

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from tools.core.text import Text
from tools.models import EmergencyAccess
from workflow_editor.services.mails.notices import notice_send

LONGEST = timedelta(hours=24)
_SUBJECT = Text("An administrator reads your data")
_BODY = Text(
    "{by} has used emergency access to read your files, tables, articles and documents until {end}.\n\n"
    "Reason: {reason}\n\nNothing can be changed with it. If you do not expect this, ask your administrators.\n",
    by="",
    end="",
    reason="",
)


@transaction.atomic
def emergency_access_begin(by: User, owner: User, *, reason: str, lasts: timedelta) -> EmergencyAccess:
    """Let an administrator read a person's data for at most `LONGEST`, audited (`signals`), shown to the person, and
    mailed if possible.
    """
    row = EmergencyAccess.objects.create(
        by=by, owner=owner, reason=reason, ends_at=timezone.now() + min(lasts, LONGEST)
    )
    transaction.on_commit(partial(_mail, row))
    return row


def _mail(row: EmergencyAccess) -> None:
    body = _BODY.filled(by=row.by.get_username(), end=f"{row.ends_at:%Y-%m-%d %H:%M} UTC", reason=row.reason)
    notice_send(row.owner, subject=_SUBJECT, body=body)
