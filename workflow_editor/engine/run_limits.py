"""Limits of a run: deadline, budgets, runs at once. A run takes those of its workflow along."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from tools.core.definitions import JsonObject
from tools.executors.contract.schema import form_field, ui

LONGEST_DEADLINE_S = 31_536_000
"""A year."""


class RunLimits(BaseModel):
    """All limits are off unless set. JSON is camelCase."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid")

    deadline_s: int | None = form_field(
        "Deadline",
        "A run that takes longer fails. Includes waiting time but not time in the queue.",
        default=None,
        ge=1,
        le=LONGEST_DEADLINE_S,
        unit="s",
    )
    budget_tokens: int | None = form_field(
        "Token budget",
        "A run pauses before a model call that would exceed this number, input and output together.",
        default=None,
        ge=1,
    )
    budget_money: float | None = Field(
        default=None,
        gt=0,
        allow_inf_nan=False,
        json_schema_extra=ui(
            "Cost budget",
            "The same in money, in the currency of your model prices. Models without a price cost nothing.",
        ),
    )
    max_concurrent_runs: int | None = form_field(
        "Max concurrent runs",
        "Additional runs wait in the queue. Runs that are waiting for someone do not count.",
        default=None,
        ge=1,
        le=10_000,
    )

    @property
    def has_budget(self) -> bool:
        return self.budget_tokens is not None or self.budget_money is not None

    def to_json(self) -> JsonObject:
        """Return what is set, camelCase."""
        return self.model_dump(mode="json", by_alias=True, exclude_none=True)


_NO_LIMITS = RunLimits()


def limits_of(stored: Mapping[str, Any] | None) -> RunLimits:
    """Read stored limits; what later versions may add is left out."""
    if not stored:
        return _NO_LIMITS
    known = {field.alias: name for name, field in RunLimits.model_fields.items()}
    return RunLimits.model_validate({name: value for name, value in stored.items() if name in known})
