"""Files that arrive in forms keep the quotation marks of their names, which browsers write as %22.

Source: HTML standard, multipart/form-data encoding algorithm. A percent sign is not escaped, so that a file that is
really called %22 gets a quotation mark; line breaks, which are escaped as well, no name may hold.
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
