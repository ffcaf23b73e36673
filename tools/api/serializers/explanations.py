"""The JSON of what rules decide, for one call or for the last ones."""

from typing import Any

import orjson
from django.utils.translation import gettext as _
from rest_framework import serializers

from tools.api.serializers.policies import ToolPolicySerializer, ToolPolicyWriteSerializer
from tools.api.serializers.tool_configs import ToolIdField
from tools.core.definitions import JsonObject
from tools.core.json_text import parse_json
from tools.forms.local_text_field import LocalTextField
from tools.models import ToolInvocation, ToolPolicy
from tools.selectors.policy_dry_run import DryRun


class ExplainQuerySerializer(serializers.Serializer[Any]):
    user = serializers.CharField(required=False, help_text="User name; oneself when left out. Others: staff only.")
    tool = ToolIdField(help_text="tool:<id>, system:<action>, an executor or a UI type.")
    workflow = serializers.UUIDField(required=False, allow_null=True, default=None)
    mode = serializers.ChoiceField(choices=ToolPolicy.Mode.values, default="live")
    arguments = serializers.CharField(required=False, help_text="JSON object: explains this very call, conditions too.")
    untrusted = serializers.BooleanField(default=False, help_text="With text from outside in a writing call.")

    def validate_arguments(self, text: str) -> JsonObject:
        try:
            found = parse_json(text)
        except orjson.JSONDecodeError:
            found = None
        if not isinstance(found, dict):
            raise serializers.ValidationError(_("Enter a JSON object."), "not_an_object")
        return found


class ToolPolicyExplanationSerializer(serializers.Serializer[Any]):
    effect = serializers.ChoiceField(choices=ToolPolicy.Effect.choices)
    rule = ToolPolicySerializer(allow_null=True)
    reason = LocalTextField()


class PolicyDryRunRequestSerializer(ToolPolicyWriteSerializer):
    """A rule as it would be."""

    replaces = serializers.UUIDField(allow_null=True, default=None, help_text="The rule that would be changed.")
    last = serializers.IntegerField(default=1000, min_value=1, max_value=10_000, help_text="Calls to look at.")


class PolicyDryRunExampleSerializer(serializers.Serializer[Any]):
    """A call that would be decided otherwise."""

    id = serializers.CharField()
    at = serializers.DateTimeField()
    username = serializers.CharField()
    tool = serializers.CharField()
    before = serializers.ChoiceField(choices=ToolPolicy.Effect.choices)
    after = serializers.ChoiceField(choices=ToolPolicy.Effect.choices)


class PolicyDryRunSerializer(serializers.Serializer[Any]):
    """Effect that a rule would have had on the last calls; `to` counts by the new effect."""

    calls = serializers.IntegerField()
    changed = serializers.IntegerField()
    to = serializers.DictField(child=serializers.IntegerField())
    examples = PolicyDryRunExampleSerializer(many=True)
    summary = serializers.SerializerMethodField()

    def get_summary(self, found: DryRun) -> str:
        text = _("%(changed)d of the last %(calls)d calls would be decided differently.")
        counts = [f"{ToolInvocation.Decision(effect).label}: {count}" for effect, count in sorted(found.to.items())]
        return " ".join([text % {"calls": found.calls, "changed": found.changed}, ", ".join(counts)]).strip()
