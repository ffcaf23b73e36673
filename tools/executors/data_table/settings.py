"""Settings of a table tool and of one of its functions. Pure."""

from pydantic import Field, field_validator

from tools.core.table_columns import TableColumn
from tools.executors.contract.executor import ToolModel
from tools.executors.contract.schema import ui


class DataTableConfig(ToolModel):
    """Table and permitted operations."""

    table: str = Field(
        default="",
        max_length=64,
        json_schema_extra=ui("Table", "Who uses the tool must be allowed to see the table.", widget="data-table"),
    )
    functions: list[str] = Field(
        default_factory=list,
        max_length=20,
        json_schema_extra=ui("Functions", "What may be done with the table. None selected: all.", widget="functions"),
    )

    @field_validator("functions")
    @classmethod
    def _distinct_names(cls, names: list[str]) -> list[str]:
        return list(dict.fromkeys(name.strip() for name in names if name.strip()))


class DataTableFunctionConfig(DataTableConfig):
    """The settings, narrowed to one function of the table; never stored."""

    function: str
    columns: list[TableColumn]
    key_column: str
