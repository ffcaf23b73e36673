"""Allowed decisions of each kind of wait, and their validation. Pure."""

from collections.abc import Iterable, Mapping
from typing import Any

from tools.core.definitions import JsonObject
from tools.core.field_errors import FieldError
from tools.core.text import Text
from workflow_editor.errors import InvalidInputError
from workflow_editor.graph.structure import error_json
from workflow_editor.nodes.builtin.start import StartConfig, read_inputs
from workflow_editor.nodes.waits import AnyWait, BudgetWait, FormWait, ToolApprovalWait, UnknownOutcomeWait

TIMED_OUT = "timed_out"
CANCELLED = "cancelled"
FINISHED = "finished"

_NOT_HIGHER = Text("Enter a number greater than the run needs now.")
_NO_OBJECT = Text("Enter the arguments as a JSON object.")
_NO_BUDGET = Text("Enter the new budget.")


def read_answer(wait: AnyWait, *, decision: str, values: Mapping[str, Any], comment: str) -> JsonObject:
    """Return the answer in stored form: {decision, values, comment}, with converted values.

    Raises InvalidInputError for an unknown decision (pointer `/decision`), or unfit values (`/values/<name>`).
    """
    if decision not in wait.decisions:
        text = Text("Choose one of these decisions: {names}.", names=", ".join(wait.decisions))
        raise InvalidInputError.at("/decision", "invalid_choice", text)
    return {"decision": decision, "values": _values(wait, decision, values), "comment": comment}


def _values(wait: AnyWait, decision: str, values: Mapping[str, Any]) -> JsonObject:
    match wait, decision:
        case FormWait(), _:
            return _form_values(wait, values)
        case BudgetWait(), "raise":
            return _raised(wait, values)
        case ToolApprovalWait(), "approve":
            return _changed_arguments(wait, values)
        case UnknownOutcomeWait(), "happened":
            return dict(values)
    return {}


def _changed_arguments(wait: ToolApprovalWait, values: Mapping[str, Any]) -> JsonObject:
    """Return the arguments that are to take the place of those that were asked for; nothing when they are the same."""
    arguments = values.get("arguments", wait.arguments)
    if not isinstance(arguments, dict):
        raise InvalidInputError.at("/values/arguments", "not_an_object", _NO_OBJECT)
    return {} if arguments == wait.arguments else {"arguments": arguments}


def _form_values(wait: FormWait, values: Mapping[str, Any]) -> JsonObject:
    fields = StartConfig.model_validate({"fields": wait.fields})
    known = {field.name for field in fields.fields}
    found, errors = read_inputs(fields, {name: value for name, value in values.items() if name in known})
    if errors:
        raise form_refusal(errors)
    return found


def form_refusal(errors: Iterable[FieldError]) -> InvalidInputError:
    """Return the refusal of what was filled into a form; pointers `/<name>` become `/values/<name>`."""
    found = [{**error_json(error), "pointer": f"/values{error.pointer}"} for error in errors]
    return InvalidInputError(Text("Some values do not match the form."), details={"errors": found})


def _raised(wait: BudgetWait, values: Mapping[str, Any]) -> JsonObject:
    needs = {"budgetTokens": wait.needed.tokens, "budgetMoney": wait.needed.money}
    raised = {name: values[name] for name in needs if values.get(name) is not None}
    if not raised:
        raise InvalidInputError.at("/values", "missing", _NO_BUDGET)
    for name, value in raised.items():
        needed = needs[name] or 0
        if isinstance(value, bool) or not isinstance(value, int | float) or not needed <= value < float("inf"):
            raise InvalidInputError.at(f"/values/{name}", "too_low", _NOT_HIGHER)
    if "budgetTokens" in raised:
        raised["budgetTokens"] = int(raised["budgetTokens"])
    return raised
