"""Published triggers and their deliveries."""

import secrets
import uuid
from functools import partial

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tools.core.definitions import JsonObject
from tools.models.ciphertext import CiphertextField
from tools.secrets import encryption
from workflow_editor.graph.limits import MAX_KEY
from workflow_editor.models.ids import uuid7
from workflow_editor.models.outside_fields import OutsideJsonField, OutsideTextField
from workflow_editor.models.version import WorkflowVersion
from workflow_editor.models.workflow import Workflow

new_trigger_token = partial(secrets.token_urlsafe, 24)


class Trigger(models.Model):
    """One trigger node of a workflow: address, secrets, and state across versions.

    It is live while `version` names the published version that it starts; `type` and `config` are the node's there, and
    runs have the rights of the publisher `runs_as`. A person, or `failures` of its runs in a row, may pause it.
    `next_at` is the next due time or poll. `position` is the last handled due time, or `Progress` of a poll
    (`services.triggers.polls`). `starts` counts a schedule's starts since it went live.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    workflow = models.ForeignKey(Workflow, on_delete=models.CASCADE, related_name="triggers")
    node_key = models.CharField(max_length=MAX_KEY)
    token = models.CharField(max_length=64, unique=True, default=new_trigger_token, editable=False)
    secret_values = CiphertextField(blank=True, default="", editable=False)
    """Encrypted; empty without any."""
    secret_names = models.JSONField(default=list, editable=False)
    version = models.ForeignKey(WorkflowVersion, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    type = models.CharField(max_length=64, blank=True, default="")
    config = models.JSONField(default=dict, blank=True)
    runs_as = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    paused_at = models.DateTimeField(null=True, blank=True)
    pause_reason = models.JSONField(null=True, blank=True)
    """{code, message, translations}: `paused_by_person` with their words, or what went wrong."""
    failures = models.PositiveIntegerField(default=0)
    next_at = models.DateTimeField(null=True, blank=True)
    position = OutsideJsonField(null=True, blank=True)
    starts = models.PositiveIntegerField(default=0)
    problem = models.JSONField(null=True, blank=True)
    """{code, message, translations}: what a poll could not do when it looked last."""
    known_to = models.JSONField(default=list, db_default=[], editable=False)
    """User names of people who could read its address and may no longer run the workflow; another address ends it."""
    listening_until = models.DateTimeField(null=True, blank=True)
    """Until then the next request is only shown in the editor."""

    class Meta:
        verbose_name = _("trigger")
        verbose_name_plural = _("triggers")
        ordering = ("workflow", "node_key")
        constraints = (models.UniqueConstraint(fields=["workflow", "node_key"], name="trigger_node_once"),)
        indexes = (
            models.Index(
                fields=["next_at"],
                condition=models.Q(next_at__isnull=False, version__isnull=False, paused_at__isnull=True),
                name="trigger_due",
            ),
        )

    def __str__(self) -> str:
        return f"{self.type} {self.node_key}"

    @property
    def is_live(self) -> bool:
        """True when what arrives starts runs."""
        return self.version_id is not None and self.paused_at is None

    def secrets(self) -> JsonObject:
        """Decrypt its secrets. Raises ToolConfigurationError if no key of this installation fits."""
        return encryption.decrypt(self.secret_values) if self.secret_values else {}

    def set_secrets(self, values: JsonObject) -> None:
        """Replace all secrets; the caller saves."""
        self.secret_values = encryption.encrypt(values) if values else ""
        self.secret_names = sorted(values)


class TriggerDelivery(models.Model):
    """One delivery to a trigger: a request, a due time, a listed item.

    `key` is stable over redeliveries and unique per trigger: so it starts one run. `data` is `trigger` in the run.
    `error` {code, message} says why it started none.
    """

    class Status(models.TextChoices):
        STARTED = "started", _("Started a run")
        WAITING = "waiting", _("Waits for an earlier run")
        SKIPPED = "skipped", _("Skipped")
        REJECTED = "rejected", _("Rejected")
        EXAMPLE = "example", _("Example")
        MALFORMED = "malformed", _("Malformed")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    trigger = models.ForeignKey(Trigger, on_delete=models.CASCADE, related_name="deliveries", db_index=False)
    key = OutsideTextField(max_length=200)
    status = models.CharField(max_length=10, choices=Status.choices)
    data = OutsideJsonField(default=dict)
    error = models.JSONField(null=True, blank=True)
    arrived_at = models.DateTimeField()

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        ordering = ("-id",)
        constraints = (models.UniqueConstraint(fields=["trigger", "key"], name="delivery_once"),)
        indexes = (
            models.Index(fields=["trigger", "-id"], name="delivery_newest"),
            models.Index(fields=["arrived_at"], name="delivery_age"),
            models.Index(fields=["trigger", "id"], condition=models.Q(status="waiting"), name="delivery_waiting"),
        )

    def __str__(self) -> str:
        return self.key


class SeenItem(models.Model):
    """An item that a poll has found: what makes it come once, for as long as it is listed and a while longer."""

    trigger = models.ForeignKey(Trigger, on_delete=models.CASCADE, related_name="seen_items", db_index=False)
    key_hash = models.CharField(max_length=32)
    content_hash = models.CharField(max_length=32)
    """As it was when it last started a run, or was first seen."""
    changes = models.PositiveIntegerField(default=0)
    """Number of redeliveries with changes."""
    listed_at = models.DateTimeField()
    """When it was listed last, a day less at most."""

    class Meta:
        verbose_name = _("seen item")
        verbose_name_plural = _("seen items")
        constraints = (models.UniqueConstraint(fields=["trigger", "key_hash"], name="seen_once"),)
        indexes = (models.Index(fields=["trigger", "listed_at"], name="seen_age"),)

    def __str__(self) -> str:
        return self.key_hash
