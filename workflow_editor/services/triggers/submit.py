"""Takes in what people send with public forms."""

from django.contrib.auth.models import User
from django.utils import timezone

from tools.core.definitions import JsonObject
from tools.core.text import Text
from workflow_editor.errors import InvalidInputError, NotFoundError, failure_json
from workflow_editor.graph.structure import error_json
from workflow_editor.models import TriggerDelivery
from workflow_editor.nodes.builtin.start import StartConfig, read_inputs
from workflow_editor.selectors.forms import FROM_PROGRAM, PublicForm, step_of, submission_key
from workflow_editor.services.runs.waits.answer import visitor_form_answer
from workflow_editor.services.triggers.deliver import Status, deliver

_WRONG = Text("Some values do not match the form.")
_AUTOMATIC = Text("A field that people do not see was filled in: a program sent this.")
_NO_STEP = Text("There is nothing more to fill in.")


def form_submit(
    form: PublicForm, *, key: str, values: JsonObject, person: User | None = None, from_program: bool = False
) -> TriggerDelivery:
    """Store what was filled in and start its run, unless it was sent with this key before.

    Args:
        form: one that admits who sends this.
        key: made by who sends, too long to be guessed; reads what becomes of it.
        values: by field name; those of names that the form does not ask for are left out.
        person: who is signed in, where the form wants that.
        from_program: it is only stored, as rejected.
    Raises:
        InvalidInputError: the values do not fit; pointers are `/fields/<name>`.
    """
    names = {field.name for field in form.fields}
    given = {name: value for name, value in values.items() if name in names}
    fields, errors = read_inputs(StartConfig(fields=list(form.fields)), given)
    if errors and not from_program:
        found = [{**error_json(error), "pointer": f"/fields{error.pointer}"} for error in errors]
        raise InvalidInputError(_WRONG, details={"errors": found})
    now = timezone.now()
    username = person.get_username() if person is not None and form.config.access == "signed_in" else ""
    data = {"fields": given if errors else fields, "submitted_at": now.isoformat(), "person": username}
    return deliver(
        form.trigger,
        key=submission_key(key),
        data=data,
        at=now,
        status=Status.REJECTED if from_program else Status.STARTED,
        error=failure_json(FROM_PROGRAM, _AUTOMATIC, {}) if from_program else None,
    ).delivery


def submission_answer(delivery: TriggerDelivery, *, step: int, values: JsonObject) -> None:
    """Take the values of a form in the middle of the run.

    Raises:
        NotFoundError: (`submission_not_found`) it is none of this submission's, or not to be answered by its sender.
        InvalidInputError: pointers are `/values/<name>`.
        ConflictError: `already_answered`, `wait_expired` or `wait_cancelled`.
    """
    wait = step_of(delivery, step)
    if wait is None:
        raise NotFoundError(_NO_STEP, code="submission_not_found")
    visitor_form_answer(wait, values)
