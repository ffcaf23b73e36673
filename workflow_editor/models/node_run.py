"""One execution of a node, what arrived at joins, and the journal of its model and tool calls."""

from uuid import UUID

from django.db import models
from django.utils.translation import gettext_lazy as _

from workflow_editor.models.payload import PayloadField
from workflow_editor.models.run import Run
from workflow_editor.models.status import Status


class NodeRun(models.Model):
    """One node of one run, from the moment it became ready.

    `scope` names the pass of an enclosing container ("" outside of containers). The worker holds a lease: after
    `lease_until` the node is queued again. `ports` are the output ports that carried on. `mocked` rows were given by a
    person for a debug run. `reserved` is {tokens, money} used or reserved by the node's model calls, while its run has
    a budget. `shared` rows are copies from the forked run, which paid for them. A queued node run is not taken before
    `due_at`; null is at once.
    """

    run = models.ForeignKey(
        Run, verbose_name=_("run"), on_delete=models.CASCADE, related_name="node_runs", db_index=False
    )
    node_key = models.CharField(_("node"), max_length=64)
    scope = models.CharField(_("scope"), max_length=400, default="", blank=True)
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.QUEUED)
    attempt = models.PositiveSmallIntegerField(_("attempt"), default=1)
    inputs = PayloadField(_("inputs"), default=dict, blank=True)
    output = PayloadField(_("output"), null=True, blank=True)
    ports = models.JSONField(_("ports"), default=list, blank=True)
    error = models.JSONField(_("error"), null=True, blank=True)
    usage = models.JSONField(_("usage"), default=dict, blank=True)
    reserved = models.JSONField(_("reserved"), null=True, blank=True)
    lease_owner = models.CharField(_("worker"), max_length=64, default="", blank=True)
    lease_until = models.DateTimeField(_("leased until"), null=True, blank=True)
    queued_at = models.DateTimeField(_("queued"))
    due_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    mocked = models.BooleanField(_("entered manually"), default=False)
    shared = models.BooleanField(_("reused"), default=False, db_default=False)

    class Meta:
        verbose_name = _("node run")
        verbose_name_plural = _("node runs")
        ordering = ("id",)
        constraints = (models.UniqueConstraint(fields=["run", "node_key", "scope"], name="node_run_once"),)
        indexes = (
            models.Index(fields=["queued_at"], condition=models.Q(status=Status.QUEUED), name="node_run_queued"),
            models.Index(fields=["lease_until"], condition=models.Q(status=Status.RUNNING), name="node_run_leased"),
        )

    def __str__(self) -> str:
        return f"{self.node_key} ({self.get_status_display()})"


class RunJoin(models.Model):
    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="joins", db_index=False)
    node_key = models.CharField(max_length=64)
    scope = models.CharField(max_length=400, default="", blank=True)
    live = models.PositiveIntegerField(default=0)
    dead = models.PositiveIntegerField(default=0)
    fired = models.BooleanField(default=False)
    sources = models.JSONField(default=list)

    class Meta:
        verbose_name = _("join")
        verbose_name_plural = _("joins")
        constraints = (models.UniqueConstraint(fields=["run", "node_key", "scope"], name="run_join_once"),)

    def __str__(self) -> str:
        return f"{self.node_key}: {self.live} live, {self.dead} dead"


class JournalRow(models.Model):
    """One step of a node's conversation that must never be done again; see `agents.core.journal`."""

    node_run = models.ForeignKey(NodeRun, on_delete=models.CASCADE, related_name="journal", db_index=False)
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    round = models.PositiveSmallIntegerField()
    call_id = models.CharField(max_length=200, default="", blank=True)
    payload = PayloadField(default=dict)

    class Meta:
        verbose_name = _("journal entry")
        verbose_name_plural = _("journal entries")
        ordering = ("seq",)
        constraints = (models.UniqueConstraint(fields=["node_run", "seq"], name="journal_seq_once"),)

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"

    @property
    def run_id(self) -> UUID:
        """The run that holds what is large in the payload."""
        return self.node_run.run_id
