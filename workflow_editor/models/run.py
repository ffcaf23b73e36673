"""One execution of a version."""

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from tools.models.ciphertext import CiphertextField
from tools.models.owned import Created, person
from workflow_editor.models.ids import uuid7
from workflow_editor.models.payload import PayloadField
from workflow_editor.models.status import OPEN_STATUSES, Status
from workflow_editor.models.version import WorkflowVersion
from workflow_editor.models.workflow import Workflow

OTHER_TRIGGERS = (
    "manual",
    "debug",
    "fork",
    "retry",
    "replay",
    "chat",
    "openai_api",
    "mcp",
    "test_button",
    "tool",
    "tool_call",
    "sub_workflow",
    "evaluation",
    "judge",
)
"""Values of `Run.trigger` beside the types of trigger nodes."""


class Run(Created):
    """One execution of a workflow version, or of one node of it (`kind` debug, `target_node` set).

    `open_nodes` counts node runs that are not final; at 0 the run ends. `waiting_nodes` counts those that wait; when
    all do, the run waits. `last_seq` is the newest event's number. `steps` counts changes of the run itself, for
    optimistic locking. `usage` is {input_tokens, output_tokens, nothing_ran?}; `error` is
    {code, message, node_key, details?}.

    `waiting_nodes` counts those of the open nodes that wait; the run waits when all do. `limits` are those that were in
    force when the run was made (`engine.run_limits.RunLimits`), null without any; `held` runs are queued
    until a limit leaves room. A child run is one that the node run `parent_node_run` waits for.

    `delivery` is the trigger's delivery that started it, or the forked run's. `is_draft`: it tries the unsaved graph,
    or is a child of such a run; variables and credentials use test values. The trigger `replay` takes outside answers
    from a cassette only (`services.tests.replay`). A run of kind `run` with a `target_node` stops there. A fork or
    retry adopts outcomes of `forked_from`, null once that was deleted.
    """

    FORK = "fork"
    RETRY = "retry"
    REPLAY = "replay"

    class Kind(models.TextChoices):
        RUN = "run", _("Full run")
        DEBUG = "debug", _("Debug run")

    class Mode(models.TextChoices):
        LIVE = "live", _("Live")
        TEST = "test", _("Test")

    id = models.UUIDField(_("ID"), primary_key=True, default=uuid7, editable=False)
    workflow = models.ForeignKey(
        Workflow, verbose_name=_("workflow"), on_delete=models.CASCADE, related_name="runs", db_index=False
    )
    version = models.ForeignKey(
        WorkflowVersion, verbose_name=_("version"), on_delete=models.RESTRICT, related_name="runs"
    )
    kind = models.CharField(_("kind"), max_length=5, choices=Kind.choices, default=Kind.RUN)
    mode = models.CharField(_("mode"), max_length=4, choices=Mode.choices, default=Mode.LIVE)
    trigger = models.CharField(_("trigger"), max_length=20, default="manual")
    is_draft = models.BooleanField(_("tries a draft"), default=False, db_default=False)
    target_node = models.CharField(_("debugged node"), max_length=64, null=True, blank=True)
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.QUEUED)
    inputs = PayloadField(_("inputs"), default=dict, blank=True)
    output = PayloadField(_("output"), null=True, blank=True)
    error = models.JSONField(_("error"), null=True, blank=True)
    usage = models.JSONField(_("usage"), default=dict, blank=True)
    open_nodes = models.PositiveIntegerField(_("open nodes"), default=0)
    waiting_nodes = models.PositiveIntegerField(_("waiting nodes"), default=0, db_default=0)
    last_seq = models.PositiveIntegerField(_("last event"), default=0)
    steps = models.PositiveIntegerField(_("steps"), default=0)
    cancel_requested = models.BooleanField(_("cancel requested"), default=False)
    idempotency_key = models.CharField(_("idempotency key"), max_length=200, null=True, blank=True)
    created_by = person(_("started by"))
    limits = models.JSONField(_("limits"), null=True, blank=True)
    deadline_at = models.DateTimeField(_("deadline"), null=True, blank=True)
    held = models.BooleanField(_("queued by a limit"), default=False, db_default=False)
    parent_node_run = models.ForeignKey(
        "workflow_editor.NodeRun",
        verbose_name=_("waiting node"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="child_runs",
        db_index=False,
    )
    forked_from = models.ForeignKey(
        "self",
        verbose_name=_("forked from"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="forks",
        db_index=False,
    )
    delivery = models.ForeignKey(
        "workflow_editor.TriggerDelivery",
        verbose_name=_("delivery"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="runs",
        db_index=False,
    )
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    history_bytes = models.PositiveBigIntegerField(_("size"), null=True, blank=True, editable=False)

    stored: dict[str, Any] | None = None
    """All values by column, as the store of runs has read or written them last through this object."""

    class Meta:
        verbose_name = _("run")
        verbose_name_plural = _("runs")
        ordering = ("-created_at", "-id")
        constraints = (
            models.UniqueConstraint(
                fields=["workflow", "created_by", "idempotency_key"],
                condition=models.Q(idempotency_key__isnull=False),
                name="run_idempotency_key_once",
            ),
        )
        indexes = (
            models.Index(fields=["workflow", "-created_at"], name="run_workflow_created"),
            models.Index(fields=["-created_at"], name="run_created"),
            models.Index(fields=["created_by", "-created_at"], name="run_person_created"),
            models.Index(fields=["trigger", "-created_at"], name="run_trigger_created"),
            # Holds all that the statistics of the home page read, so that the wide rows stay unread.
            models.Index(
                fields=[
                    "workflow",
                    "created_at",
                    "kind",
                    "status",
                    "trigger",
                    "usage",
                    "finished_at",
                    "parent_node_run",
                ],
                condition=models.Q(finished_at__isnull=False, parent_node_run__isnull=True),
                name="run_statistics",
            ),
            models.Index(
                fields=["finished_at"],
                condition=models.Q(finished_at__isnull=False, history_bytes__isnull=True),
                name="run_unmeasured",
            ),
            models.Index(fields=["created_at"], condition=models.Q(status__in=OPEN_STATUSES), name="run_open"),
            models.Index(
                fields=["workflow", "created_at"],
                condition=models.Q(status=Status.QUEUED, held=True),
                name="run_held",
            ),
            models.Index(
                fields=["parent_node_run"], condition=models.Q(parent_node_run__isnull=False), name="run_of_node"
            ),
            models.Index(fields=["delivery"], condition=models.Q(delivery__isnull=False), name="run_delivery"),
            models.Index(fields=["forked_from"], condition=models.Q(forked_from__isnull=False), name="run_fork"),
            models.Index(
                fields=["deadline_at"],
                condition=models.Q(status__in=OPEN_STATUSES, deadline_at__isnull=False),
                name="run_deadline",
            ),
        )

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.id}"

    @property
    def takes_test_values(self) -> bool:
        """True when variables and credentials give their test values, where they have any."""
        return self.is_draft or self.mode == self.Mode.TEST

    @property
    def nothing_ran(self) -> bool:
        """True when its nodes only began it or chose its way; a part of `usage`, which the statistics read anyway."""
        return bool(self.usage.get("nothing_ran"))

    @nothing_ran.setter
    def nothing_ran(self, value: bool) -> None:
        self.usage = {**self.usage, "nothing_ran": value}

    @property
    def shares_work(self) -> bool:
        """True when some of its nodes have outcomes of another run."""
        return self.trigger in (self.FORK, self.RETRY)


class RunCookies(models.Model):
    """The cookies of one run, encrypted, since they are keys; gone once the run is over (`history.prune`)."""

    run = models.OneToOneField(Run, on_delete=models.CASCADE, primary_key=True, related_name="+")
    ciphertext = CiphertextField(editable=False)

    def __str__(self) -> str:
        return str(self.run_id)
