"""Alert rules of failing runs."""

from typing import Any

from rest_framework import serializers

from workflow_editor.api.texts import localized
from workflow_editor.errors import failure_text
from workflow_editor.models import AlertRule


class AlertRuleCreateSerializer(serializers.Serializer[Any]):
    """The first failure is always notified, then each `every`th in a row (0: none), and the success after them."""

    every = serializers.IntegerField(min_value=0, max_value=10_000, default=0)
    on_recovery = serializers.BooleanField(default=True)
    is_enabled = serializers.BooleanField(default=True)
    channel = serializers.ChoiceField(AlertRule.Channel.choices)
    target = serializers.CharField(max_length=2000, help_text="A tool's id, a mail address, or that of a webhook.")


class AlertRulePatchSerializer(serializers.Serializer[Any]):
    """Changes of a rule. An empty `target` keeps the stored one."""

    target = serializers.CharField(max_length=2000, required=False, allow_blank=True)
    every = serializers.IntegerField(min_value=0, max_value=10_000, required=False)
    on_recovery = serializers.BooleanField(required=False)
    is_enabled = serializers.BooleanField(required=False)


class AlertRuleSerializer(serializers.Serializer[Any]):
    """A notification. Of a webhook's address only the origin is shown; `problem` is why the last message failed."""

    id = serializers.UUIDField()
    every = serializers.IntegerField()
    on_recovery = serializers.BooleanField()
    is_enabled = serializers.BooleanField()
    channel = serializers.ChoiceField(AlertRule.Channel.choices)
    tool_id = serializers.CharField(allow_blank=True)
    address = serializers.CharField(allow_blank=True)
    created_by = serializers.CharField(source="created_by.username", allow_null=True, default=None)
    problem = serializers.SerializerMethodField()
    sent_at = serializers.DateTimeField(allow_null=True)

    def get_problem(self, rule: AlertRule) -> str:
        return localized(failure_text(rule.problem))
