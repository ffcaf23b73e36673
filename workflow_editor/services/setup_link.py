"""The one-time link that creates the first administrator; `services.accounts` redeems it."""

import secrets

from django.db import transaction

from workflow_editor.models import SetupLink
from workflow_editor.services.tokens import token_hash


@transaction.atomic
def setup_link_create() -> str:
    """Make a new token and return it; unused older ones stop working. Only its hash is stored."""
    SetupLink.objects.filter(used_at__isnull=True).delete()
    token = secrets.token_urlsafe(32)
    SetupLink.objects.create(token_hash=token_hash(token))
    return token
