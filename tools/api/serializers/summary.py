"""The JSON of summaries: what node types and tools do with some settings, in words."""

from typing import Any

from rest_framework import serializers

from tools.api.serializers.shared import ObjectField
from tools.forms.local_text_field import LocalTextField


class SummaryTextSerializer(serializers.Serializer[Any]):
    """One way to say it; `text` names fields of the settings in braces. Shown only while `when` holds."""

    text = LocalTextField()
    when = ObjectField(help_text="Lists of values by the name of a field: each field has one of its values.")
    missing = serializers.BooleanField(help_text="Asks for something that is still to be filled in.")


def summary_field() -> serializers.ListField:
    """Return a field with lines; each line shows the first variant that applies with all fields filled in."""
    return serializers.ListField(child=SummaryTextSerializer(many=True))
