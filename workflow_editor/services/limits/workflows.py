"""Limits that the author of a workflow sets: of its runs and of its history."""

from pydantic import Field

from tools.executors.contract.schema import ui
from workflow_editor.engine.run_limits import RunLimits


class WorkflowLimits(RunLimits):
    """Stored limits of a workflow: those of its runs, and how much of the finished ones is kept.

    The installation has limits of the history, too; the tighter one counts.
    """

    history_days: int | None = Field(
        default=None, ge=1, le=36_500, json_schema_extra=ui("Keep runs for", "Older ones are deleted.", unit="d")
    )
    history_runs: int | None = Field(
        default=None, ge=1, json_schema_extra=ui("Runs to keep", "When exceeded, the oldest runs are deleted.")
    )
    history_megabytes: int | None = Field(
        default=None,
        ge=1,
        json_schema_extra=ui("Storage for runs", "When exceeded, the oldest runs are deleted.", unit="MB"),
    )
