"""The one result envelope of every tool, its helpers and its second rendering (seeds 000 and 001)."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from tools.definitions import JsonObject, OperationType


class ToolResult(BaseModel):
    """What a tool gives back, whoever called it.

    JSON form (`model_dump(by_alias=True)`): `success`, `operationType`, `data`, `message`, `metadata`, `code`.
    """

    model_config = ConfigDict(frozen=True, populate_by_name=True)

    success: bool
    operation_type: OperationType = Field(alias="operationType")
    data: Any = None
    message: str = ""
    metadata: JsonObject = Field(default_factory=dict)
    code: int = 0
    """0, or the numbered cause: 1xxx caller, 2xxx server, 5xxx system."""
