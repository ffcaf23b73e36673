"""Files as values."""

from typing import Any

from rest_framework import serializers

from tools.core.file_port import MARK, MARKER, StoredFile


class FileUploadSerializer(serializers.Serializer[Any]):
    """One file."""

    file = serializers.FileField()


class FileSerializer(serializers.Serializer[StoredFile]):
    """The value that names a file: what inputs of runs take. `size` is in bytes, `hash` the SHA-256 of the content."""

    id = serializers.CharField()
    name = serializers.CharField()
    type = serializers.CharField()
    size = serializers.IntegerField()
    hash = serializers.CharField()
    address = serializers.CharField()

    def get_fields(self) -> dict[str, Any]:
        """The marker is no name of Python."""
        return {MARKER: serializers.CharField(help_text=f"Always `{MARK}`."), **super().get_fields()}

    def to_representation(self, instance: StoredFile) -> dict[str, Any]:
        """Return the value as nodes pass it on."""
        return instance.to_json()
