"""The editable graph as rows: nodes, edges and the log of changes."""

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from workflow_editor.graph.document import KEY_PATTERN, MAX_KEY, MAX_NAME
from workflow_editor.models.workflow import Workflow


class ProcessNode(models.Model):
    """One node of a workflow.

    `config` is the camelCase JSON of the node type's Config model. `parent` is the key of the container that the node
    lies in. `policy` holds what differs from the defaults of `NodePolicy`. `pinned_output` stands in for a real outcome
    in test mode and debug runs.
    """

    workflow = models.ForeignKey(Workflow, on_delete=models.CASCADE, related_name="nodes")
    key = models.CharField(max_length=MAX_KEY, validators=[RegexValidator(KEY_PATTERN)])
    name = models.CharField(max_length=MAX_NAME)
    type = models.CharField(max_length=64)
    type_version = models.PositiveSmallIntegerField(default=1)
    config = models.JSONField(default=dict, blank=True)
    x = models.FloatField(default=0)
    y = models.FloatField(default=0)
    parent = models.CharField(max_length=64, null=True, blank=True)
    bypass = models.BooleanField(default=False)
    policy = models.JSONField(default=dict, blank=True)
    pinned_output = models.JSONField(null=True, blank=True)

    class Meta:
        verbose_name = _("node")
        verbose_name_plural = _("nodes")
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(fields=["workflow", "key"], name="node_key_once"),
            models.UniqueConstraint(fields=["workflow", "name"], name="node_name_once"),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.type})"

    def clean(self) -> None:
        """Check the config against the node type.

        Raises:
            ValidationError: (`type`) this type or version is unknown, (`config`) a field does not fit; each message
                begins with the JSON pointer of its field.
        """
        # Node types bring template and expression engines with them; a process that only reads rows needs none.
        from workflow_editor.nodes.registry import builtin_registry

        kind = builtin_registry().kind(self.type, self.type_version)
        if kind is None:
            raise ValidationError({"type": f"There is no node type {self.type} (version {self.type_version})."})
        errors = kind.read(self.config).errors()
        if errors:
            raise ValidationError(
                {
                    "config": [
                        ValidationError(f"{error.pointer}: {error.message.en}", code=error.code) for error in errors
                    ]
                }
            )


class Edge(models.Model):
    """A connection from a node's output port to a node's input port; removing a node removes its edges."""

    workflow = models.ForeignKey(Workflow, on_delete=models.CASCADE, related_name="edges")
    edge_id = models.CharField(max_length=64)
    source = models.ForeignKey(ProcessNode, on_delete=models.CASCADE, related_name="outgoing")
    source_port = models.CharField(max_length=64, default="out")
    target = models.ForeignKey(ProcessNode, on_delete=models.CASCADE, related_name="incoming")
    target_port = models.CharField(max_length=64, default="in")

    class Meta:
        verbose_name = _("connection")
        verbose_name_plural = _("connections")
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(fields=["workflow", "edge_id"], name="edge_id_once"),
            models.UniqueConstraint(
                fields=["source", "source_port", "target", "target_port"], name="edge_between_ports_once"
            ),
        )

    def __str__(self) -> str:
        return self.edge_id


class GraphChange(models.Model):
    """One saved batch of graph operations; together they are the history of a workflow."""

    workflow = models.ForeignKey(Workflow, on_delete=models.CASCADE, related_name="changes")
    revision = models.PositiveIntegerField()
    operations = models.JSONField(default=list)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("graph change")
        verbose_name_plural = _("graph changes")
        ordering = ("revision",)
        constraints = (models.UniqueConstraint(fields=["workflow", "revision"], name="graph_change_revision_once"),)

    def __str__(self) -> str:
        return f"revision {self.revision}"
