"""What a person may decide about each kind of wait, and whether the decision fits. Pure."""

from collections.abc import Mapping
from typing import Any

from tools.core.definitions import JsonObject
from tools.core.text import Text
from workflow_editor.errors import InvalidInputError
from workflow_editor.graph.structure import error_json
from workflow_editor.nodes.builtin.start import StartConfig, read_inputs

DECISIONS: Mapping[str, tuple[str, ...]] = {
    "approval": ("approve", "reject"),
    "form": ("submit",),
    "outcome_unknown": ("happened", "again", "fail"),
    "budget": ("raise", "fail"),
    "tool_approval": ("approve", "reject"),
    "credential_origin": ("confirm", "refuse"),
}
"""By kind; other kinds are not answered by people."""

TIMED_OUT = "timed_out"
CANCELLED = "cancelled"
FINISHED = "finished"

_BUDGETS = {"budgetTokens": "tokens", "budgetMoney": "money"}
_NOT_HIGHER = Text("Give a number above what the run needs now.")
_NO_OBJECT = Text("Write the arguments as a JSON object.")
_NO_BUDGET = Text("Give the new budget.")


def read_answer(
    kind: str, payload: Mapping[str, Any], *, decision: str, values: Mapping[str, Any], comment: str
) -> JsonObject:
    """Return the answer as it is stored: {decision, values, comment}, the values with their types put right.

    Raises:
        InvalidInputError: the kind knows no such decision (pointer `/decision`), or the values do not fit
            (`/values/<name>`).
    """
    known = DECISIONS.get(kind, ())
    if decision not in known:
        names = ", ".join(known)
        text = Text("Decide one of: {names}.", names=names)
        raise InvalidInputError.at("/decision", "invalid_choice", text)
    return {"decision": decision, "values": _values(kind, decision, payload, values), "comment": comment}


def _values(kind: str, decision: str, payload: Mapping[str, Any], values: Mapping[str, Any]) -> JsonObject:
    if kind == "form":
        return _form_values(payload, values)
    if (kind, decision) == ("budget", "raise"):
        return _raised(payload, values)
    if (kind, decision) == ("tool_approval", "approve"):
        return _changed_arguments(payload, values)
    return dict(values) if (kind, decision) == ("outcome_unknown", "happened") else {}


def _changed_arguments(payload: Mapping[str, Any], values: Mapping[str, Any]) -> JsonObject:
    """Return the arguments that are to take the place of those that were asked for; nothing when they are the same."""
    arguments = values.get("arguments", payload.get("arguments"))
    if not isinstance(arguments, dict):
        raise InvalidInputError.at("/values/arguments", "not_an_object", _NO_OBJECT)
    return {} if arguments == payload.get("arguments") else {"arguments": arguments}


def _form_values(payload: Mapping[str, Any], values: Mapping[str, Any]) -> JsonObject:
    fields = StartConfig.model_validate({"fields": payload.get("fields", [])})
    known = {field.name for field in fields.fields}
    found, errors = read_inputs(fields, {name: value for name, value in values.items() if name in known})
    if errors:
        raise InvalidInputError(
            Text("Some values do not fit the form."),
            details={"errors": [{**error_json(error), "pointer": f"/values{error.pointer}"} for error in errors]},
        )
    return found


def _raised(payload: Mapping[str, Any], values: Mapping[str, Any]) -> JsonObject:
    raised = {name: values[name] for name in _BUDGETS if values.get(name) is not None}
    if not raised:
        raise InvalidInputError.at("/values", "missing", _NO_BUDGET)
    for name, value in raised.items():
        needed = payload.get("needed", {}).get(_BUDGETS[name], 0)
        if isinstance(value, bool) or not isinstance(value, int | float) or not needed <= value < float("inf"):
            raise InvalidInputError.at(f"/values/{name}", "too_low", _NOT_HIGHER)
    if "budgetTokens" in raised:
        raised["budgetTokens"] = int(raised["budgetTokens"])
    return raised
