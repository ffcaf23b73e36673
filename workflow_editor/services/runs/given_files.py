"""The files that a run is given: found within the giver's rights, and held against the start node's fields."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import repeat
from typing import Any

from django.contrib.auth.models import User

from tools.adapters.file_contents import stored_file
from tools.core.definitions import CallContext, Caller, JsonObject
from tools.core.errors import RecordNotFoundError
from tools.core.field_errors import FieldError
from tools.core.formats.file_types import matches
from tools.core.naming.ids import uuid_of
from tools.core.registered.files import MISSING_FILE, file_id_of, file_ids_in, missing_file
from tools.core.text import Text
from tools.models import ToolFile
from tools.selectors.policies import caller_of
from tools.selectors.tool_files import tool_file_for_call, tool_file_get
from workflow_editor.engine.inputs import inputs_refusal
from workflow_editor.engine.plan import Plan
from workflow_editor.models import FileUse, Run, TriggerDelivery
from workflow_editor.nodes.builtin.start import FILE_TYPES, StartConfig, StartField

FindFile = Callable[[str], ToolFile]
"""Returns the file with an id. Raises RecordNotFoundError if there is none for its giver."""
_WRONG_TYPE = Text("“{name}” is {kind} by its content. Choose one of these: {accepted}.", name="", kind="", accepted="")
_TOO_LARGE = Text("“{name}” is larger than {most} MB. Choose a smaller file.", name="", most=0)


def files_of(user: User) -> FindFile:
    """Find what a person may see."""

    def find(file_id: str) -> ToolFile:
        key = uuid_of(file_id)
        if key is None:
            raise RecordNotFoundError(MISSING_FILE)
        return tool_file_get(user=user, file_id=key)

    return find


def files_of_calling_run(run: Run) -> FindFile:
    """Find what a run may open."""
    caller = Caller(None) if run.created_by is None else caller_of(run.created_by)
    return lambda file_id: tool_file_for_call(context=CallContext(caller, run_id=str(run.pk)), file_id=file_id)


def files_of_fork(source: Run, user: User) -> FindFile:
    """Find what a run has that is run again, or else what the person may see who does that."""

    def find(file_id: str) -> ToolFile:
        try:
            return tool_file_for_call(context=CallContext(Caller(None), run_id=str(source.pk)), file_id=file_id)
        except RecordNotFoundError:
            return files_of(user)(file_id)

    return find


def files_of_delivery(delivery: TriggerDelivery) -> FindFile:
    """Find the files that arrived with a delivery, and no others."""

    @cache
    def arrived() -> FindFile:
        return files_among([use.file for use in FileUse.objects.filter(delivery=delivery).select_related("file")])

    # Most deliveries bring no file, and are not asked.
    return lambda file_id: arrived()(file_id)


def files_among(files: Iterable[ToolFile]) -> FindFile:
    """Find these only."""
    arrived = {str(file.pk): file for file in files}

    def find(file_id: str) -> ToolFile:
        if file_id not in arrived:
            raise RecordNotFoundError(MISSING_FILE)
        return arrived[file_id]

    return find


def give_files(plan: Plan, inputs: JsonObject, find: FindFile) -> tuple[JsonObject, list[ToolFile]]:
    """Return inputs with verified file values, and all files found in them.

    Raises InvalidInputError (`run_inputs_invalid`) if a field's file is missing, too large or of another type.
    """
    config = plan.nodes[plan.start].config if plan.start is not None else None
    fields = config.fields if isinstance(config, StartConfig) else ()
    values, files, errors = read_files(fields, inputs, find)
    if errors:
        raise inputs_refusal(errors)
    return values, files


def read_files(
    fields: Sequence[StartField], inputs: JsonObject, find: FindFile
) -> tuple[JsonObject, list[ToolFile], list[FieldError]]:
    """Return what `give_files` returns, and what is wrong, with pointers `/<name>`."""
    found = dict(_found(file_ids_in(inputs), find))
    errors: list[FieldError] = []
    values = dict(inputs)
    for field in fields:
        if field.type in FILE_TYPES and (value := values.get(field.name)):
            given = value if isinstance(value, list) else [value]
            files = [found.get(file_id_of(one) or "") for one in given]
            problems = map(_problem, repeat(field), given, files)
            errors += [_error(field, problem) for problem in problems if problem is not None]
            complete = [stored_file(file).to_json() for file in files if file is not None]
            values[field.name] = complete if field.type == "files" else next(iter(complete), None)
    return values, list(found.values()), errors


def _found(ids: Iterable[str], find: FindFile) -> Iterator[tuple[str, ToolFile]]:
    for file_id in set(ids):
        try:
            yield file_id, find(file_id)
        except RecordNotFoundError:
            # Elsewhere than in a field it is a value like others, and opens nothing.
            continue


def _problem(field: StartField, given: Any, file: ToolFile | None) -> Text | None:
    if file is None:
        return missing_file(given)
    if not matches(file.content_type, field.accept):
        return _WRONG_TYPE.filled(name=file.name, kind=file.content_type, accepted=", ".join(field.accept))
    if field.max_megabytes is not None and file.size > field.max_megabytes * 1024**2:
        return _TOO_LARGE.filled(name=file.name, most=field.max_megabytes)
    return None


def _error(field: StartField, problem: Text) -> FieldError:
    return FieldError(f"/{field.name}", "file_refused", problem)
