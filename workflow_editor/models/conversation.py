"""Conversations with an agent or a workflow: a tree of turns, what was thought of them, and links for others."""

from datetime import datetime

from django.conf import settings
from django.db import models

from workflow_editor.models.ids import uuid7
from workflow_editor.models.run import Run
from workflow_editor.models.trigger import Trigger


class Conversation(models.Model):
    """One conversation. `deleted_at` hides it until it is restored.

    Its partner is an agent, or a workflow by its `trigger`: a chat page, or a bot with a `chat_key` for each chat. An
    `is_test` conversation is unlisted and temporary. `share` is the link of an anonymous visitor; the partner then
    works on behalf of its giver, `user`.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    agent = models.ForeignKey("agents.AgentProfile", null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    trigger = models.ForeignKey(Trigger, null=True, blank=True, on_delete=models.CASCADE, related_name="conversations")
    chat_key = models.CharField(max_length=64, blank=True, default="", db_default="")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    share = models.ForeignKey(
        "workflow_editor.ChatShare", null=True, blank=True, on_delete=models.SET_NULL, related_name="conversations"
    )
    title = models.CharField(max_length=200, blank=True)
    is_test = models.BooleanField(default=False, db_default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    deleted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-updated_at", "-id")
        indexes = (
            models.Index(fields=["user", "agent", "-updated_at"], name="conversation_of_user"),
            models.Index(fields=["user", "trigger", "-updated_at"], name="conversation_of_trigger"),
        )
        constraints = (
            models.CheckConstraint(
                condition=models.Q(agent__isnull=True) ^ models.Q(trigger__isnull=True),
                name="conversation_has_one_partner",
            ),
            models.UniqueConstraint(
                fields=["trigger", "chat_key"], condition=~models.Q(chat_key=""), name="conversation_of_chat_once"
            ),
        )

    def __str__(self) -> str:
        return self.title or str(self.id)


class Turn(models.Model):
    """A message and its answer; turns with the same parent are alternatives.

    `key` is stable over repeated sending, empty if the sender gives none. `attachments` is a list of {file_id, name,
    media_type, size}. `status`, `answer` and `error` are set when the run ends, since runs are pruned. `summary` covers
    the turns through `summary_until`; both are on the turn of the run that made it.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="turns")
    parent = models.ForeignKey("self", null=True, blank=True, on_delete=models.CASCADE, related_name="children")
    key = models.CharField(max_length=64, blank=True, default="", db_default="")
    run = models.ForeignKey(Run, null=True, blank=True, on_delete=models.SET_NULL, related_name="turns")
    user_text = models.TextField(blank=True)
    attachments = models.JSONField(default=list, blank=True)
    status = models.CharField(max_length=10, blank=True)
    answer = models.TextField(blank=True)
    error = models.JSONField(null=True, blank=True)
    tool_calls = models.JSONField(null=True, blank=True)
    """See `services.turn_answers`; null without any."""
    citations = models.JSONField(default=list, db_default=[], blank=True)
    """See `selectors.run.turn_citations`."""
    visitor = models.CharField(max_length=32, blank=True)
    """Visitor who wrote it through a link: a `services.limits.links.visitor_key`."""
    summary = models.TextField(null=True, blank=True)
    summary_until = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    feedback = models.SmallIntegerField(default=0)
    """-1, 0 or 1."""
    feedback_comment = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(
                fields=["conversation", "key"], condition=~models.Q(key=""), name="turn_of_message_once"
            ),
        )

    def __str__(self) -> str:
        return self.user_text[:40]


class ChatShare(models.Model):
    """A link for people without an account, stored as the SHA-256 of its token.

    With the right `read` it shows one conversation; with `chat` visitors talk to the partner, in their own
    conversations, on behalf of the giver.
    """

    class Right(models.TextChoices):
        READ = "read"
        CHAT = "chat"

    agent = models.ForeignKey("agents.AgentProfile", null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    trigger = models.ForeignKey(Trigger, null=True, blank=True, on_delete=models.CASCADE, related_name="shares")
    conversation = models.ForeignKey(
        Conversation, null=True, blank=True, on_delete=models.CASCADE, related_name="shares"
    )
    """Conversation of a `read` link; null for `chat` links."""
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    right = models.CharField(max_length=4, choices=Right.choices)
    prefix = models.CharField(max_length=16)
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    turns_per_day = models.PositiveIntegerField(default=200, db_default=200)
    """Messages of all visitors per UTC day."""
    money_per_day = models.FloatField(default=5.0, db_default=5.0)
    """Cost of their answers; one that exceeds it is still completed."""

    class Meta:
        ordering = ("-created_at", "-id")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(agent__isnull=True) ^ models.Q(trigger__isnull=True), name="share_has_one_partner"
            ),
        )

    def __str__(self) -> str:
        return f"{self.right} {self.prefix}…"

    def holds(self, now: datetime) -> bool:
        return self.revoked_at is None and (self.expires_at is None or self.expires_at > now)
