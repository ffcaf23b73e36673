"""Run overview of the home page."""

from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from rest_framework import serializers

from workflow_editor.api.serializers.runs import RunSummarySerializer
from workflow_editor.selectors.overview import FailedRun


class OverviewQuerySerializer(serializers.Serializer[Any]):
    timezone = serializers.CharField(
        default="UTC", max_length=64, help_text="Where days begin, as the IANA names it, e.g. `Asia/Shanghai`."
    )

    def validate_timezone(self, name: str) -> ZoneInfo:
        try:
            return ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise serializers.ValidationError("There is no such time zone.") from None


class OverviewDaySerializer(serializers.Serializer[Any]):
    """The runs that began on one day; `cost`, in the currency of the prices, counts debug runs too."""

    date = serializers.DateField()
    succeeded = serializers.IntegerField()
    failed = serializers.IntegerField()
    cost = serializers.FloatField()


class FailedRunSerializer(RunSummarySerializer):
    """A failed run with the name of the node at fault; null when the run as a whole failed."""

    node_name = serializers.CharField(allow_null=True)

    def to_representation(self, failed: FailedRun) -> dict[str, Any]:
        return {**RunSummarySerializer(failed.run).data, "node_name": failed.node_name}


class OverviewSerializer(serializers.Serializer[Any]):
    """The last 30 days, the oldest first, the newest runs, and the newest failures of these days."""

    days = OverviewDaySerializer(many=True)
    recent = RunSummarySerializer(many=True)
    failures = FailedRunSerializer(many=True)
