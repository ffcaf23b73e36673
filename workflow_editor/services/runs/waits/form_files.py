"""Files in answers to forms: found within the rights of who answers, and held against their fields."""

from tools.core.definitions import JsonObject
from tools.models import ToolFile
from workflow_editor.engine.waits import form_refusal
from workflow_editor.nodes.builtin.start import StartConfig
from workflow_editor.nodes.waits import FormWait
from workflow_editor.services.runs.given_files import FindFile, read_files


def with_files(about: FormWait, answer: JsonObject, find: FindFile) -> tuple[JsonObject, list[ToolFile]]:
    """Return an answer with verified file values, and all files found in it.

    Raises InvalidInputError (`/values/<name>`) if a field's file is missing, too large or of another type.
    """
    fields = StartConfig.model_validate({"fields": about.fields}).fields
    values, files, errors = read_files(fields, answer["values"], find)
    if errors:
        raise form_refusal(errors)
    return {**answer, "values": values}, files
