"""The answer to a message to a bot, on its way into the chat."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tools.models.ciphertext import CiphertextField
from workflow_editor.models.conversation import Turn
from workflow_editor.models.ids import uuid7


class BotReply(models.Model):
    """Reply to send after the turn's answer, part by part, each at most once.

    `is_sending`: it is unknown whether the service has the part after `parts_sent`. `next_at` is the send time, or the
    end of a claim. `target` is encrypted: reply addresses are keys.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("Waits for the answer")
        DUE = "due", _("On its way")
        SENT = "sent", _("Sent")
        FAILED = "failed", _("Not sent")
        UNKNOWN = "unknown", _("Perhaps sent")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    turn = models.OneToOneField(Turn, on_delete=models.CASCADE, related_name="bot_reply")
    target = CiphertextField(editable=False)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.WAITING)
    parts_sent = models.PositiveIntegerField(default=0)
    is_sending = models.BooleanField(default=False)
    attempts = models.PositiveIntegerField(default=0)
    next_at = models.DateTimeField(null=True, blank=True)
    problem = models.JSONField(null=True, blank=True)
    """{code, message, translations}: why the last attempt failed."""

    class Meta:
        verbose_name = _("answer of a bot")
        verbose_name_plural = _("answers of bots")
        ordering = ("-id",)
        indexes = (models.Index(fields=["next_at"], condition=models.Q(status="due"), name="bot_reply_due"),)

    def __str__(self) -> str:
        return f"{self.status} {self.pk}"
