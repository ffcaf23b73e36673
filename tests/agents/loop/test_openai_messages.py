"""Earlier messages, files and client tools as they come from outside."""

import base64
from typing import Any

import pytest

from agents.core.attachments import MAX_FILE_BYTES, MAX_FILES, FilePart, read_files
from agents.core.errors import AttachmentError, ClientToolError, HistoryError
from agents.core.messages import Message, ToolCallPart
from agents.loop.client_tools import read_client_tools
from agents.loop.openai_messages import read_history
from agents.providers.base import NamedToolChoice

JsonObject = dict[str, Any]
PNG = base64.b64encode(b"png").decode()
CALL = {"id": "c1", "type": "function", "function": {"name": "add", "arguments": "{}"}}
ASKED = {"role": "assistant", "content": None, "tool_calls": [CALL]}


def nothing(_file_id: str) -> FilePart:
    raise AttachmentError("no such file")


def test_every_part_of_a_message_is_read() -> None:
    content = [
        {"type": "text", "text": "Look"},
        {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PNG}"}},
        {"type": "file", "file": {"filename": "n.txt", "file_data": f"data:text/plain;base64,{PNG}"}},
    ]
    given = [
        {"role": "developer", "content": "Be brief"},
        {"role": "user", "content": content},
        ASKED,
        {"role": "tool", "tool_call_id": "c1", "content": "2"},
    ]
    assert read_history(given, nothing) == (
        Message("system", "Be brief"),
        Message("user", "Look", files=(FilePart("image", "image/png", PNG), FilePart("n.txt", "text/plain", PNG))),
        Message("assistant", "", tool_calls=(ToolCallPart("c1", "add", "{}"),)),
        Message("tool", "2", tool_call_id="c1"),
    )


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("text", "list of messages"),
        (["text"], "needs one of the roles"),
        ([{"role": "user", "content": 3}], "neither text nor parts"),
        ([{"role": "user", "content": [{"type": "audio"}]}], "not text, image_url or file"),
        (
            [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "https://a.example"}}]}],
            "data: URL",
        ),
        ([{"role": "assistant", "tool_calls": [{"id": "c1"}]}], "without a name"),
    ],
)
def test_what_is_no_history_is_refused(given: Any, words: str) -> None:
    with pytest.raises(HistoryError, match=words):
        read_history(given, nothing)


@pytest.mark.parametrize(
    "given",
    [
        [{"role": "tool", "content": "2"}],
        [{"role": "tool", "tool_call_id": "c1", "content": "2"}],
        [ASKED],
        [ASKED, ASKED],
        [ASKED, {"role": "user", "content": "Hi"}],
        [{"role": "assistant", "tool_calls": [{"id": None, "function": {"name": "add", "arguments": {"a": 1}}}]}],
    ],
)
def test_calls_and_results_need_not_fit_together(given: Any) -> None:
    assert len(read_history(given, nothing)) == len(given)


def file(**changes: Any) -> JsonObject:
    return {"name": "a.png", "media_type": "image/png", "data": PNG} | changes


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("text", "must be a list"),
        ([file(data=None)], "must be a list"),
        ([file(media_type="application/zip")], "which models cannot read"),
        ([file(data="%%")], "not base64"),
        ([file(data="A" * (MAX_FILE_BYTES * 4 // 3 + 4))], "larger than 10 MB"),
        ([file()] * (MAX_FILES + 1), "at most 10 files"),
        ([file(data="A" * (MAX_FILE_BYTES // 3 * 4))] * 3, "in total"),
        ([{"file_id": "ghost"}], "no such file"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused(given: Any, words: str) -> None:
    with pytest.raises(AttachmentError, match=words):
        read_files(given, nothing)


def test_the_callers_tools_are_read_with_their_choice() -> None:
    tools = [{"type": "function", "function": {"name": "add"}}]
    choice = {"type": "function", "function": {"name": "add"}}
    found = read_client_tools({"tools": tools, "tool_choice": choice})
    assert found.functions[0].parameters == {"type": "object", "properties": {}}
    assert found.choice == NamedToolChoice("add")


@pytest.mark.parametrize(
    "given",
    [
        [],
        {"tools": [{"type": "function", "function": {"name": "没有"}}]},
        {"tools": [{"type": "function", "function": {"name": "a"}}] * 2},
        {"tools": [], "tool_choice": "perhaps"},
        {"tools": [{"type": "custom"}]},
    ],
)
def test_tools_of_another_form_are_refused(given: Any) -> None:
    with pytest.raises(ClientToolError):
        read_client_tools(given)
