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
            "最长时间",
            "A run that is not over after this time fails; waiting time counts, time in the queue does not.",
            "超过此时间仍未结束的运行会失败；等待时间计入，排队时间不计入。",
            unit="s",
        ),
    )
    budget_tokens: int | None = Field(
        default=None,
        ge=1,
        json_schema_extra=ui(
            "Token budget",
            "Token 预算",
            "A run pauses before a model call that would exceed this number, input and output together.",
            "模型调用将使输入与输出 Token 总数超出此值时，运行会先暂停。",
        ),
    )
    budget_money: float | None = Field(
        default=None,
        gt=0,
        allow_inf_nan=False,
        json_schema_extra=ui(
            "Cost budget",
            "费用预算",
            "As above, in the currency of the prices in the model profiles; models without a price cost nothing.",
            "同上，以模型档案中价格的货币计；没有价格的模型按零计算。",
        ),
    )
    max_concurrent_runs: int | None = Field(
        default=None,
        ge=1,
        le=10_000,
        json_schema_extra=ui(
            "Max concurrent runs",
            "最大并发运行数",
            "Further runs wait in the queue. A run that waits for a person does not count.",
            "超出的运行会排队等候；正在等待他人处理的运行不计入。",
        ),
    )

    @property
    def has_budget(self) -> bool:
        return self.budget_tokens is not None or self.budget_money is not None

    def to_json(self) -> JsonObject:
        """Return what is set, camelCase."""
        return self.model_dump(mode="json", by_alias=True, exclude_none=True)


class WorkflowLimits(RunLimits):
    """What is stored of a workflow: the limits of its runs, and how much of the finished ones is kept.

    The installation has limits of the history, too; the tighter one counts.
    """

    history_days: int | None = Field(
        default=None,
        ge=1,
        le=36_500,
        json_schema_extra=ui(
            "Keep runs for", "运行保留天数", "Older ones are deleted.", "更早的运行会被删除。", unit="d"
        ),
    )
    history_runs: int | None = Field(
        default=None,
        ge=1,
        json_schema_extra=ui(
            "Runs to keep", "运行保留数量", "The oldest runs beyond it are deleted.", "超出后会删除最早的运行。"
        ),
    )
    history_megabytes: int | None = Field(
        default=None,
        ge=1,
        json_schema_extra=ui(
            "Storage for runs",
            "运行占用空间",
            "The oldest runs beyond it are deleted.",
            "超出后会删除最早的运行。",
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
