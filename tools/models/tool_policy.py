"""Rules about who may use which tool."""

import secrets
import uuid
from typing import Any, NoReturn

from django.contrib.auth.models import Group, User
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tools.core.definitions import JsonObject
from tools.core.ports import ASK_TIMEOUT_S
from tools.forms.local_text import local_text
from tools.models.owned import Created, person
from tools.policies.conditions import MAX_SOURCE_CHARACTERS, ConditionError, compile_condition
from tools.policies.hosts import HOST, host_name, is_host_pattern
from tools.rows.reader import read_values

ONLY_ROW = 1
_BITS = 62
PATTERN = r"^[A-Za-z0-9_.:*-]+$"
MOST_CONDITIONS = 20
"""Rules with a condition for the same case: each of them may have to be evaluated before a call."""
LONGEST_ASK_S = 2_592_000
"""Thirty days."""


class PolicyHistoryError(TypeError):
    """Something tried to change or delete a version of a rule: a bug in the calling code."""


class ToolPolicyVersionQuerySet(models.QuerySet["ToolPolicyVersion"]):
    def delete(self) -> NoReturn:
        raise PolicyHistoryError("versions of rules are never deleted")

    def update(self, **kwargs: Any) -> NoReturn:
        raise PolicyHistoryError("versions of rules are never changed")


class ToolPolicyVersion(models.Model):
    """One state of a rule, written with each change and never again. The audit log names rule and number."""

    class Change(models.TextChoices):
        CREATED = "created", _("Created")
        CHANGED = "changed", _("Changed")
        DELETED = "deleted", _("Deleted")

    policy_id = models.UUIDField(_("rule"))
    """No foreign key: rules come and go."""
    number = models.PositiveIntegerField(_("revision"))
    change = models.CharField(_("change"), max_length=7, choices=Change.choices)
    content = models.JSONField(_("content"))
    """See `ToolPolicy.content`."""
    changed_by = person(_("changed by"))
    username = models.CharField(_("user"), max_length=150, blank=True)
    """Kept when the user is gone."""
    at = models.DateTimeField(_("when"), auto_now_add=True)

    objects = ToolPolicyVersionQuerySet.as_manager()

    class Meta:
        verbose_name = _("version of a rule")
        verbose_name_plural = _("versions of rules")
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["policy_id", "number"], name="policy_version_number")]

    def __str__(self) -> str:
        return f"{self.policy_id} · {self.number}"


class PolicyRevision(models.Model):
    """Single row with a revision number that changes with every rule change, so processes can validate their rule cache
    with one small read.

    The number is random: a counter could repeat a value after a rollback and validate stale rules.
    """

    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY_ROW, editable=False)
    number = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return str(self.number)

    @classmethod
    def current(cls) -> int:
        """Return the number; 0 before the first rule."""
        found = read_values(cls, ("number",), {"id": ONLY_ROW})
        return int(found[0][0]) if found else 0

    @classmethod
    def bump(cls) -> None:
        """Say that the rules changed; call it in the transaction of the change."""
        cls.objects.update_or_create(id=ONLY_ROW, defaults={"number": secrets.randbits(_BITS)})


