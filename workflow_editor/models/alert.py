"""Alert rules for failing runs, and sent messages."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from tools.core.definitions import JsonObject
from tools.models.ciphertext import CiphertextField
from tools.secrets import encryption
from workflow_editor.models.ids import uuid7
from workflow_editor.models.workflow import Workflow


class AlertRule(models.Model):
    """Target and conditions of alerts; without a workflow it applies to all.

    Notifies of the first failure after a success, each `every`th (0: no more), and the next success with `on_recovery`.
    Tools are called with the rights of `created_by`. A webhook's address may be secret, so it is encrypted, and
    `address` is only its origin. `problem` {code, message, translations} is the last delivery failure.
    """

    class Channel(models.TextChoices):
        TOOL = "tool"
        MAIL = "mail"
        WEBHOOK = "webhook"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    workflow = models.ForeignKey(Workflow, null=True, on_delete=models.CASCADE, related_name="alert_rules")
    channel = models.CharField(max_length=10, choices=Channel.choices)
    tool_id = models.CharField(max_length=200, blank=True, default="")
    address = models.CharField(max_length=400, blank=True, default="")
    secret_address = CiphertextField(blank=True, default="", editable=False)
    every = models.PositiveIntegerField(default=0)
    on_recovery = models.BooleanField(default=True)
    is_enabled = models.BooleanField(default=True)
    language = models.CharField(max_length=16, default="en")
    origin = models.CharField(max_length=300)
    """Base address of links: that of the product when the rule was saved."""
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    problem = models.JSONField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.channel} {self.address or self.tool_id}"

    def webhook_url(self) -> str:
        """Decrypt a webhook's address. Raises ToolConfigurationError if no key of this installation fits."""
        return str(encryption.decrypt(self.secret_address)["url"])

    def set_webhook_url(self, url: str) -> None:
        """Encrypt the address of a webhook; the caller saves."""
        values: JsonObject = {"url": url}
        self.secret_address = encryption.encrypt(values)

    def wants(self, failures: int) -> bool:
        """Return True when this many failures in a row are to be notified."""
        return failures == 1 or (self.every > 0 and failures % self.every == 0)


class FailureStreak(models.Model):
    """Consecutive failures of a workflow; `number` counts these series."""

    workflow = models.OneToOneField(Workflow, primary_key=True, on_delete=models.CASCADE, related_name="+")
    number = models.PositiveIntegerField(default=0)
    failures = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.number}: {self.failures}"


class Alert(models.Model):
    """One message of a rule about a run: stored by the step that ends the run, sent later.

    `failures` is the length of the series; 0 for the success after it. The unique key prevents duplicates. `next_at` is
    the send time, or the end of a sender's claim; null once that is over.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    rule = models.ForeignKey(AlertRule, on_delete=models.CASCADE, related_name="alerts", db_index=False)
    workflow = models.ForeignKey(Workflow, on_delete=models.CASCADE, related_name="+")
    streak = models.PositiveIntegerField()
    failures = models.PositiveIntegerField()
    run_id = models.UUIDField()
    """Not a reference: runs are pruned."""
    trigger = models.CharField(max_length=120)
    error = models.JSONField(null=True)
    tries = models.PositiveIntegerField(default=0)
    next_at = models.DateTimeField(null=True, default=timezone.now)

    class Meta:
        ordering = ("id",)
        constraints = (models.UniqueConstraint(fields=["rule", "workflow", "streak", "failures"], name="alert_once"),)
        indexes = (models.Index(fields=["next_at"], condition=models.Q(next_at__isnull=False), name="alert_due"),)

    def __str__(self) -> str:
        return f"{self.rule} {self.failures}"
