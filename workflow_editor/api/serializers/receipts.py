"""Receipt of a run in the API."""

from typing import Any, get_args

from rest_framework import serializers

from workflow_editor.selectors.receipts import Outcome


class MadeCallSerializer(serializers.Serializer[Any]):
    """A call of a tool that went out; `run_id` is the run itself, or one that it had started."""

    run_id = serializers.UUIDField()
    node_key = serializers.CharField(allow_blank=True)
    title = serializers.CharField(allow_blank=True)
    function = serializers.CharField(allow_blank=True)
    outcome = serializers.ChoiceField(get_args(Outcome), help_text="`unknown`: nobody was there when it ended.")
    at = serializers.DateTimeField()


class StoppedNodeSerializer(serializers.Serializer[Any]):
    node_key = serializers.CharField(source="key")
    scope = serializers.CharField(allow_blank=True)


class ReceiptSerializer(serializers.Serializer[Any]):
    """Effects of a run up to its end or now; test runs send nothing out and have no calls.

    `stopped` are interrupted nodes, `not_begun` those outside containers that were not reached.
    """

    calls = MadeCallSerializer(many=True)
    more_calls = serializers.IntegerField()
    stopped = StoppedNodeSerializer(many=True)
    not_begun = serializers.ListField(child=serializers.CharField())
