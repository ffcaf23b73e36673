"""Takes in what people send with public forms."""

from collections.abc import Mapping, Sequence

from django.contrib.auth.models import User
from django.core.files.uploadedfile import UploadedFile
from django.utils import timezone

from tools.adapters.file_contents import file_keep, stored_file
from tools.core.definitions import JsonObject
from tools.core.file_port import CHUNK_BYTES
from tools.core.text import Text
from tools.models import ToolFile
from workflow_editor.errors import InvalidInputError, NotFoundError, failure_json
from workflow_editor.graph.structure import error_json
from workflow_editor.models import TriggerDelivery
from workflow_editor.nodes.builtin.start import FILE_TYPES, MOST_FILES, StartConfig, read_inputs
from workflow_editor.selectors.forms import FROM_PROGRAM, PublicForm, step_of, submission_key
from workflow_editor.services.runs.given_files import files_among, read_files
from workflow_editor.services.runs.waits.answer import visitor_form_answer
from workflow_editor.services.triggers.deliver import Status, deliver, delivered_before

_WRONG = Text("Some values do not match the form.")
_AUTOMATIC = Text("A field that people do not see was filled in: a program sent this.")
_NO_STEP = Text("There is nothing more to fill in.")


def form_submit(
    form: PublicForm,
    *,
    key: str,
    values: JsonObject,
    files: "Mapping[str, Sequence[UploadedFile[bytes]]] | None" = None,
    person: User | None = None,
    from_program: bool = False,
) -> TriggerDelivery:
    """Store what was filled in and start its run, unless it was sent with this key before.

    Args:
        form: one that admits who sends this.
        key: made by who sends, too long to be guessed; reads what becomes of it.
        values: by field name; those of names that the form does not ask for are left out.
        files: by field name; a file value among `values` names none of them and is refused.
        person: who is signed in, where the form wants that.
        from_program: it is only stored, as rejected.
    Raises:
        InvalidInputError: the values do not fit; pointers are `/fields/<name>`.
    """
    earlier = delivered_before(form.trigger, submission_key(key))
    if earlier is not None:
        return earlier.delivery
    names = {field.name for field in form.fields}
    kept = _kept(form, files or {}) if not from_program else {}
    sent = {name: [stored_file(row).to_json() for row in rows] for name, rows in kept.items()}
    given = {name: value for name, value in {**values, **sent}.items() if name in names}
    fields, errors = read_inputs(StartConfig(fields=list(form.fields)), given)
    rows = [row for some in kept.values() for row in some]
    if not errors:
        fields, _, errors = read_files(form.fields, fields, files_among(rows))
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
        files=rows,
    ).delivery


def _kept(form: PublicForm, files: "Mapping[str, Sequence[UploadedFile[bytes]]]") -> Mapping[str, Sequence[ToolFile]]:
    """Keep the files of fields that take some; what else comes is not read."""
    taken = {
        field.name: MOST_FILES if field.type == "files" else 1 for field in form.fields if field.type in FILE_TYPES
    }
    owner_id = form.trigger.runs_as_id
    return {
        name: [
            file_keep(
                file.name or "", file.content_type or "", file.chunks(CHUNK_BYTES), owner_id=owner_id, run_id=None
            )
            for file in some[: taken[name]]
        ]
        for name, some in files.items()
        if name in taken
    }


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
