"""Pictures of MCP servers, and tools that servers change, within one conversation."""

import base64
from dataclasses import replace
from typing import Any

import pytest

from agents.core.attachments import FilePart
from agents.core.errors import AttachmentError, ProviderRequestError
from agents.core.messages import Message
from tests.agents.loop.loop_harness import ASK, SEARCH, LoopHarness
from tests.doubles.conversation import FakeTool, good
from tests.doubles.scripted_model import ScriptedModel, ScriptedReply
from tools.core.registered.files import StoredFile
from tools.core.tool_id import ToolId

PNG = base64.b64encode(b"\x89PNG\r\n\x1a\nxyz").decode()
CALLS = ScriptedReply("", [SEARCH])


def stored(id_: str, kind: str = "image/png") -> dict[str, Any]:
    return StoredFile(id_, f"{id_}.png", kind, 11).to_json()


def tool(data: Any, tool_id: str = "mcp:m1:search") -> FakeTool:
    return FakeTool("search", lambda _: good(data), tool_id=ToolId(tool_id))


def opened(file_id: str) -> FilePart:
    if file_id == "gone":
        raise AttachmentError("This file does not exist.")
    return FilePart(f"{file_id}.png", "image/png", PNG)


def shown(model: ScriptedModel, number: int = -1) -> list[str]:
    return [file.name for message in model.requests[number].messages for file in message.files]


SHOWN = [
    ("a picture", tool({"content": [{"type": "image", "file": stored("a")}]}), ["a.png"]),
    ("two, one of them twice", tool({"x": [stored("a"), stored("b"), stored("a")]}), ["a.png", "b.png"]),
    ("a sound", tool({"file": stored("a", "audio/wav")}), []),
    ("a picture that is gone", tool([stored("gone"), stored("a")]), ["a.png"]),
    ("a picture of another kind of tool", tool(stored("a"), "tool:t1"), []),
    ("none", tool({"text": "plain"}), []),
    (
        "more than a message holds",
        tool([stored(f"f{n}") for n in range(12)]),
        [f"f{n}.png" for n in range(10)],
    ),
]


@pytest.mark.parametrize(("tool_", "names"), [row[1:] for row in SHOWN], ids=[row[0] for row in SHOWN])
def test_pictures_of_results_reach_the_model_behind_the_results(tool_: FakeTool, names: list[str]) -> None:
    harness = LoopHarness(tool_)
    with ScriptedModel([CALLS, ScriptedReply("Seen")]) as model:
        assert harness.run(model, replace(ASK, open_file=opened)).text == "Seen"
    assert shown(model) == names
    roles = [message.role for message in model.requests[-1].messages]
    assert roles[-2:] == (["tool", "user"] if names else ["assistant", "tool"])
    assert all(PNG not in message.text for message in model.requests[-1].messages)


def test_a_conversation_that_goes_on_shows_them_again() -> None:
    harness = LoopHarness(tool(stored("a")))
    with ScriptedModel([CALLS, ScriptedReply("Seen")]) as model:
        harness.run(model, replace(ASK, open_file=opened))
    later = LoopHarness(tool(stored("a")), entries=harness.journal.rows[:-1])
    with ScriptedModel([ScriptedReply("Seen again")]) as model:
        later.run(model, replace(ASK, open_file=opened))
    assert shown(model) == ["a.png"]


def test_a_model_that_refuses_pictures_is_asked_without_them() -> None:
    harness = LoopHarness(tool(stored("a")))
    refusal = ProviderRequestError("This model does not support image input.")
    calls = ScriptedReply("", [("c2", "search", "{}")])
    steps: list[ScriptedReply | Exception] = [CALLS, refusal, calls, ScriptedReply("Done")]
    with ScriptedModel(steps) as model:
        assert harness.run(model, replace(ASK, open_file=opened)).text == "Done"
    assert [bool(shown(model, number)) for number in range(4)] == [False, True, False, False]


def test_files_of_earlier_turns_are_named_in_their_place_and_those_of_this_one_stay() -> None:
    picture = opened("a")
    earlier = [Message("user", "Look", files=(picture,)), Message("assistant", "I see")]
    harness, refusal = LoopHarness(), ProviderRequestError("no")
    with ScriptedModel([refusal, ScriptedReply("Done")]) as model:
        asked = replace(ASK, messages=(*earlier, Message("user", "And now?")))
        assert harness.run(model, asked).text == "Done"
    assert [shown(model, number) for number in (0, 1)] == [["a.png"], []]
    assert "Look\n\n[a.png]" in [message.text for message in model.requests[1].messages]
    with ScriptedModel([refusal]) as model, pytest.raises(ProviderRequestError):
        LoopHarness().run(model, replace(ASK, messages=(Message("user", "Look", files=(picture,)),)))


def test_another_refusal_stays_one() -> None:
    harness = LoopHarness(tool({"text": "plain"}))
    with ScriptedModel([CALLS, ProviderRequestError("no")]) as model, pytest.raises(ProviderRequestError):
        harness.run(model, replace(ASK, open_file=opened))


def test_tools_that_a_server_adds_are_offered_in_the_next_round() -> None:
    harness = LoopHarness()

    def grow(_: Any) -> Any:
        harness.toolbox._tools["grown"] = FakeTool("grown")
        return good("grew")

    harness.toolbox._tools["search"] = FakeTool("search", grow)
    replies: list[Any] = [CALLS, ScriptedReply("", [("c2", "grown", "{}")]), ScriptedReply("Done")]
    with ScriptedModel(replies) as model:
        assert harness.run(model).text == "Done"
    names = [[function.name for function in request.functions] for request in model.requests]
    assert names == [["search"], ["search", "grown"], ["search", "grown"]]
    assert "- grown:" in model.requests[1].messages[0].text
    assert [call.name for call in harness.toolbox.calls] == ["search", "grown"]
