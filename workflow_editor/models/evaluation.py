"""Tables of cases, and how well versions of a workflow did with them."""

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tools.models.owned import Created, Timed
from workflow_editor.models.run import Run
from workflow_editor.models.version import WorkflowVersion
from workflow_editor.models.workflow import Workflow


class Evaluation(Timed):
    """A table of cases; `cases` has the form of `workflow_editor.cassettes.scorers.Case`."""

    id = models.UUIDField(_("ID"), primary_key=True, default=uuid.uuid4, editable=False)
    workflow = models.ForeignKey(
        Workflow, verbose_name=_("workflow"), on_delete=models.CASCADE, related_name="evaluations"
    )
    name = models.CharField(_("name"), max_length=120)
    cases = models.JSONField(_("cases"), default=list)

    class Meta:
        verbose_name = _("evaluation")
        verbose_name_plural = _("evaluations")
        ordering = ("-created_at", "-id")

    def __str__(self) -> str:
        return self.name


class EvaluationRound(Created):
    """The table run once, for one or two versions; `cases` are those of that moment.

    It continues by itself until `finished_at` is set: its scores show what is missing.
    """

    id = models.UUIDField(_("ID"), primary_key=True, default=uuid.uuid4, editable=False)
    evaluation = models.ForeignKey(
        Evaluation, verbose_name=_("evaluation"), on_delete=models.CASCADE, related_name="rounds"
    )
    cases = models.JSONField(_("cases"), default=list)
    left = models.ForeignKey(
        WorkflowVersion, verbose_name=_("version"), null=True, on_delete=models.SET_NULL, related_name="+"
    )
    right = models.ForeignKey(
        WorkflowVersion,
        verbose_name=_("second version"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("started by"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    cancelled = models.BooleanField(_("cancelled"), default=False)
    """It was ended before all its scores were known."""

    class Meta:
        verbose_name = _("evaluation round")
        verbose_name_plural = _("evaluation rounds")
        ordering = ("-created_at", "-id")
        indexes = (
            models.Index(
                fields=["created_at"], condition=models.Q(finished_at__isnull=True), name="evaluation_round_open"
            ),
        )

    def __str__(self) -> str:
        return str(self.pk)


class EvaluationScore(models.Model):
    """Score of one case with one version, from 0 to 1, null until known; `judge_run` is the judging model's, `reason`
    is {en, zh}.
    """

    class Side(models.TextChoices):
        LEFT = "left", _("First")
        RIGHT = "right", _("Second")

    round = models.ForeignKey(
        EvaluationRound, verbose_name=_("round"), on_delete=models.CASCADE, related_name="scores", db_index=False
    )
    case = models.PositiveIntegerField(_("case"))
    side = models.CharField(_("side"), max_length=5, choices=Side.choices)
    run = models.ForeignKey(
        Run, verbose_name=_("run"), null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    judge_run = models.ForeignKey(
        Run, verbose_name=_("judge run"), null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    score = models.FloatField(_("score"), null=True, blank=True)
    reason = models.JSONField(_("reason"), null=True, blank=True)

    class Meta:
        verbose_name = _("score")
        verbose_name_plural = _("scores")
        ordering = ("case", "side")
        constraints = (models.UniqueConstraint(fields=["round", "case", "side"], name="evaluation_score_once"),)

    def __str__(self) -> str:
        return f"{self.case} {self.side}"
