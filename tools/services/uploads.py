"""Daily upload limit per person (UTC), whatever becomes of the files."""

from math import ceil

from django.conf import settings
from django.contrib.auth.models import User
from django.core.files import File
from django.db import transaction
from django.utils import timezone

from tools.core.days import day_begin, day_left_s
from tools.core.errors import CapReachedError, RecordInvalidError
from tools.core.naming.visible_name import shown_name
from tools.core.text import Text
from tools.forms.local_text import local_text
from tools.models import UploadDay
from tools.services.validation import invalid_field

_MB = 1024**2
_REFUSED = Text("“{name}” was not taken. {reason}")


def upload_refused(upload: "File[bytes]", code: str, reason: Text) -> RecordInvalidError:
    """Return that an uploaded file cannot be used, under its name; the pointer is `/file`."""
    name = shown_name(upload.name or "", "file")
    return invalid_field("/file", code, local_text(_REFUSED.filled(name=name, reason=reason)))


@transaction.atomic
def upload_count(user: User, size: int) -> None:
    """Count an upload of `size` bytes in its own transaction, so a refused one does not count.

    Raises CapReachedError if it exceeds the day's `MAX_UPLOAD_MB_PER_DAY`.
    """
    most_mb = settings.MAX_UPLOAD_MB_PER_DAY
    if not most_mb:
        return
    now = timezone.now()
    today = day_begin(now).date()
    UploadDay.objects.get_or_create(user=user, defaults={"day": today})
    row = UploadDay.objects.select_for_update().get(user=user)
    used = row.bytes if row.day == today else 0
    if used + size > most_mb * _MB:
        text = Text(
            "You may upload {most_mb} MB per day, and this file exceeds what is left. Upload it tomorrow.",
            most_mb=most_mb,
        )
        raise CapReachedError(text, details={"cap": "upload_mb_per_day", "retry_after": max(1, ceil(day_left_s(now)))})
    row.day, row.bytes = today, used + size
    row.save()
