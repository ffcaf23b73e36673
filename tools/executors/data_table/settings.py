"""Settings of a table tool and of one of its functions. Pure."""

from pydantic import field_validator

from tools.core.table_columns import TableColumn
from tools.executors.contract.executor import ToolModel
from tools.executors.contract.schema import form_field


class DataTableConfig(ToolModel):
    table: str = form_field(
        "Table", "Who uses the tool must be allowed to see the table.", default="", max_length=64, widget="data-table"
    )
    functions: list[str] = form_field(
        "Functions",
        "What the tool may do with the table. Everything, if you select nothing.",
        default_factory=list,
        max_length=20,
        widget="functions",
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
