"""The file store: rows in the database, contents in a storage, addresses of this app."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from tools.adapters.file_contents import file_keep, file_open, stored_file
from tools.adapters.thread_connections import thread_connection
from tools.core.definitions import CallContext
from tools.core.errors import RecordNotFoundError, ToolArgumentsError
from tools.core.registered.files import OpenFile, StoredFile, file_id_of, missing_file
from tools.selectors.tool_files import tool_file_for_call


class OrmFileStore:
    """See `tools.core.registered.files.FileStore`, which this is one of."""

    def save(self, name: str, content_type: str, chunks: Iterable[bytes], context: CallContext) -> StoredFile:
        run_id = UUID(context.run_id) if context.run_id else None
        with thread_connection():
            row = file_keep(name, content_type, chunks, owner_id=context.caller.user_id, run_id=run_id)
        if context.kept_files is not None:
            context.kept_files.append(str(row.pk))
        return stored_file(row)

    def is_ours(self, address: str) -> bool:
        return file_id_of(address) is not None

    @contextmanager
    def open(self, file: Any, context: CallContext) -> Iterator[OpenFile]:
        try:
            with thread_connection():
                row = tool_file_for_call(context=context, file_id=file_id_of(file) or str(file))
        except RecordNotFoundError as error:
            raise ToolArgumentsError(missing_file(file)) from error
        with file_open(row) as stream:
            yield OpenFile(stored_file(row), stream)
