"""Schedule: a run at certain times."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import ClassVar, Literal

from tools.core.definitions import JsonObject
from tools.core.text import Text
from workflow_editor.nodes.base import Example, OutputField
from workflow_editor.nodes.triggers import Due, TriggerConfig, TriggerNode


class ScheduleConfig(TriggerConfig):
    """When."""

    overlap: Literal["skip", "queue_one", "queue_all", "cancel_old", "run_beside"] = "skip"
    catch_up: Literal["all", "last", "none"] = "last"
    catch_up_window_s: int = 86_400
    timezone: str = ""


class ScheduleNode(TriggerNode[ScheduleConfig]):
    """Starts runs by the clock."""

    id = "schedule"
    icon = "clock"
    title = Text("Schedule")
    help = Text("Starts a run at certain times.")
    output_fields: ClassVar[tuple[OutputField, ...]] = (OutputField("scheduled_at", "string", Text("Due time")),)
    config_model = ScheduleConfig
    example = Example(Text("Every minute."), config={}, output={})

    def due(self, config: ScheduleConfig, after: datetime, *, spread_by: str) -> Iterator[Due]:
        while True:
            after = after.replace(second=0, microsecond=0) + timedelta(minutes=1)
            yield Due(after, after)

    def arrives_at(self, config: ScheduleConfig, due: Due, *, is_late: bool) -> JsonObject:
        return {"scheduled_at": due.nominal.isoformat(), "is_catch_up": is_late}
