"""People's organization of workflows, besides the folder on the workflow itself. Not part of the graph."""

from django.conf import settings
from django.db import models

from workflow_editor.models.workflow import Workflow

MAX_TAG = 40


class WorkflowTag(models.Model):
    """One tag of a workflow. Tags are equal by case-insensitive `key` and disappear with their last workflow."""

    workflow = models.ForeignKey(Workflow, on_delete=models.CASCADE, related_name="tags")
    name = models.CharField(max_length=MAX_TAG)
    key = models.CharField(max_length=2 * MAX_TAG, db_index=True)
    """Some letters become two without case."""

    class Meta:
        ordering = ("id",)
        constraints = (models.UniqueConstraint(fields=["workflow", "key"], name="workflow_tag_once"),)

    def __str__(self) -> str:
        return self.name


class WorkflowFavourite(models.Model):
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    workflow = models.ForeignKey(Workflow, on_delete=models.CASCADE, related_name="favourites")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-id",)
        constraints = (models.UniqueConstraint(fields=["user", "workflow"], name="workflow_favourite_once"),)

    def __str__(self) -> str:
        return f"{self.user} · {self.workflow}"


def tag_key(name: str) -> str:
    """Return what is the same for all ways to write a tag."""
    return one_line(name).casefold()


def one_line(text: str) -> str:
    """Return the text without spaces around it, and with single ones in it."""
    return " ".join(text.split())
