"""Users of files that they did not make: files live as long, and are visible to the same people."""

from django.db import models


class FileUse(models.Model):
    """A file that was given to a run, arrived with a delivery, or goes with a conversation: one of the three."""

    file = models.ForeignKey("tools.ToolFile", on_delete=models.CASCADE, related_name="+")
    run = models.ForeignKey("workflow_editor.Run", null=True, on_delete=models.CASCADE, related_name="+")
    delivery = models.ForeignKey(
        "workflow_editor.TriggerDelivery", null=True, on_delete=models.CASCADE, related_name="+"
    )
    conversation = models.ForeignKey(
        "workflow_editor.Conversation", null=True, on_delete=models.CASCADE, related_name="+"
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["file", "run"], name="file_use_of_run_once"),
            models.UniqueConstraint(fields=["file", "delivery"], name="file_use_of_delivery_once"),
            models.UniqueConstraint(fields=["file", "conversation"], name="file_use_of_conversation_once"),
        )

    def __str__(self) -> str:
        return str(self.file_id)
