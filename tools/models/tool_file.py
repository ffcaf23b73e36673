"""Files by the hash of their content, which is in the storage `files` (`tools.adapters.file_contents`)."""

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tools.models.owned import Created

MAX_FILE_NAME = 200


class FileBody(models.Model):
    """A content that is stored once, however many files have it. `used_at` is when a file with it came last."""

    hash = models.CharField(max_length=64, primary_key=True)
    size = models.PositiveBigIntegerField(_("size"))
    used_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("file content")
        verbose_name_plural = _("file contents")

    def __str__(self) -> str:
        return self.hash[:12]


class ToolFile(Created):
    """A file of one person, perhaps made in a run.

    `content_type` is detected, `declared_type` is the uploader's. Deleted after `expires_at` unless still in use.
    """

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
    name = models.CharField(_("name"), max_length=MAX_FILE_NAME)
    content_type = models.CharField(_("content type"), max_length=150)
    declared_type = models.CharField(_("declared type"), max_length=150, default="", db_default="")
    size = models.PositiveBigIntegerField(_("size"))
    expires_at = models.DateTimeField(_("expires"), null=True, db_index=True)

    class Meta:
        verbose_name = _("file")
        verbose_name_plural = _("files")
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.name
