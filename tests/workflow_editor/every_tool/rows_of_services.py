"""Rows of the services that are known by name: one for each operation, made from the services' own rows.

The arguments come from the schema, each with its own name as its value, so that an argument that goes where another
belongs shows. An operation has no row before `expected_*.py` says what its service expects.
"""

from typing import Any
from urllib.parse import urlsplit

from tests.doubles.http_server import Answer, Reply
from tests.doubles.known_services import KEY, ExpectedCall, KnownService
from tests.workflow_editor.every_tool.calls_of_services import FILE_TEXT, ExpectedService
from tests.workflow_editor.every_tool.expected_chat import CHAT
from tests.workflow_editor.every_tool.expected_documents import DOCUMENTS
from tests.workflow_editor.every_tool.expected_google import GOOGLE
from tests.workflow_editor.every_tool.expected_issues import ISSUES
from tests.workflow_editor.every_tool.expected_messages import MESSAGES
from tests.workflow_editor.every_tool.expected_microsoft import MICROSOFT
from tests.workflow_editor.every_tool.expected_records import RECORDS
from tests.workflow_editor.every_tool.expected_search import SEARCH
from tests.workflow_editor.every_tool.expected_speech import SPEECH
from tests.workflow_editor.every_tool.row import Failure, Json, Place, ToolRow
from tools.adapters.files import OrmFileStore
from tools.core.definitions import CallContext
from tools.core.registered.files import StoredFile
from tools.executors.services.preset import ServiceOperation, ServicePreset
from tools.executors.services.presets import PRESETS
from tools.models import ToolFile
from tools.selectors.policies import caller_of

EXPECTED: dict[str, ExpectedService] = {
    **SEARCH,
    **GOOGLE,
    **MICROSOFT,
    **CHAT,
    **RECORDS,
    **ISSUES,
    **DOCUMENTS,
    **MESSAGES,
    **SPEECH,
}
FILE = StoredFile("6f3d1a52-0c0e-4f0e-9d5e-0d8f1b7a2c11", "tea.txt", "text/plain", len(FILE_TEXT))
BUSY = Reply(429, b"{}", {"Content-Type": "application/json", "Retry-After": "900"})
HTML = Reply(200, b"<html>Welcome</html>", {"Content-Type": "text/html"})
_MAIL_ADDRESS = 320
"""The longest text of an address."""
_WRONG = {"string": 7, "integer": "many", "number": "many", "boolean": "perhaps", "array": "none", "object": "none"}


def sample(name: str, schema: Json) -> Any:
    """Return a value of an argument: the first that the schema lists, else its name."""
    for listed in ("enum", "examples"):
        if schema.get(listed):
            return schema[listed][0]
    match schema.get("type"):
        case "integer" | "number":
            return schema.get("minimum", 1)
        case "boolean":
            return True
        case "array":
            return [sample(name, schema["items"])]
        case "object":
            return {name: "text"}
        case None:
            return FILE.to_json()
    return f"{name}@example.com" if schema.get("maxLength") == _MAIL_ADDRESS else name


def keeps_files(place: Place, name: str, content: bytes) -> Json:
    """Keep the file that is sent, and a place for those that come."""
    storages = {**place.settings.STORAGES}
    options = {**storages["files"]["OPTIONS"], "location": place.folder}
    place.settings.STORAGES = {**storages, "files": {**storages["files"], "OPTIONS": options}}
    ToolFile.objects.filter(pk=FILE.id).delete()
    kept = OrmFileStore().save(name, "", [content], CallContext(caller_of(place.owner)))
    ToolFile.objects.filter(pk=kept.id).update(id=FILE.id)
    return {}


def stand_in(expected: ExpectedService, call: ExpectedCall, answer: Any) -> Answer:
    service = KnownService(expected.headers, call, answer)
    unsigned = expected.unsigned
    if unsigned is None:
        return service
    return lambda request: service(request) if KEY in f"{request.path}?{request.query}" else unsigned


def row_of(preset: ServicePreset, operation: ServiceOperation) -> ToolRow:
    expected = EXPECTED[preset.ui_type]
    call = expected.calls[operation.id]
    answer = expected.answer if call.answer is None else call.answer
    gives_file = operation.gives_file or bool(operation.file_at)
    is_json = not isinstance(answer, Reply)
    properties: Json = operation.operation().arguments["properties"]
    arguments = {name: sample(name, schema) for name, schema in properties.items()}
    typed = next((name for name, schema in properties.items() if "type" in schema), "no_such_argument")
    wrong = {**arguments, typed: _WRONG[properties[typed]["type"]] if typed in properties else 1}
    failures = [
        Failure("wrong credential", 5001, "token, key or password", config={"secret": "another"}),
        Failure("refused", expected.code, expected.words, reply=expected.refusal),
        Failure("rate limit", 5002, "900 s", reply=BUSY),
        Failure("wrong type", 1002, typed, arguments=wrong),
    ]
    if not operation.gives_file:
        failures.append(Failure("not JSON", 2001, "did not answer with JSON", reply=HTML))
    return ToolRow(
        ui_type=preset.ui_type,
        config={"secret": KEY, **expected.config},
        arguments=arguments,
        fits=call.fits_data
        or (lambda data: is_file(data) if gives_file else bool(data == (answer if is_json else ""))),
        failures=tuple(failures),
        stand_in=lambda: stand_in(expected, call, answer),
        hosts=(expected.host, *([urlsplit(call.file[0]).netloc] if call.file else [])),
        secrets=(KEY,),
        function=operation.id,
        wrong={typed: wrong[typed]},
        variant=operation.id,
        set_up=(lambda place: keeps_files(place, *expected.file))
        if handles_files(operation, arguments)
        else lambda place: {},
    )


def handles_files(operation: ServiceOperation, arguments: Json) -> bool:
    return operation.gives_file or bool(operation.mail_at or operation.file_at) or FILE.to_json() in arguments.values()


def is_file(data: Any) -> bool:
    return isinstance(data, dict) and data["$type"] == "file"


ROWS = tuple(row_of(preset, operation) for preset in PRESETS for operation in preset.operations)
FIRST_ROWS = tuple(row_of(preset, preset.operations[0]) for preset in PRESETS)
"""One of each service, for what does not depend on the operation."""
assert all(urlsplit(preset.server).hostname in {None, EXPECTED[preset.ui_type].host} for preset in PRESETS)
