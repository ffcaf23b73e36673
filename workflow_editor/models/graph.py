"""The editable graph as rows: nodes, edges and the log of changes."""

from collections.abc import Collection

from django.conf import settings
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tools.core.definitions import JsonObject
from tools.core.text import Text
from tools.forms.local_text import local_text
from workflow_editor.errors import InvalidInputError
from workflow_editor.graph.document import KEY_PATTERN, NodeDoc
from workflow_editor.graph.limits import MAX_KEY, MAX_NAME
from workflow_editor.models.graph_document import graph_document
from workflow_editor.models.ordered_json import OrderedJsonField
from workflow_editor.models.workflow import Workflow

_NO_TYPE = Text("There is no such node type.")
_FIELDS = {"position/x": "x", "position/y": "y"}


class ProcessNode(models.Model):
    """One node of a workflow.

    `config` is the camelCase JSON of the node type's Config model. `parent` is the key of its container. `policy` holds
    differences from `NodePolicy` defaults. `pinned_output` replaces a real outcome in test mode and debug runs.
    """

    workflow = models.ForeignKey(Workflow, on_delete=models.CASCADE, related_name="nodes", verbose_name=_("workflow"))
    key = models.CharField(_("node key"), max_length=MAX_KEY, validators=[RegexValidator(KEY_PATTERN)])
    name = models.CharField(_("name"), max_length=MAX_NAME)
    type = models.CharField(_("type"), max_length=64)
    type_version = models.PositiveSmallIntegerField(default=1)
    config = models.JSONField(_("settings"), default=dict, blank=True)
    x = models.FloatField(default=0)
    y = models.FloatField(default=0)
    parent = models.CharField(_("container"), max_length=64, null=True, blank=True)
    bypass = models.BooleanField(_("bypassed"), default=False)
    policy = models.JSONField(_("on failure"), default=dict, blank=True)
    pinned_output = OrderedJsonField(null=True, blank=True)

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

    def clean_fields(self, exclude: Collection[str] | None = None) -> None:
        """Validate the row by the rules of every edit and import.

        Raises ValidationError by field, with a JSON pointer for parts of a field; excluded fields and connections
        concern the whole row.
        """
        excluded = set(exclude or ())
        own = {field.name for field in self._meta.fields}
        super().clean_fields(exclude=excluded | (own - {"workflow"}))
        if hasattr(self, "workflow") and (found := _refusals(self.workflow, self.storing_operation(), own - excluded)):
            raise ValidationError(found)

    def storing_operation(self) -> JsonObject:
        """Return the operation that makes the graph hold this row: a new node, or its changes."""
        node = self._json()
        stored = ProcessNode.objects.filter(pk=self.pk).first()
        if stored is None:
            return {"op": "add_node", "node": node}
        before = stored._json()
        changes = {name: value for name, value in node.items() if value != before[name]}
        return {"op": "update_node", "key": stored.key, "changes": changes}

    def _json(self) -> JsonObject:
        """Return the row as the JSON of a NodeDoc, right or wrong."""
        names = [name for name in NodeDoc.model_fields if name != "position"]
        return {**{name: getattr(self, name) for name in names}, "position": {"x": self.x, "y": self.y}}


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
    """One saved batch of graph operations; all batches are the history of a workflow."""

    workflow = models.ForeignKey(Workflow, on_delete=models.CASCADE, related_name="changes")
    revision = models.PositiveIntegerField()
    operations = models.JSONField(default=list)
    batch = models.UUIDField(null=True)
    """The editor's own name for it, by which a batch that is sent again is known."""
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    by_hand = models.BooleanField(default=False)
    """Saved by a signed-in person, not with an API token."""
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("graph change")
        verbose_name_plural = _("graph changes")
        ordering = ("revision",)
        constraints = (
            models.UniqueConstraint(fields=["workflow", "revision"], name="graph_change_revision_once"),
            models.UniqueConstraint(fields=["workflow", "batch"], name="graph_change_batch_once"),
        )

    def __str__(self) -> str:
        return f"revision {self.revision}"


def _refusals(workflow: Workflow, operation: JsonObject, fields: Collection[str]) -> dict[str, list[ValidationError]]:
    """Return the errors of the operation that stores a row, by field; empty when the graph takes it.

    Errors of other fields than `fields` concern the whole row.
    """
    # Node types bring template and expression engines with them; a process that only reads rows needs none.
    from workflow_editor.graph.operations import apply_operations
    from workflow_editor.nodes.registry import builtin_registry

    try:
        graph = apply_operations(graph_document(workflow), [operation], builtin_registry())
    except InvalidInputError as error:
        found: dict[str, list[ValidationError]] = {}
        for refused in error.details["errors"]:
            field, shown = _field_error(refused, fields)
            found.setdefault(field, []).append(shown)
        return found
    stored = operation.get("node") or {"key": operation["key"], **operation["changes"]}
    if graph.readings[stored["key"]] is None and "type" in stored:
        return {"type": [ValidationError(local_text(_NO_TYPE), code="unknown_type")]}
    return {}


def _field_error(refused: JsonObject, fields: Collection[str]) -> tuple[str, ValidationError]:
    pointer = refused["pointer"].removeprefix("/operations").removeprefix("/0").removeprefix("/")
    name = next((field for place, field in _FIELDS.items() if pointer == place), pointer.partition("/")[0])
    inner = pointer.partition("/")[2] if name in fields and name not in _FIELDS.values() else pointer
    if name not in fields:
        name = NON_FIELD_ERRORS
    message = local_text(refused["message"])
    return name, ValidationError(f"/{inner}: {message}" if inner else message, code=refused["code"])
