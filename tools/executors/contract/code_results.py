"""The setting of tools that run people's code: whether what it returns is read as an envelope. Pure."""

from typing import Any

from tools.core.call.returned_values import read_returned
from tools.core.definitions import JsonObject, OperationType
from tools.core.envelope import ToolResult
from tools.core.text import Text
from tools.executors.contract.schema import form_field

READS_NO_RESULTS: JsonObject = {"readsResults": False}
"""The setting of tools from before it, and of calls with results that are always data."""
_SCRIPT_RAN = Text("The script has run.")


def reads_results_field() -> Any:
    return form_field(
        "Result decides success",
        "The call fails if the result reports a failure, or that nothing was found, or if there is no "
        "result. When off, any result counts as data.",
        default=True,
    )


def script_result(value: Any, logs: str, operation: OperationType, *, reads_results: bool) -> ToolResult:
    """Convert a script's JSON return value to a result, with its printed lines as `logs` in the metadata."""
    if reads_results:
        result = read_returned(value, operation, _SCRIPT_RAN)
    else:
        result = ToolResult(success=True, operationType=operation, data=value).with_message(_SCRIPT_RAN)
    return result.with_metadata(logs=logs) if logs else result
