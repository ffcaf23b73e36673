"""State of open containers in a run: items, and one row per pass."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from workflow_editor.models.ordered_json import OrderedJsonField
from workflow_editor.models.run import Run
from workflow_editor.models.status import Status


class ContainerState(models.Model):
    """A container that has begun; see `engine.state.OpenContainer`. `scope` is the one that the container lies in."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="containers", db_index=False)
    node_key = models.CharField(max_length=64)
    scope = models.CharField(max_length=400, default="", blank=True)
    total = models.PositiveIntegerField(null=True)
    next_index = models.PositiveIntegerField(default=0)
    open_passes = models.PositiveIntegerField(default=0)
    break_index = models.PositiveIntegerField(null=True)
    last = OrderedJsonField(null=True)
    is_pending = models.BooleanField(default=False)
    is_over = models.BooleanField(default=False)
    started_at = models.DateTimeField()

    class Meta:
        verbose_name = _("container")
        verbose_name_plural = _("containers")
        constraints = (models.UniqueConstraint(fields=["run", "node_key", "scope"], name="container_state_once"),)

    def __str__(self) -> str:
        return f"{self.node_key}: {self.next_index} passes"


class ContainerItems(models.Model):
    """A slice of a container's list, so no step reads all of it. Deleted when the container ends."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="+", db_index=False)
    node_key = models.CharField(max_length=64)
    scope = models.CharField(max_length=400, default="", blank=True)
    start = models.PositiveIntegerField()
    items = OrderedJsonField()

    class Meta:
        verbose_name = _("items")
        verbose_name_plural = _("items")
        constraints = (
            models.UniqueConstraint(fields=["run", "node_key", "scope", "start"], name="container_items_once"),
        )

    def __str__(self) -> str:
        return f"{self.node_key} from {self.start}"


class ContainerPass(models.Model):
    """One pass of a container; see `engine.state.OpenPass`. `scope` is the container's; shared passes are copied
    (`adapters.state.shared_passes`).
    """

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="passes", db_index=False)
    node_key = models.CharField(max_length=64)
    scope = models.CharField(max_length=400, default="", blank=True)
    index = models.PositiveIntegerField()
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.RUNNING)
    value = OrderedJsonField()
    remaining = models.PositiveIntegerField()
    output = OrderedJsonField(null=True)
    error = models.JSONField(null=True)
    exit = models.CharField(max_length=8, null=True)

    class Meta:
        verbose_name = _("pass")
        verbose_name_plural = _("passes")
        constraints = (
            models.UniqueConstraint(fields=["run", "node_key", "scope", "index"], name="container_pass_once"),
        )

    def __str__(self) -> str:
        return f"{self.node_key} {self.index}: {self.status}"
