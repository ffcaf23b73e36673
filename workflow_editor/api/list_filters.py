"""Filters that the lists of runs and of workflows share."""

from functools import partial
from typing import Annotated, Any

from pydantic import AfterValidator, WithJsonSchema

from tools.core.field_errors import refused_value
from tools.core.text import Text
from workflow_editor.models.run import OTHER_TRIGGERS
from workflow_editor.nodes.builtin import BUILTIN_NODE_TYPES

_NO_TRIGGER = Text("There is no such trigger.")


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
