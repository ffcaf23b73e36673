"""File contents in Django's storage `files`: a folder of DATA_DIR, or a bucket (`workflow_editor.settings.files`).

Content is written to a temporary file and renamed once its hash is known. Its row is written first and deleted with it;
only content unused for a while is deleted, so content stored again at that moment is never lost.
"""

import hashlib
import os
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import BinaryIO, cast
from uuid import UUID

from django.conf import settings
from django.core.files.base import File
from django.core.files.storage import Storage, storages
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from tools.adapters.cleaning import deleting_contents
from tools.core.errors import FileTooLargeError, RecordNotFoundError
from tools.core.formats.file_types import type_of
from tools.core.naming.visible_name import shown_name
from tools.core.registered.files import StoredFile
from tools.core.text import Text
from tools.models import FileBody, ToolFile
from tools.models.tool_file import MAX_FILE_NAME

INCOMING = "incoming-"
"""Name prefix of incomplete contents."""
UNUSED_FOR = timedelta(hours=1)
"""A content that no file has is deleted so long after one came last."""
_LOST = Text("The content of “{name}” is no longer in the storage. Upload the file again.", name="")
_INCOMING_FOR_S = 24 * 3600
_TOO_LARGE = Text("“{name}” is larger than {most_mb} MB. Use a smaller one, or ask the operator to raise MAX_FILE_MB.")


@dataclass(frozen=True, slots=True)
class _Incoming:
    path: Path
    hash: str
    size: int
    content_type: str


def file_keep(
    name: str, declared_type: str, chunks: Iterable[bytes], *, owner_id: int | None, run_id: UUID | None
) -> ToolFile:
    """Store a file. Content that exists is not stored again, nor is the same file of a run.

    Only the part of `name` after the last slash counts. Raises FileTooLargeError above `MAX_FILE_MB`; nothing is left
    behind.
    """
    name = file_name(name)
    with _received(name, declared_type, chunks) as incoming:
        body = _stored(incoming)
    expires = timezone.now() + timedelta(hours=settings.UPLOADS_KEPT_HOURS)
    with transaction.atomic():
        # No key says that a file of nobody's run comes once: those that bring the same content take turns.
        FileBody.objects.select_for_update().get(pk=body.pk)
        row, is_new = ToolFile.objects.get_or_create(
            owner_id=owner_id,
            run_id=run_id,
            body=body,
            name=name,
            defaults={
                "content_type": incoming.content_type,
                "declared_type": declared_type[:150],
                "size": incoming.size,
                "expires_at": expires,
            },
        )
    if not is_new and row.expires_at is not None:
        row.expires_at = expires
        row.save(update_fields=["expires_at"])
    return row


def file_open(row: ToolFile) -> BinaryIO:
    """Open the content of a file as a stream; the caller closes it.

    Raises RecordNotFoundError if the storage has lost it.
    """
    try:
        return content_open(row.body_id)
    except FileNotFoundError:
        raise RecordNotFoundError(_LOST.filled(name=row.name)) from None


def stored_file(row: ToolFile) -> StoredFile:
    return StoredFile(str(row.pk), row.name, row.content_type, row.size, row.body_id)


def file_name(given: str) -> str:
    """Return a name that is one: no path, no control characters, not empty; the ending is kept where it is long."""
    last = given.replace("\\", "/").rpartition("/")[2]
    printable = "".join(character for character in last if character.isprintable())
    name = shown_name(printable, "").strip(" .") or "file"
    return name if len(name) <= MAX_FILE_NAME else name[: MAX_FILE_NAME - 20] + name[-20:]


def content_open(digest: str) -> BinaryIO:
    """Open a content by its hash; the caller closes it. Raises FileNotFoundError if the storage has lost it."""
    return cast(BinaryIO, _storage().open(_place(digest), "rb"))


def content_put(digest: str, content: BinaryIO) -> None:
    """Write content before its row exists, as a restore does; existing content is kept."""
    place, storage = _place(digest), _storage()
    if not storage.exists(place):
        storage.save(place, File(content, name=digest))


def contents_prune(*, batch: int) -> int:
    """Delete contents that no file has any more, at most `batch`, and return how many; none while a backup is made."""
    unused = FileBody.objects.filter(
        ~Exists(ToolFile.objects.filter(body=OuterRef("pk"))), used_at__lt=timezone.now() - UNUSED_FOR
    )
    count = 0
    for digest in list(unused.order_by("used_at").values_list("pk", flat=True)[:batch]):
        with transaction.atomic(), deleting_contents() as is_allowed:
            if not is_allowed:
                break
            # The row stays locked until its content is gone: whoever stores it again waits, and writes it again.
            if unused.filter(pk=digest).delete()[0]:
                _storage().delete(_place(digest))
                count += 1
    return count


def incoming_prune() -> None:
    """Delete what a killed process left of contents that were coming in."""
    long_ago = time.time() - _INCOMING_FOR_S
    for path in Path(settings.FILE_UPLOAD_TEMP_DIR).iterdir():
        with suppress(FileNotFoundError):
            if path.stat().st_mtime < long_ago:
                path.unlink()


@contextmanager
def _received(name: str, declared_type: str, chunks: Iterable[bytes]) -> Iterator[_Incoming]:
    most = settings.MAX_FILE_MB * 1024**2
    digest, size = hashlib.sha256(), 0
    descriptor, path = tempfile.mkstemp(dir=settings.FILE_UPLOAD_TEMP_DIR, prefix=INCOMING)
    try:
        with open(descriptor, "w+b") as file:
            for piece in chunks:
                size += len(piece)
                if size > most:
                    text = _TOO_LARGE.filled(name=name, most_mb=settings.MAX_FILE_MB)
                    raise FileTooLargeError(text, details={"max_bytes": most})
                digest.update(piece)
                file.write(piece)
            file.flush()
            os.fsync(descriptor)
            kind = type_of(name, declared_type, file)
        yield _Incoming(Path(path), digest.hexdigest(), size, kind)
    finally:
        Path(path).unlink(missing_ok=True)


def _stored(incoming: _Incoming) -> FileBody:
    body, _ = FileBody.objects.update_or_create(
        hash=incoming.hash, defaults={"size": incoming.size, "used_at": timezone.now()}
    )
    place, storage = _place(incoming.hash), _storage()
    if not storage.exists(place):
        with incoming.path.open("rb") as content:
            storage.save(place, _Movable(content, incoming.path))
    return body


class _Movable(File):  # type: ignore[type-arg]  # generic in the stubs only
    """A file that a storage on the same disk takes by its path."""

    def __init__(self, content: BinaryIO, path: Path) -> None:
        super().__init__(content, name=path.name)
        self._path = path

    def temporary_file_path(self) -> str:
        """Return the path, as storages of Django ask for it."""
        return str(self._path)


def _storage() -> Storage:
    return storages["files"]


def _place(digest: str) -> str:
    return f"{digest[:2]}/{digest}"
