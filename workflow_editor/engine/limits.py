"""The limits of a workflow: of its runs, which each of them takes along, and of its history."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from tools.core.definitions import JsonObject
from tools.executors.contract.schema import ui

LONGEST_DEADLINE_S = 31_536_000
"""A year."""


class RunLimits(BaseModel):
    """All limits are off unless set. JSON is camelCase."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid")

    deadline_s: int | None = Field(
        default=None,
        ge=1,
        le=LONGEST_DEADLINE_S,
        json_schema_extra=ui(
            "Deadline",
            "A run that takes longer fails. Includes waiting time but not time in the queue.",
            unit="s",
        ),
    )
    budget_tokens: int | None = Field(
        default=None,
        ge=1,
        json_schema_extra=ui(
            "Token budget",
            "A run pauses before a model call that would exceed this number, input and output together.",
        ),
    )
    budget_money: float | None = Field(
        default=None,
        gt=0,
        allow_inf_nan=False,
        json_schema_extra=ui(
            "Cost budget",
            "As above, in the currency of the prices in the model profiles. Models without a price cost nothing.",
        ),
    )
    max_concurrent_runs: int | None = Field(
        default=None,
        ge=1,
        le=10_000,
        json_schema_extra=ui(
            "Max concurrent runs",
            "Additional runs wait in the queue. Runs that are waiting for someone do not count.",
        ),
    )

    @property
    def has_budget(self) -> bool:
        return self.budget_tokens is not None or self.budget_money is not None

    def to_json(self) -> JsonObject:
        """Return what is set, camelCase."""
        return self.model_dump(mode="json", by_alias=True, exclude_none=True)


class WorkflowLimits(RunLimits):
    """Stored limits of a workflow: of its runs, and of its history, where the installation's apply too if tighter."""

    history_days: int | None = Field(
        default=None,
        ge=1,
        le=36_500,
        json_schema_extra=ui("Keep runs for", "Older ones are deleted.", unit="d"),
    )
    history_runs: int | None = Field(
        default=None,
        ge=1,
        json_schema_extra=ui("Runs to keep", "When exceeded, the oldest runs are deleted."),
    )
    history_megabytes: int | None = Field(
        default=None,
        ge=1,
        json_schema_extra=ui(
            "Storage for runs",
            "When exceeded, the oldest runs are deleted.",
            unit="MB",
        ),
    )


_NO_LIMITS = RunLimits()


def limits_of(stored: Mapping[str, Any] | None) -> RunLimits:
    """Read stored limits; what later versions may add is left out."""
    if not stored:
        return _NO_LIMITS
    known = {field.alias: name for name, field in RunLimits.model_fields.items()}
    return RunLimits.model_validate({name: value for name, value in stored.items() if name in known})
