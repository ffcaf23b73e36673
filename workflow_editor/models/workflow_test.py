"""Tests of workflows, made from stored runs, and what came of them."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from tools.models.owned import Created, Timed, person
from workflow_editor.models.run import Run
from workflow_editor.models.version import WorkflowVersion
from workflow_editor.models.workflow import Workflow


class WorkflowTest(Timed):
    """A recorded run that is replayed without network, and what is demanded of it.

    `cassette` and `assertions` have the forms of `workflow_editor.cassettes`. `until_node` is the recorded run's.
    Without `compares_prompts`, changed prompts are accepted.
    """

    id = models.UUIDField(_("ID"), primary_key=True, default=uuid.uuid4, editable=False)
    workflow = models.ForeignKey(
        Workflow, verbose_name=_("workflow"), on_delete=models.CASCADE, related_name="tests", db_index=False
    )
    name = models.CharField(_("name"), max_length=120)
    inputs = models.JSONField(_("inputs"), default=dict, blank=True)
    cassette = models.JSONField(_("cassette"), default=dict)
    assertions = models.JSONField(_("assertions"), default=list, blank=True)
    compares_prompts = models.BooleanField(_("compares prompts"), default=True)
    until_node = models.CharField(_("last node"), max_length=64, null=True, blank=True)
    source_run = models.ForeignKey(
        Run, verbose_name=_("recorded run"), null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_by = person(_("created by"))

    class Meta:
        verbose_name = _("workflow test")
        verbose_name_plural = _("workflow tests")
        ordering = ("name",)
        constraints = (models.UniqueConstraint(fields=["workflow", "name"], name="workflow_test_name_once"),)

    def __str__(self) -> str:
        return self.name


class WorkflowTestResult(Created):
    """One replay of a test.

    `unfit`: the cassette does not match the graph. `findings` are `Mismatch.to_json` and `FailedAssertion.to_json`.
    `duration_ms` is the total of the recorded calls used.
    """

    class Status(models.TextChoices):
        PASSED = "passed", _("Passed")
        FAILED = "failed", _("Failed")
        UNFIT = "unfit", _("Cassette does not match")

    test = models.ForeignKey(
        WorkflowTest, verbose_name=_("test"), on_delete=models.CASCADE, related_name="results", db_index=False
    )
    status = models.CharField(_("status"), max_length=6, choices=Status.choices)
    findings = models.JSONField(_("findings"), default=list, blank=True)
    run = models.ForeignKey(
        Run, verbose_name=_("replay"), null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    version = models.ForeignKey(
        WorkflowVersion, verbose_name=_("version"), null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    usage = models.JSONField(_("usage"), default=dict, blank=True)
    duration_ms = models.PositiveIntegerField(_("duration"), default=0)
    created_by = person(_("started by"))

    class Meta:
        verbose_name = _("test result")
        verbose_name_plural = _("test results")
        ordering = ("-id",)
        indexes = (models.Index(fields=["test", "-id"], name="test_result_newest"),)

    def __str__(self) -> str:
        return f"{self.get_status_display()} {self.pk}"
