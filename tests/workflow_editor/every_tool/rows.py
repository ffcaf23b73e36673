"""Every type of tool that a person can configure, with a row at least: who adds a type adds a row."""

from tests.workflow_editor.every_tool import (
    rows_of_internal_tools,
    rows_of_messages,
    rows_of_platforms,
    rows_of_services,
    rows_of_sources,
)
from tests.workflow_editor.every_tool.row import ToolRow

_OTHERS = (*rows_of_sources.ROWS, *rows_of_messages.ROWS, *rows_of_platforms.ROWS)
ROWS: dict[str, ToolRow] = {
    row.label: row for row in (*_OTHERS, *rows_of_services.FIRST_ROWS, *rows_of_internal_tools.ROWS)
}
OPERATIONS: dict[str, ToolRow] = {
    row.label: row for row in (*_OTHERS, *rows_of_services.ROWS, *rows_of_internal_tools.ROWS)
}
"""The same, with every operation of a service that is known by name."""
