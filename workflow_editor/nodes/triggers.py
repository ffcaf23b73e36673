"""Triggers, which start runs without a person. They are nodes beside the start node that runs never reach."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypeVar

from pydantic import ConfigDict, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from tools.core.definitions import EffectClass, JsonObject
from tools.core.text import Text
from tools.executors.contract.schema import form_field, groups
from workflow_editor.graph.catalogue import ENV_WORD, TRIGGER_WORD, FilledInput
from workflow_editor.nodes.base import ConfigProblem, NodeConfig, NodeType
from workflow_editor.nodes.fields.named_values import NamedValue, named_values, named_values_field, repeated_names
from workflow_editor.nodes.lookup import NodeNames
from workflow_editor.nodes.variables import RunVariables

Fills = Literal["always", "sometimes", "never", "asks"]
"""A trigger's start field: always filled, filled by a value of its name, never, or by asking a person."""


class TriggerConfig(NodeConfig):
    model_config = ConfigDict(json_schema_extra=groups(("more", Text("Failures"), True)))

    enabled: bool = form_field("On", "Takes effect once the workflow is published.", default=True)
    mapping: list[NamedValue] = named_values_field(
        Text("Inputs of the run"),
        Text(
            "What each field of the start node gets, such as {{ trigger.body.title }}. "
            "A field without a row gets the value of the same name."
        ),
    )
    pause_after: int = form_field(
        "Pause after failed runs in a row", "0 for never.", default=0, ge=0, le=1000, group="more"
    )

    def maps(self, name: str) -> bool:
        """Say whether a row fills this field of the start."""
        return any(row.name == name for row in self.mapping)

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler, /) -> JsonSchemaValue:
        """Put what the runs are given behind the settings of the trigger itself, which decide when there are any."""
        schema = handler(core_schema)
        properties = handler.resolve_ref_schema(schema)["properties"]
        properties["mapping"] = properties.pop("mapping")
        return schema


C = TypeVar("C", bound=TriggerConfig)


def arrived_variables(arrived: JsonObject, load_env: Callable[[], JsonObject]) -> RunVariables:
    """Return what templates of a trigger can refer to: what arrived, and the environment."""
    words: Mapping[str, Callable[[], JsonObject]] = {TRIGGER_WORD: lambda: arrived, ENV_WORD: load_env}
    return RunVariables({}, NodeNames({}), lambda key: None, load_word=lambda word: words.get(word, dict)())


@dataclass(frozen=True, slots=True)
class Due:
    """A moment at which a trigger starts a run by itself."""

    nominal: datetime
    """As its rules say; names the beginning, so that it happens once."""
    at: datetime
    """When it happens, which may be a little later."""


class TriggerNode(NodeType[C]):
    """Base of these types: no ports. `output_fields` are the fields of `{{ trigger.* }}` in their runs."""

    effect = EffectClass.PURE
    category = "trigger"
    role = "trigger"
    inputs = ()
    outputs = ()

    def problems(self, config: C) -> Sequence[ConfigProblem]:
        return [*repeated_names([row.name for row in config.mapping], "mapping"), *super().problems(config)]

    def filled_inputs(self, config: C) -> Sequence[FilledInput]:
        return [FilledInput(row.name, f"/mapping/{at}/name") for at, row in enumerate(config.mapping)]

    def values(self, arrived: JsonObject) -> JsonObject:
        """Return what arrived by name, for fields that the mapping leaves out."""
        return arrived

    def fills(self, config: C, name: str) -> Fills:
        """Say whether a field of the start gets a value in each run."""
        is_named = name in {field.name for field in self.output_fields}
        return "always" if is_named or config.maps(name) else "never"

    def due(self, config: C, after: datetime, *, spread_by: str) -> Iterator[Due]:
        """Yield due times after the nominal time `after`, in order; none for passive triggers.

        `spread_by` seeds the deviation from nominal times, where wanted.
        """
        yield from ()

    def most_starts(self, config: C) -> int | None:
        """Return after how many runs it ends; None for never."""
        return None

    def goes_on(self, before: JsonObject, after: JsonObject) -> bool:
        """Say whether the position that was reached with the earlier settings still counts with these."""
        return before == after

    def begins(self, now: datetime) -> Any:
        """Return the position of a trigger that goes live."""
        return now.isoformat()

    def first_time(self, config: C, now: datetime, *, spread_by: str) -> datetime | None:
        """Return when a trigger that goes live is due; None for never."""
        return self.next_time(config, now, spread_by=spread_by)

    def next_time(self, config: C, after: datetime, *, spread_by: str) -> datetime | None:
        """Return when it is due next, later than the nominal time `after`; None for never."""
        following = next(self.due(config, after, spread_by=spread_by), None)
        return None if following is None else following.at

    def arrives_at(self, config: C, due: Due, *, is_late: bool) -> JsonObject:
        """Return what `trigger` is in the run of a due time."""
        return {}

    def run_inputs_from(
        self, config: C, arrived: JsonObject, fields: Collection[str], load_env: Callable[[], JsonObject]
    ) -> JsonObject:
        """Return a run's inputs by start field.

        Raises NodeError if a template of the mapping is malformed or exceeds a limit.
        """
        given = {**self.values(arrived), **named_values(config.mapping, arrived_variables(arrived, load_env))}
        return {name: value for name, value in given.items() if name in fields}
