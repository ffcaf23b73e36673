"""Writes about who has files, and files that come with a request."""

from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

from django.contrib.auth.models import User
from django.core.files.uploadedfile import UploadedFile

from tools.adapters.file_contents import stored_file
from tools.core.definitions import JsonObject
from tools.core.registered.files import CHUNK_BYTES
from tools.models import ToolFile
from tools.services.tool_files import tool_file_upload
from workflow_editor.models import Conversation, FileUse, Run, TriggerDelivery


def files_give(
    files: Iterable[ToolFile | UUID],
    *,
    run: Run | None = None,
    delivery: TriggerDelivery | None = None,
    conversation: Conversation | None = None,
) -> None:
    """Let a run, a delivery or a conversation have files, which stay as long as it does."""
    ids = {file.pk if isinstance(file, ToolFile) else file for file in files}
    uses = [FileUse(file_id=pk, run=run, delivery=delivery, conversation=conversation) for pk in ids]
    FileUse.objects.bulk_create(uses, ignore_conflicts=True)


def files_upload(user: User, files: "Mapping[str, Sequence[UploadedFile[bytes]]]") -> JsonObject:
    """Store a person's uploads for inputs, and return the values by name: one, or a list.

    Raises FileTooLargeError or CapReachedError (see `tool_file_upload`).
    """
    kept = {name: [_uploaded(user, file) for file in some] for name, some in files.items()}
    return {name: some[0] if len(some) == 1 else some for name, some in kept.items()}


def _uploaded(user: User, file: "UploadedFile[bytes]") -> JsonObject:
    row = tool_file_upload(user, file.name or "", file.content_type or "", file.size or 0, file.chunks(CHUNK_BYTES))
    return stored_file(row).to_json()


def files_of_run(run: Run) -> set[UUID]:
    """Return the ids of the files that a run made or was given."""
    made = ToolFile.objects.filter(run_id=run.pk).values_list("pk", flat=True)
    return {*made, *FileUse.objects.filter(run=run).values_list("file_id", flat=True)}
