"""Filters that the lists of runs and of workflows share."""

from functools import partial
from typing import Annotated, Any, Self

from pydantic import MISSING, AfterValidator, WithJsonSchema, model_validator

from tools.api.contract.fields import Moment
from tools.api.contract.shapes import Query
from tools.core.field_errors import refused_value
from tools.core.text import Text
from workflow_editor.models.run import OTHER_TRIGGERS
from workflow_editor.nodes.builtin import BUILTIN_NODE_TYPES

MAX_SEARCH = 200
_NO_TRIGGER = Text("There is no such trigger.")
_ENDS_FIRST = Text("Choose an end after the beginning.")


def _choice(names: tuple[str, ...]) -> Any:
    return (AfterValidator(partial(_check, names)), WithJsonSchema({"type": "string", "enum": list(names)}))


def _check(names: tuple[str, ...], given: str) -> str:
    if given not in names:
        raise refused_value("invalid_choice", _NO_TRIGGER)
    return given


TRIGGER_TYPES = tuple(one.id for one in BUILTIN_NODE_TYPES if one.role == "trigger")
RUN_TRIGGERS = (*TRIGGER_TYPES, *OTHER_TRIGGERS)
TriggerType = Annotated[str, *_choice(TRIGGER_TYPES)]
"""Type of a trigger node."""
StartedBy = Annotated[str, *_choice(RUN_TRIGGERS)]
"""Value of `Run.trigger`."""


class TimesQuery(Query):
    """A span of time."""

    since: Moment | MISSING = MISSING
    """From then on."""
    until: Moment | MISSING = MISSING
    """Before then."""

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.since is not MISSING and self.until is not MISSING and self.until <= self.since:
            raise refused_value("invalid", _ENDS_FIRST, ["until"])
        return self
