"""Reads of configured tools."""

from functools import partial

from django.contrib.auth.models import User

from tools.core.definitions import Caller
from tools.core.errors import RecordForbiddenError, RecordNotFoundError
from tools.core.naming.ids import uuid_of
from tools.core.text import Text
from tools.models import Credential, ToolConfig
from tools.rows.reader import read_row
from tools.selectors.sharing import OwnedRows

TOOLS = OwnedRows(
    lambda: ToolConfig.objects.select_related("owner", "credential"),
    missing=partial(RecordNotFoundError, Text("This tool does not exist.")),
    forbidden=partial(RecordForbiddenError, Text("Only the owner can change this tool.")),
    by_staff=True,
)


def tool_config_for_caller(*, caller: Caller, config_id: str) -> ToolConfig | None:
    """Return the tool if this caller may use it. Malformed ids find nothing."""
    # Looked for before each call, twice: statements that need no compiling.
    key = uuid_of(config_id)
    row = read_row(ToolConfig, id=key) if key else None
    if row is None or not TOOLS.may_use(caller.user_id, row):
        return None
    if row.credential_id is not None:
        row.credential = read_row(Credential, id=row.credential_id)
        if row.credential is not None and row.credential.owner_id is not None:
            row.credential.owner = read_row(User, id=row.credential.owner_id)
    return row
