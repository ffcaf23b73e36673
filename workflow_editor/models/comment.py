"""Comments on workflows and nodes, and inboxes. Not part of the graph."""

from django.conf import settings
from django.db import models

from workflow_editor.graph.limits import MAX_KEY, MAX_NAME
from workflow_editor.models.ids import uuid7
from workflow_editor.models.workflow import Workflow


class CommentThread(models.Model):
    """Comments on one node, or, with an empty `node_key`, on the whole workflow.

    Nodes are identified by key: renaming keeps the thread, and so does removing and restoring. `node_name` is from the
    last comment, for removed nodes.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    workflow = models.ForeignKey(Workflow, on_delete=models.CASCADE, related_name="comment_threads")
    node_key = models.CharField(max_length=MAX_KEY, blank=True)
    node_name = models.CharField(max_length=MAX_NAME, blank=True)
    resolved_at = models.DateTimeField(null=True, blank=True)
    resolved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ("-id",)
        constraints = (models.UniqueConstraint(fields=["workflow", "node_key"], name="comment_thread_once"),)

    def __str__(self) -> str:
        return self.node_key


class Comment(models.Model):
    """One comment. `author_name` stays when the account is deleted."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    thread = models.ForeignKey(CommentThread, on_delete=models.CASCADE, related_name="comments")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    author_name = models.CharField(max_length=150)
    text = models.TextField()
    mentions = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="+", blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    edited_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return self.text[:40]


class InboxItem(models.Model):
    """A comment or a paused trigger that a person should read.

    A comment mentions them or continues a thread that they take part in; a trigger runs in their name or workflow.

    `notice` is about the trigger when it was paused: {workflow, node, reason, at}, with `reason` as `failure_json`. It
    is a copy, since a publisher who lost the right may not see the workflow any more.
    """

    class Kind(models.TextChoices):
        MENTION = "mention"
        REPLY = "reply"
        PAUSED = "paused"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    comment = models.ForeignKey(Comment, null=True, on_delete=models.CASCADE, related_name="inbox_items")
    trigger = models.ForeignKey("Trigger", null=True, on_delete=models.CASCADE, related_name="inbox_items")
    notice = models.JSONField(null=True)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    read_at = models.DateTimeField(null=True, blank=True)
    mailed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-id",)
        indexes = (models.Index(fields=["user", "-id"], name="inbox_of_user"),)
        constraints = (
            models.UniqueConstraint(fields=["user", "comment"], name="inbox_item_once"),
            models.UniqueConstraint(fields=["user", "trigger"], name="inbox_item_of_trigger_once"),
            models.CheckConstraint(
                condition=models.Q(comment__isnull=False) ^ models.Q(trigger__isnull=False), name="inbox_item_subject"
            ),
        )

    def __str__(self) -> str:
        return self.kind
