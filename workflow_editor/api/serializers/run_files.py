"""Query of a file download."""

from typing import Any

from rest_framework import serializers


class NodeFileQuerySerializer(serializers.Serializer[Any]):
    """`scope` names the pass of an enclosing container; without it, the last pass counts."""

    scope = serializers.CharField(required=False, allow_blank=True, max_length=400)
