"""Takes in what people send with public forms."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress

from django.contrib.auth.models import User
from django.core.files.uploadedfile import UploadedFile
from django.db import IntegrityError, transaction
from django.utils import timezone

from tools.adapters.file_contents import file_keep, stored_file
from tools.core.definitions import JsonObject
from tools.core.registered.files import CHUNK_BYTES
from tools.core.text import Text
from tools.models import ToolFile
from workflow_editor.errors import InvalidInputError, NotFoundError, failure_json
from workflow_editor.graph.structure import error_json
from workflow_editor.models import TriggerDelivery
from workflow_editor.nodes.builtin.start import FILE_TYPES, MOST_FILES, StartConfig, StartField, read_inputs
from workflow_editor.nodes.waits import FormWait
from workflow_editor.selectors.outside.forms import FROM_PROGRAM, PublicForm, step_of, submission_key
from workflow_editor.services.runs.given_files import files_among, read_files
from workflow_editor.services.runs.waits.answer import visitor_form_answer
from workflow_editor.services.triggers.deliver import Status, deliver, deliver_message, delivered_before

Files = Mapping[str, Sequence["UploadedFile[bytes]"]]
"""Uploads by the field that they fill."""
_WRONG = Text("Some values do not match the form.")
_AUTOMATIC = Text("A field that people do not see was filled in: a program sent this.")
_NO_STEP = Text("There is nothing more to fill in.")


def form_submit(
    form: PublicForm,
    *,
    key: str,
    values: JsonObject,
    files: Files | None = None,
    person: User | None = None,
    from_program: bool = False,
) -> TriggerDelivery:
    """Store a form submission and start its run, once per key.

    Args:
        form: admits the sender; a draft runs the unpublished graph and keeps the values as example.
        key: the sender's unguessable key, which reads its state.
        values: by field; unknown names are ignored.
        files: by field; file values among `values` are refused.
        person: the signed-in sender, if the form requires one.
        from_program: store it as rejected only.
    Raises:
        InvalidInputError: the values do not fit; pointers are `/fields/<name>`.
    """
    earlier = delivered_before(form.trigger, submission_key(key))
    if earlier is not None:
        return earlier.delivery
    names = {field.name for field in form.fields}
    owner_id = form.draft_of.pk if form.draft_of else form.trigger.runs_as_id
    kept, sent = _kept(owner_id, form.fields, files or {}) if not from_program else ([], {})
    given = {name: value for name, value in {**values, **sent}.items() if name in names}
    fields, errors = read_inputs(StartConfig(fields=list(form.fields)), given)
    if not errors:
        fields, used, errors = read_files(form.fields, fields, files_among(kept))
        kept = [file for file in kept if file in used]
    if errors and not from_program:
        found = [{**error_json(error), "pointer": f"/fields{error.pointer}"} for error in errors]
        raise InvalidInputError(_WRONG, details={"errors": found})
    now = timezone.now()
    username = person.get_username() if person is not None and form.config.access == "signed_in" else ""
    data = {"fields": given if errors else fields, "submitted_at": now.isoformat(), "person": username}
    if form.draft_of is not None:
        return _tried_out(form, form.draft_of, submission_key(key), data, kept)
    return deliver(
        form.trigger,
        key=submission_key(key),
        data=data,
        at=now,
        status=Status.REJECTED if from_program else Status.STARTED,
        error=failure_json(FROM_PROGRAM, _AUTOMATIC, {}) if from_program else None,
        files=kept,
    ).delivery


def _tried_out(form: PublicForm, person: User, key: str, data: JsonObject, kept: Sequence[ToolFile]) -> TriggerDelivery:
    # Another request with the same key may come between.
    with suppress(IntegrityError), transaction.atomic():
        deliver_message(form.trigger, person, key=key, data=data, draft=True, files=kept)
    return form.trigger.deliveries.select_related("trigger__workflow").get(key=key)


def _kept(owner_id: int | None, fields: Iterable[StartField], files: Files) -> tuple[list[ToolFile], JsonObject]:
    """Keep the files of fields that take some, and return them and the values by field; what else comes is not read."""
    taken = {field.name: MOST_FILES if field.type == "files" else 1 for field in fields if field.type in FILE_TYPES}
    kept = {
        name: [
            file_keep(
                file.name or "", file.content_type or "", file.chunks(CHUNK_BYTES), owner_id=owner_id, run_id=None
            )
            for file in some[: taken[name]]
        ]
        for name, some in files.items()
        if name in taken
    }
    values = {name: [stored_file(row).to_json() for row in rows] for name, rows in kept.items()}
    return [row for rows in kept.values() for row in rows], values


def submission_answer(delivery: TriggerDelivery, *, step: int, values: JsonObject, files: Files | None = None) -> None:
    """Take the values of a form step during the run; `files` as in `form_submit`.

    Raises:
        NotFoundError: (`submission_not_found`) not of this submission, or not for its sender.
        InvalidInputError: pointers are `/values/<name>`.
        ConflictError: `already_answered`, `wait_expired` or `wait_cancelled`.
    """
    wait = step_of(delivery, step)
    if wait is None or not isinstance(about := wait.about, FormWait):
        raise NotFoundError(_NO_STEP, code="submission_not_found")
    fields = StartConfig.model_validate({"fields": about.fields}).fields
    kept, sent = _kept(wait.node_run.run.created_by_id, fields, files or {}) if wait.answered_at is None else ([], {})
    visitor_form_answer(wait, about, {**values, **sent}, kept)
