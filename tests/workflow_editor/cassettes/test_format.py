"""A model's reply in a cassette."""

from agents.core.messages import FinishReason, Message, ModelReply, ToolCallPart, Usage
from tools.core.registered.files import StoredFile
from workflow_editor.cassettes.format import ReplyEntry


def test_a_reply_comes_back_out_of_a_cassette_with_the_files_that_were_made() -> None:
    message = Message("assistant", "Here.", tool_calls=(ToolCallPart("c1", "find", "{}"),))
    made = (StoredFile("1", "tea.csv", "text/csv", 19, "ab" * 32),)
    reply = ModelReply(message, FinishReason.TOOL_CALLS, Usage(3, 2, 0.5), "m1", made)
    assert ReplyEntry.of(reply).reply() == reply


def test_a_recording_from_before_files_had_ids_is_read() -> None:
    file_id = "0199aaaa-0000-7000-8000-000000000001"
    old = {"address": f"/api/tools/files/{file_id}/", "name": "tea.csv", "content_type": "text/csv", "size": 19}
    entry = ReplyEntry.model_validate({"files": [old]})
    assert entry.reply().files == (StoredFile(file_id, "tea.csv", "text/csv", 19),)
