"""The audit log: one row per tool call, allowed or not."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tools.audit.chain import link_content
from tools.forms.local_text import local_text
from tools.models.append_only import AppendOnlyModel, AppendOnlyQuerySet, AuditLogError
from tools.models.audit_link import link_append
from tools.rows.writer import insert_row, update_row


class ToolInvocationQuerySet(AppendOnlyQuerySet["ToolInvocation"]):
    def begin(self, values: Mapping[str, Any]) -> int:
        """Insert a row of these values, for every field but the key, with its link in the chain; return its id."""
        part = "begin" if values["finished_at"] is None else "whole"
        content = link_content(part, values)
        with transaction.atomic(savepoint=False):
            pk = insert_row(ToolInvocation, values)
            link_append(pk, part, content)
        return pk

    def finish(self, pk: int, **outcome: Any) -> bool:
        """Add the outcome, all of it, to a row that has none yet; False when it had one."""
        outcome["finished_at"] = timezone.now()
        content = link_content("end", outcome)
        with transaction.atomic():
            if not update_row(ToolInvocation, outcome, {"id": pk, "finished_at": None}):
                return False
            link_append(pk, "end", content)
        return True


class ToolInvocation(AppendOnlyModel):
    """Audit record of a tool call: caller, decision and outcome. Arguments and result are redacted.

    Stage `offer` is a tool withheld from a conversation; decision `invalid` is an unknown tool name or invalid
    arguments.
    """

    class Decision(models.TextChoices):
        ALLOW = "allow", _("Allowed")
        ASK = "ask", _("Needs approval")
        MOCK = "mock", _("Mocked")
        DENY = "deny", _("Denied")
        INVALID = "invalid", _("Invalid")

    class Stage(models.TextChoices):
        OFFER = "offer", _("Offer")
        CALL = "call", _("Call")

    class Mode(models.TextChoices):
        LIVE = "live", _("Live")
        TEST = "test", _("Test")

    class Origin(models.TextChoices):
        MODEL = "model", _("Model")
        NODE = "node", _("Tool node")
        CHAT = "chat", _("Chat")
        MCP = "mcp", _("MCP")
        TEST_BUTTON = "test_button", _("Test button")
        TOOL = "tool", _("Tool")
        TRIGGER = "trigger", _("Trigger")

    at = models.DateTimeField(_("when"), default=timezone.now, editable=False, db_index=True)
    # Without an index of its own: `invocation_by_user` begins with it.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("user"),
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        db_index=False,
    )
    username = models.CharField(_("user"), max_length=150, blank=True)
    """Kept when the user is gone."""
    run_id = models.UUIDField(_("run"), null=True, db_index=True)
    workflow_id = models.UUIDField(_("workflow"), null=True, db_index=True)
    node_key = models.CharField(_("node"), max_length=200, blank=True)
    scope = models.CharField(_("scope"), max_length=400, default="", blank=True)
    """Pass of the containers around the node; empty outside of containers, and in rows of before."""
    origin = models.CharField(_("origin"), max_length=20, choices=Origin.choices)
    mode = models.CharField(_("mode"), max_length=4, choices=Mode.choices)
    stage = models.CharField(_("stage"), max_length=5, choices=Stage.choices)
    tool_id = models.CharField(_("tool id"), max_length=200, blank=True, db_index=True)
    """Empty when a call names a function that was not offered."""
    function = models.CharField(_("function"), max_length=200, blank=True)
    call_id = models.CharField(_("call"), max_length=200, blank=True)
    executor = models.CharField(_("executor"), max_length=100, blank=True)
    title = models.CharField(_("tool name"), max_length=200, blank=True)
    arguments = models.JSONField(_("arguments"), default=dict)
    decision = models.CharField(_("decision"), max_length=7, choices=Decision.choices)
    rule_id = models.CharField(_("rule"), max_length=64, blank=True)
    """The id of the ToolPolicy that decided; empty when the default did. No foreign key: rules come and go."""
    approval = models.JSONField(_("approval"), null=True)
    """Approver or answer; see `tools.calls.approvals`. None if no approval was needed."""
    untrusted = models.BooleanField(_("with untrusted text"), default=False)
    rule_revision = models.PositiveIntegerField(_("revision of the rule"), null=True)
    reason = models.JSONField(_("reason"), default=dict)
    """The forms by language, or empty."""
    success = models.BooleanField(_("success"), null=True)
    """None while the call runs."""
    result_code = models.IntegerField(_("result code"), null=True)
    message = models.TextField(_("message"), blank=True)
    """In English; `message_text` is in the language of the request."""
    result = models.JSONField(_("result"), null=True)
    """The envelope; its `translations` has the message in the other languages. Rows of before have none."""
    duration_ms = models.PositiveIntegerField(_("duration (ms)"), null=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    finished_at = models.DateTimeField(_("finished"), null=True)

    objects = ToolInvocationQuerySet.as_manager()

    class Meta:
        verbose_name = _("tool call")
        verbose_name_plural = _("tool calls")
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["user", "-id"], name="invocation_by_user"),
            models.Index(fields=["username", "-id"], name="invocation_by_name"),
            models.Index(fields=["decision", "-id"], name="invocation_by_decision"),
        ]

    def __str__(self) -> str:
        return f"{self.title or self.tool_id or self.function} · {self.username} · {self.at:%Y-%m-%d %H:%M:%S}"

    @property
    def reason_text(self) -> str:
        """The reason in the language of the request, or empty."""
        return local_text(self.reason) if self.reason else ""

    @property
    def message_text(self) -> str:
        """The message in the language of the request; in English where the row has no other."""
        is_refusal = self.reason and self.reason.get("en") == self.message
        forms = self.reason if is_refusal else (self.result or {}).get("translations", {})
        return local_text({**forms, "en": self.message})

    def save(self, **kwargs: Any) -> None:
        """Insert the row; an existing one is completed through `objects.finish` only."""
        if not self._state.adding:
            raise AuditLogError("audit rows are written once and finished once")
        values = {field.attname: getattr(self, field.attname) for field in self._meta.concrete_fields}
        self.pk = ToolInvocation.objects.begin({name: value for name, value in values.items() if name != "id"})
        self._state.adding = False
