"""The file store in the database, under addresses of this app."""

import re
from uuid import UUID

from tools.adapters.thread_connections import thread_connection
from tools.core.definitions import CallContext
from tools.core.errors import RecordNotFoundError, ToolArgumentsError
from tools.core.file_port import FileContent, StoredFile
from tools.core.text import Text
from tools.models import ToolFile
from tools.selectors.policies import caller_user
from tools.selectors.tool_files import tool_file_get

_ADDRESS = re.compile(r"/api/tools/files/(?P<id>[0-9a-f-]{36})/")
_MISSING = Text("This file does not exist, or you may not see it.")


class OrmFileStore:
    """See `tools.core.file_port.FileStore`, which this is one of."""

    def save(self, file: FileContent, context: CallContext) -> StoredFile:
        run_id = UUID(context.run_id) if context.run_id else None
        with thread_connection():
            row = ToolFile.objects.keep(file, owner_id=context.caller.user_id, run_id=run_id)
        return StoredFile(f"/api/tools/files/{row.id}/", row.name, row.content_type, row.size)

    def is_ours(self, address: str) -> bool:
        return _ADDRESS.fullmatch(address) is not None

    def open(self, address: str, context: CallContext) -> FileContent:
        found = _ADDRESS.fullmatch(address)
        if found is None:
            raise ToolArgumentsError(_MISSING)
        with thread_connection():
            user = caller_user(context.caller)
            try:
                if user is None:
                    raise RecordNotFoundError(_MISSING)
                row = tool_file_get(user=user, file_id=UUID(found["id"]))
            except (RecordNotFoundError, ValueError) as error:
                raise ToolArgumentsError(_MISSING) from error
        return FileContent(row.name, row.content_type, bytes(row.body.content))
