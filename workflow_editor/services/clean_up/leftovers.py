"""Origins that copies filled in, and the links, tokens and triggers of people who left."""

from collections.abc import Iterator
from functools import partial

from django.db.models import Q
from django.utils import timezone

from tools.adapters.access_log import access_record
from tools.models import AccessEvent, Credential
from workflow_editor.models import ApiToken, ChatShare
from workflow_editor.services.clean_up.stored_keys import Leftover
from workflow_editor.services.triggers.pauses import trigger_pause_without_right, triggers_without_right

_FIRST_USED, _CONFIRMED = "credential.origin_first_used", "credential.origin_confirmed"


def leftovers() -> Iterator[Leftover]:
    """Yield what the newer rules would not have let come about."""
    yield from _unconfirmed_origins()
    gone = Q(created_by__is_active=False)
    for share in ChatShare.objects.filter(gone, revoked_at=None).select_related("created_by"):
        yield Leftover("link of a person who left", f"{share.prefix}… of {share.created_by}", partial(_end_link, share))
    for token in ApiToken.objects.filter(user__is_active=False).select_related("user"):
        yield Leftover("token of a person who left", f"{token} of {token.user}", token.delete)
    for trigger in triggers_without_right():
        place = f"{trigger.workflow.slug} {trigger.node_key}"
        yield Leftover("trigger of a person who left", place, partial(trigger_pause_without_right, trigger))


def _unconfirmed_origins() -> Iterator[Leftover]:
    """Yield origins that a first use filled in and that no owner has confirmed; whether a copy did it nobody kept."""
    confirmed = {_named(event) for event in AccessEvent.objects.filter(action=_CONFIRMED)}
    filled = {_named(event) for event in AccessEvent.objects.filter(action=_FIRST_USED)} - confirmed
    for credential in Credential.objects.exclude(origins=[]).order_by("pk"):
        for origin in credential.origins:
            if (credential.owner_id, credential.name, origin) in filled:
                place = f"{credential.name} ({credential.pk}): {origin}"
                yield Leftover("origin that a first use filled in", place, partial(_take_origin, credential, origin))


def _named(event: AccessEvent) -> tuple[int | None, str, str]:
    return event.user_id, event.target, str(event.details.get("origin", ""))


def _take_origin(credential: Credential, origin: str) -> None:
    credential.origins = [known for known in credential.origins if known != origin]
    credential.save(update_fields=["origins"])
    access_record(None, "credential.origin_removed", credential.name, {"origin": origin})


def _end_link(share: ChatShare) -> None:
    share.revoked_at = timezone.now()
    share.save(update_fields=["revoked_at"])
