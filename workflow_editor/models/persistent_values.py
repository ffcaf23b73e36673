"""Values that outlive the runs which set them."""

from django.db import models
from django.db.models import Q

from workflow_editor.models.conversation import Turn
from workflow_editor.models.run import Run
from workflow_editor.models.workflow import Workflow


class PersistentValues(models.Model):
    """Values of `{{ vars.* }}` (of a workflow) or `{{ conversation.* }}` (as of a turn), by name.

    Trial runs, and runs outside conversations, have their own. A turn has a row once its run sets a value; otherwise
    the nearest earlier turn's apply, so branches diverge.
    """

    workflow = models.OneToOneField(Workflow, null=True, on_delete=models.CASCADE, related_name="+")
    turn = models.OneToOneField(Turn, null=True, on_delete=models.CASCADE, related_name="+")
    run = models.ForeignKey(Run, null=True, on_delete=models.CASCADE, related_name="+")
    word = models.CharField(max_length=12)
    """`vars` or `conversation`: a run can have both."""
    values = models.JSONField(default=dict)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["run", "word"], name="persistent_values_of_run_once"),
            models.CheckConstraint(
                condition=(
                    Q(workflow__isnull=False, turn__isnull=True, run__isnull=True)
                    | Q(workflow__isnull=True, turn__isnull=False, run__isnull=True)
                    | Q(workflow__isnull=True, turn__isnull=True, run__isnull=False)
                ),
                name="persistent_values_have_one_owner",
            ),
        )

    def __str__(self) -> str:
        return f"{self.word} of {self.workflow_id or self.turn_id or self.run_id}"


class ValueWrite(models.Model):
    """A write of a node that was made, and what it gave: the same key, of which this has the SHA-256, writes once."""

    key = models.CharField(max_length=64, primary_key=True)
    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="+")
    output = models.JSONField()

    def __str__(self) -> str:
        return self.key
