"""Restores quotation marks in uploaded file names, which browsers send as %22.

Source: HTML standard, multipart/form-data encoding algorithm. Percent signs are not escaped, so a real %22 becomes a
quotation mark; escaped line breaks are illegal in names.
"""

from typing import Any

from django.core.files.uploadhandler import FileUploadHandler, MemoryFileUploadHandler, TemporaryFileUploadHandler


class _NamesAsTyped(FileUploadHandler):
    def new_file(self, field_name: str, file_name: str, *args: Any, **kwargs: Any) -> None:
        super().new_file(field_name, file_name.replace("%22", '"'), *args, **kwargs)


class MemoryUpload(_NamesAsTyped, MemoryFileUploadHandler):
    """Keeps a small file in memory."""


class TemporaryUpload(_NamesAsTyped, TemporaryFileUploadHandler):
    """Writes a larger one to the disk."""
