"""Waits of nodes: for a moment, a person, a child run."""

from typing import get_args

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tools.models.owned import person
from workflow_editor.models.node_run import NodeRun
from workflow_editor.nodes.waits import AnyWait, PersonWait, read_wait


class Wait(models.Model):
    """One wait of a `waiting` node run, open until it is answered.

    `payload` is the displayable JSON of `about`. `answer` is {decision, values, comment}; the system adds `timed_out`
    (after `due_at`) and `cancelled` (the run ended first). `by` names an anonymous person. `approvers` may answer
    besides the workflow's owner and editors; alone, if it is about a credential's destination.
    """

    class Kind(models.TextChoices):
        DELAY = "delay", _("Delay")
        APPROVAL = "approval", _("Approval")
        FORM = "form", _("Form")
        CHILD_RUN = "child_run", _("Another workflow")
        OUTCOME_UNKNOWN = "outcome_unknown", _("Unknown outcome")
        BUDGET = "budget", _("Budget")
        TOOL_APPROVAL = "tool_approval", _("Tool call approval")
        CREDENTIAL_ORIGIN = "credential_origin", _("Credential destination")

    node_run = models.ForeignKey(NodeRun, verbose_name=_("node run"), on_delete=models.CASCADE, related_name="waits")
    kind = models.CharField(_("kind"), max_length=20, choices=Kind.choices)
    payload = models.JSONField(_("payload"), default=dict, blank=True)
    due_at = models.DateTimeField(_("due"), null=True, blank=True)
    due_uptime = models.FloatField(null=True, blank=True, editable=False)
    """The same in seconds of `Uptime`, for what lasts a while: whichever comes first ends it."""
    answer = models.JSONField(_("decision"), null=True, blank=True)
    answered_by = person(_("answered by"))
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)
    approvers = models.ManyToManyField(
        settings.AUTH_USER_MODEL, verbose_name=_("approvers"), blank=True, related_name="+"
    )
    created_at = models.DateTimeField(_("created"))

    class Meta:
        verbose_name = _("wait")
        verbose_name_plural = _("waits")
        ordering = ("-created_at", "-id")
        constraints = (
            models.UniqueConstraint(
                fields=["node_run"], condition=models.Q(answered_at__isnull=True), name="wait_open_once"
            ),
        )
        indexes = (
            models.Index(
                fields=["due_at"],
                condition=models.Q(answered_at__isnull=True, due_at__isnull=False),
                name="wait_due",
            ),
            models.Index(
                fields=["due_uptime"],
                condition=models.Q(answered_at__isnull=True, due_uptime__isnull=False),
                name="wait_due_uptime",
            ),
            models.Index(fields=["kind", "-created_at"], name="wait_kind_created"),
        )

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.pk}"

    @property
    def about(self) -> AnyWait:
        return read_wait(self.payload)

    @property
    def answered_name(self) -> str:
        """The user name of who answered, `visitor` for somebody without an account, empty for the clock."""
        return self.answered_by.get_username() if self.answered_by else (self.answer or {}).get("by", "")


ANSWERED_BY_PEOPLE = tuple(kind.model_fields["kind"].default for kind in get_args(PersonWait))
"""Kinds in the approvals list."""
