"""Files that hosted skills make: fetched, kept, and linked to in the answer."""

from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256

import pytest

from agents.core.journal import ModelReplied
from agents.providers.anthropic_messages import MAX_BYTES, AnthropicMessagesClient, files_made
from agents.providers.base import ModelRequest, ReplyCompleted, StreamEvent, TextDelta
from agents.providers.connection import Connection
from tests.agents.providers.test_anthropic_messages import block, end, start, text
from tests.agents.providers.test_hosted_skills import WITH_SKILLS
from tests.doubles.anthropic_container import KEY, AnthropicContainer, MadeFile
from tests.doubles.conversation import Flag
from tests.doubles.http_server import serving
from tests.doubles.node_harness import FakeFiles
from tests.doubles.stream_server import Answer, named_sse
from tools.core.definitions import JsonObject
from tools.core.errors import ToolUnavailableError
from tools.core.registered.files import StoredFile

TABLE = MadeFile("tea.csv", b"name,cups\nOolong,2\n")


def output(*file_ids: str) -> JsonObject:
    """Return the block that tells of files."""
    content = [{"type": "bash_code_execution_output", "file_id": file_id} for file_id in file_ids]
    result = {"type": "bash_code_execution_result", "stdout": "", "content": content}
    return {"type": "bash_code_execution_tool_result", "tool_use_id": "srv_1", "content": result}


def reply_with(*file_ids: str) -> Answer:
    return named_sse(start(), *block(0, output(*file_ids)), *text(1, "Here it is."), *end("end_turn"))


def stream(container: AnthropicContainer, request: ModelRequest) -> list[StreamEvent]:
    with serving(container) as server:
        client = AnthropicMessagesClient(Connection("anthropic", "anthropic", "Claude", server.url, KEY))
        return list(client.stream(request, Flag()))


def played(container: AnthropicContainer, store: FakeFiles) -> str:
    """Return the text of the reply, which is also what was streamed."""
    *pieces, last = stream(container, replace(WITH_SKILLS, keep_file=store.save))
    assert isinstance(last, ReplyCompleted)
    assert "".join(piece.text for piece in pieces if isinstance(piece, TextDelta)) == last.reply.message.text
    return last.reply.message.text


def test_a_file_is_kept_and_linked_to() -> None:
    store = FakeFiles()
    answer = played(AnthropicContainer(reply_with("file_1"), {"file_1": TABLE}), store)
    assert answer == "Here it is.\n\n[tea.csv](/api/files/1/)"
    assert [(file.name, file.content_type, file.content) for file in store.kept] == [
        ("tea.csv", "text/csv", TABLE.content)
    ]


def test_what_goes_back_to_the_service_is_as_it_was() -> None:
    container = AnthropicContainer(reply_with("file_1"), {"file_1": TABLE})
    last = stream(container, replace(WITH_SKILLS, keep_file=FakeFiles().save))[-1]
    assert isinstance(last, ReplyCompleted)
    assert "/api/files/" not in str(last.reply.message.raw)


def test_the_same_file_is_fetched_once() -> None:
    container = AnthropicContainer(reply_with("file_1", "file_1"), {"file_1": TABLE})
    played(container, store := FakeFiles())
    assert container.asked == ["/v1/files/file_1", "/v1/files/file_1/content"]
    assert len(store.kept) == 1


@pytest.mark.parametrize(
    "file",
    [None, replace(TABLE, downloadable=False), replace(TABLE, size=MAX_BYTES + 1)],
    ids=["gone", "not to be had", "too large"],
)
def test_a_file_that_cannot_be_fetched_is_reported_and_the_answer_stays(file: MadeFile | None) -> None:
    container = AnthropicContainer(reply_with("file_1"), {} if file is None else {"file_1": file})
    answer = played(container, store := FakeFiles())
    assert answer.startswith("Here it is.\n\n*file_1: the service did not give this file.")
    assert store.kept == []
    assert "planted" not in answer


class FullStore(FakeFiles):
    def save(self, name: str, content_type: str, chunks: Iterable[bytes]) -> StoredFile:
        raise ToolUnavailableError("full")


def test_a_store_that_refuses_loses_no_answer() -> None:
    container = AnthropicContainer(reply_with("file_1"), {"file_1": TABLE})
    assert "did not give this file" in played(container, FullStore())


@pytest.mark.parametrize(
    ("reported", "name"),
    [
        ("/mnt/out/tea.csv", "tea.csv"),
        ("..\\..\\a.csv", "a.csv"),
        ("a](http://evil)[.csv", "evil__.csv"),
        ("/", "file"),
    ],
)
def test_names_are_names(reported: str, name: str) -> None:
    played(AnthropicContainer(reply_with("f"), {"f": replace(TABLE, name=reported)}), store := FakeFiles())
    assert [file.name for file in store.kept] == [name]


@pytest.mark.parametrize("form", [{"json_schema": {"type": "object"}}, {"links_files": False}])
def test_an_answer_in_json_stays_json(form: JsonObject) -> None:
    container = AnthropicContainer(reply_with("file_1"), {"file_1": TABLE})
    store = FakeFiles()
    last = stream(container, replace(WITH_SKILLS, keep_file=store.save, **form))[-1]
    assert isinstance(last, ReplyCompleted)
    assert last.reply.message.text == "Here it is."
    assert [file.name for file in last.reply.files] == ["tea.csv"]


def test_files_come_with_the_reply_also_out_of_the_journal() -> None:
    container = AnthropicContainer(reply_with("file_1", "gone"), {"file_1": TABLE})
    last = stream(container, replace(WITH_SKILLS, keep_file=FakeFiles().save))[-1]
    assert isinstance(last, ReplyCompleted)
    assert last.reply.files == (
        StoredFile("1", "tea.csv", "text/csv", len(TABLE.content), sha256(TABLE.content).hexdigest()),
    )
    replied = ModelReplied(1, reply=last.reply, duration_ms=1)
    assert ModelReplied.of_payload(1, "", replied.payload()) == replied


def test_without_a_store_nothing_is_fetched() -> None:
    container = AnthropicContainer(reply_with("file_1"), {"file_1": TABLE})
    stream(container, WITH_SKILLS)
    assert container.asked == []


def test_only_results_of_code_report_files() -> None:
    odd: list[JsonObject] = [
        {"type": "text", "content": {"content": [{"file_id": "f1"}]}},
        {"type": "bash_code_execution_tool_result", "content": {"type": "error", "error_code": "unavailable"}},
        {"type": "code_execution_tool_result", "content": {"content": [{"file_id": "f2"}, "x"]}},
    ]
    assert files_made(odd) == ["f2"]
