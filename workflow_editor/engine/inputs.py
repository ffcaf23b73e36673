"""Validates a run's inputs against the start node."""

from collections.abc import Mapping, Sequence
from typing import Any

from tools.core.definitions import JsonObject
from tools.core.field_errors import FieldError
from workflow_editor.engine.plan import Plan
from workflow_editor.errors import InvalidInputError
from workflow_editor.graph.structure import error_json
from workflow_editor.nodes.builtin.start import StartConfig, read_inputs


def read_run_inputs(plan: Plan, given: Mapping[str, Any], stored: Mapping[str, Any] | None = None) -> JsonObject:
    """Return the inputs converted and completed with defaults, or with those `stored` by another run.

    Raises InvalidInputError (`run_inputs_invalid`); `details["errors"]` has pointers `/inputs/<name>`.
    """
    config = plan.nodes[plan.start].config if plan.start is not None else None
    if not isinstance(config, StartConfig):
        return {**(stored or {}), **given}
    values, errors = read_inputs(config, given, stored)
    if errors:
        raise inputs_refusal(errors)
    return values


def inputs_refusal(errors: Sequence[FieldError]) -> InvalidInputError:
    """Return the error for inputs that do not fit; pointers of `errors` are `/<name>`."""
    return InvalidInputError(
        errors[0].message.en if len(errors) == 1 else f"{len(errors)} inputs are missing or wrong.",
        code="run_inputs_invalid",
        details={"errors": [{**error_json(error), "pointer": f"/inputs{error.pointer}"} for error in errors]},
    )
