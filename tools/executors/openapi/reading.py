"""Reads an OpenAPI document in a process with time and memory limits. No framework.

YAML takes seconds per megabyte. `python -m tools.executors.openapi.reading` takes chosen ids and address as arguments
and the document on standard input.
"""

from dataclasses import asdict
from typing import Any

import orjson

from tools.core.definitions import JsonObject
from tools.core.errors import ToolArgumentsError
from tools.core.text import Text
from tools.evaluation.single_process import ProcessFailedError, answer_once, call_in_process
from tools.executors.openapi.description import Description, ListedOperation, read_description
from tools.executors.openapi.document import MAX_BYTES, TOO_LARGE, read_document
from tools.executors.openapi.operation import Api

DEADLINE_S = 30.0
_STOPPED = Text("Reading the document took too long or too much memory and was stopped. Remove what you do not call.")


class ChoiceError(ToolArgumentsError):
    """The chosen operations cannot be stored; the document is fine."""


def described(content: bytes, chosen: list[str], address: str, *, deadline_s: float = DEADLINE_S) -> Description:
    """Describe a document and its chosen operations (`read_document`, `read_description`) within `deadline_s`.

    Raises:
        ChoiceError: too much is chosen.
        ToolArgumentsError: unreadable, or beyond the limits.
    """
    if len(content) > MAX_BYTES:
        raise ToolArgumentsError(TOO_LARGE)
    module = "tools.executors.openapi.reading"
    arguments = orjson.dumps({"chosen": chosen, "address": address}) + b"\n"
    try:
        found = orjson.loads(call_in_process(module, content=arguments + content, deadline_s=deadline_s))
    except (TimeoutError, ProcessFailedError):
        raise ToolArgumentsError(_STOPPED) from None
    if "error" in found:
        raise (ChoiceError if found["of_choice"] else ToolArgumentsError)(Text.of(**found["error"]))
    operations = [_listed(one) for one in found["operations"]]
    return Description(found["title"], operations, Api.model_validate(found["api"]), _texts(found["notes"]))


def _listed(one: JsonObject) -> ListedOperation:
    return ListedOperation(**{**one, "tags": tuple(one["tags"]), "notes": _texts(one["notes"])})


def _texts(forms: list[dict[str, str]]) -> list[Text]:
    return [Text.of(**one) for one in forms]


def answer(_: list[str], content: bytes) -> bytes:
    """In the process: return the description, or why there is none."""
    head, _newline, document = content.partition(b"\n")
    wanted = orjson.loads(head)
    try:
        read = read_document(document)
    except ToolArgumentsError as error:
        return _refused(error, of_choice=False)
    try:
        return orjson.dumps(_plain(read_description(read, frozenset(wanted["chosen"]), wanted["address"])))
    except ToolArgumentsError as error:
        return _refused(error, of_choice=True)


def _refused(error: ToolArgumentsError, *, of_choice: bool) -> bytes:
    return orjson.dumps({"error": error.text.to_json(), "of_choice": of_choice})


def _plain(found: Description) -> JsonObject:
    operations: list[dict[str, Any]] = [
        {**asdict(one), "notes": [note.to_json() for note in one.notes]} for one in found.operations
    ]
    notes = [note.to_json() for note in found.notes]
    return {"title": found.title, "operations": operations, "api": found.api.model_dump(mode="json"), "notes": notes}


if __name__ == "__main__":
    answer_once(answer)
