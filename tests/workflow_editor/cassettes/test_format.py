"""What a cassette keeps of a model's reply."""

from agents.core.messages import FinishReason, Message, ModelReply, ToolCallPart, Usage
from tools.core.file_port import StoredFile
from workflow_editor.cassettes.format import ReplyEntry


def test_a_reply_comes_back_out_of_a_cassette_with_the_files_that_were_made() -> None:
    message = Message("assistant", "Here.", tool_calls=(ToolCallPart("c1", "find", "{}"),))
    made = (StoredFile("/api/tools/files/1/", "tea.csv", "text/csv", 19),)
    reply = ModelReply(message, FinishReason.TOOL_CALLS, Usage(3, 2, 0.5), "m1", made)
    assert ReplyEntry.of(reply).reply() == reply