class ToolPolicy(Created):
    """One rule: a role (or anyone), tools by pattern, a workflow (or any), a mode (or both), and what to do.

    Patterns: `*`, an executor (`http_request`), a UI type (`http-request`), one configured tool (`tool:<id>`), a
    built-in one (`system:get_current_time`), any of these with `*` in it, or a host (`host:api.example.com`,
    `host:*.example.com`) for every call sent there. `tools.policies.index` resolves conflicts. Each change raises
    `revision` and adds a `ToolPolicyVersion`.
    """

    class Effect(models.TextChoices):
        ALLOW = "allow", _("Allow")
        ASK = "ask", _("Ask a person")
        DENY = "deny", _("Deny")
        MOCK = "mock", _("Mock")

    class Mode(models.TextChoices):
        LIVE = "live", _("Live")
        TEST = "test", _("Test")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    role = models.ForeignKey(
        Group,
        verbose_name=_("role"),
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        help_text=_("Any role, if you choose none."),
    )
    tool_pattern = models.CharField(
        _("tool"),
        max_length=200,
        validators=[RegexValidator(PATTERN, _("Use only letters, digits and _ . : - *"))],
        help_text=_(
            "*, an executor such as http_request, tool:ID, a namespace such as system:*, or a host such as "
            "host:api.example.com or host:*.example.com."
        ),
    )
    workflow_id = models.UUIDField(_("workflow"), null=True, blank=True)
    """None: any workflow."""
    mode = models.CharField(
        _("mode"), max_length=4, choices=Mode.choices, blank=True, help_text=_("Both, if you choose none.")
    )
    effect = models.CharField(_("effect"), max_length=5, choices=Effect.choices)
    when = models.TextField(
        _("condition"),
        blank=True,
        max_length=MAX_SOURCE_CHARACTERS,
        help_text=_(
            "A CEL expression over args, caller, workflow and mode, for example args.method == 'DELETE'. "
            "Without one, the rule always applies."
        ),
    )
    args_untrusted = models.BooleanField(
        _("only with untrusted text"),
        default=False,
        help_text=_(
            "Applies to writing calls whose arguments contain text from the web, MCP, a database or a similar source."
        ),
    )
    mock_result = models.JSONField(
        _("mock result"),
        null=True,
        blank=True,
        help_text=_("The result of “Mock” as a JSON object. By default, the tool's result in test mode."),
    )
    ask_timeout_s = models.PositiveIntegerField(
        _("wait for an answer, in seconds"),
        default=ASK_TIMEOUT_S,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(LONGEST_ASK_S)],
        help_text=_("How long “Ask a person” waits before the call is rejected."),
    )
    ask_someone_else = models.BooleanField(
        _("someone else must answer"),
        default=False,
        db_default=False,
        help_text=_("“Ask a person” cannot be answered by the user who started the run, whatever their role."),
    )
    enabled = models.BooleanField(_("enabled"), default=True, db_default=True)
    """A rule that is switched off decides nothing, and its case stays taken."""
    revision = models.PositiveIntegerField(_("revision"), default=0, editable=False)
    note = models.CharField(_("note"), max_length=500, blank=True)
    created_by = person(_("created by"), editable=False)

    changed_by: User | None = None
    """Author of the unsaved change; stored in its version only."""

    class Meta:
        verbose_name = _("rule")
        verbose_name_plural = _("rules")
        ordering = ["tool_pattern", "created_at"]

    def __str__(self) -> str:
        role = self.role.name if self.role else _("any role")
        return f"{self.get_effect_display()} · {role} · {self.tool_pattern}"

    def clean(self) -> None:
        """Validate the condition, and refuse a second rule for the same role, tools, workflow, mode and condition."""
        self.when = self.when.strip()
        if self.tool_pattern.startswith(HOST):
            if not is_host_pattern(self.tool_pattern):
                text = _("Write host: followed by a host, *. and a domain, or *.")
                raise _wrong("tool_pattern", text, "host_invalid")
            host = self.tool_pattern.removeprefix(HOST)
            self.tool_pattern = HOST + (host.lower() if host.startswith("*") else host_name(host))
        self.ask_timeout_s = self.ask_timeout_s or ASK_TIMEOUT_S
        if self.mock_result is not None and not isinstance(self.mock_result, dict):
            raise _wrong("mock_result", _("Enter a JSON object."), "not_an_object")
        if self.when:
            try:
                compile_condition(self.when)
            except ConditionError as error:
                raise _wrong("when", local_text(error.text), "condition_invalid") from error
        same = ToolPolicy.objects.filter(
            role_id=self.role_id,
            tool_pattern=self.tool_pattern,
            workflow_id=self.workflow_id,
            mode=self.mode,
            args_untrusted=self.args_untrusted,
        ).exclude(pk=self.pk)
        conditions = list(same.values_list("when", flat=True))
        if self.when in conditions:
            raise _wrong("tool_pattern", _("A rule for this role, tool and workflow already exists."), "unique")
        if self.when and len(conditions) >= MOST_CONDITIONS:
            text = _("There are already %(most)d rules with conditions for this case. Join some of them with ||.")
            raise _wrong("when", text % {"most": MOST_CONDITIONS}, "too_many")

    def content(self) -> JsonObject:
        return {
            "role": self.role.name if self.role else None,
            "tool_pattern": self.tool_pattern,
            "workflow": str(self.workflow_id) if self.workflow_id else None,
            "mode": self.mode or None,
            "effect": self.effect,
            "when": self.when,
            "args_untrusted": self.args_untrusted,
            "mock_result": self.mock_result,
            "ask_timeout_s": self.ask_timeout_s,
            "ask_someone_else": self.ask_someone_else,
            "enabled": self.enabled,
            "note": self.note,
        }


def _wrong(field: str, text: Any, code: str) -> ValidationError:
    return ValidationError({field: ValidationError(text, code=code)})
