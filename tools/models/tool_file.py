"""Files that tools made, by the hash of their content."""

import uuid
from hashlib import sha256

from django.conf import settings
from django.db import models, transaction
from django.utils.translation import gettext_lazy as _

from tools.core.file_port import FileContent

_MAX_NAME = 200


class FileBody(models.Model):
    """What is in a file; stored once, however many files have it."""

    hash = models.CharField(max_length=64, primary_key=True)
    content = models.BinaryField()

    class Meta:
        verbose_name = _("file content")
        verbose_name_plural = _("file contents")

    def __str__(self) -> str:
        return self.hash[:12]


def _store(digest: str, content: bytes) -> None:
    """Store a content unless it is there, and hold its row, which whoever cleans up might be about to delete."""
    held = FileBody.objects.select_for_update().filter(hash=digest).values_list("hash", flat=True)
    while not list(held.all()):
        FileBody.objects.bulk_create([FileBody(hash=digest, content=content)], ignore_conflicts=True)


class ToolFileQuerySet(models.QuerySet["ToolFile"]):
    def keep(self, file: FileContent, *, owner_id: int | None, run_id: uuid.UUID | None) -> "ToolFile":
        """Keep a file; content that is there already is not stored again, nor is the same file of a run."""
        digest = sha256(file.content).hexdigest()
        with transaction.atomic():
            _store(digest, file.content)
            row, _created = self.get_or_create(
                owner_id=owner_id,
                run_id=run_id,
                body_id=digest,
                name=file.name[:_MAX_NAME],
                defaults={"content_type": file.content_type, "size": len(file.content)},
            )
        return row


class ToolFile(models.Model):
    """A file of one person, perhaps made in a run."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("owner"),
        on_delete=models.CASCADE,
        null=True,
        related_name="+",
    )
    run_id = models.UUIDField(_("run"), null=True, db_index=True)
    body = models.ForeignKey(FileBody, verbose_name=_("content"), on_delete=models.PROTECT, related_name="+")
    name = models.CharField(_("name"), max_length=_MAX_NAME)
    content_type = models.CharField(_("content type"), max_length=100)
    size = models.PositiveIntegerField(_("size"))
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    objects = ToolFileQuerySet.as_manager()

    class Meta:
        verbose_name = _("file")
        verbose_name_plural = _("files")
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.name
