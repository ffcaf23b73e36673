"""Reads of explicit sessions that live."""

from functools import partial

from django.utils import timezone

from tools.core.errors import RecordNotFoundError
from tools.core.text import Text
from tools.models import ToolSession
from tools.selectors.sharing import OwnedRows

SESSIONS = OwnedRows(
    lambda: ToolSession.objects.filter(expires_at__gte=timezone.now()).select_related("tool", "owner"),
    missing=partial(RecordNotFoundError, Text("This session does not exist.")),
    by_staff=True,
)
"""Sessions by right, newest first."""
