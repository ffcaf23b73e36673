"""Results of tool calls in the form that was asked for."""

from pydantic import Field
from typing_extensions import TypeAliasType

from tools.api.contract.fields import Json, JsonObject
from tools.api.contract.shapes import Query, Shape
from tools.core.definitions import OperationType
from tools.core.envelope import ResultForm


class ToolResultEnvelope(Shape):
    """Result of any tool."""

    success: bool
    operation_type: OperationType = Field(alias="operationType")
    data: Json
    message: str
    metadata: JsonObject
    code: int
    """0, or the cause: 1xxx caller, 2xxx service, 5xxx system."""


class ToolResultCodeForm(Shape):
    """The envelope in the form of other systems."""

    code: int
    message: str
    data: Json
    meta: JsonObject


ToolResult = TypeAliasType("ToolResult", ToolResultEnvelope | ToolResultCodeForm)
"""A result in the form that `result_form` asks for; an answer has it as rendered JSON."""


class ResultFormSelection(Query):
    result_form: ResultForm = ResultForm.ENVELOPE
    """Form of the results: `envelope`, or `code`, `message`, `data` and `meta`."""
