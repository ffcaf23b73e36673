"""One conversation of the tool loop with everything around it."""

from typing import Any

from agents.core.messages import Message
from agents.loop.loop import LoopRequest, LoopResult, run_tool_loop
from tests.doubles.conversation import FakeJournal, FakeTool, FakeToolbox, Flag, RecordingSink
from tests.doubles.scripted_model import ScriptedModel

ASK = LoopRequest(model="m-1", provider="Test", messages=(Message("user", "Find flour"),))
SEARCH = ("c1", "search", '{"keyword": "flour"}')


class LoopHarness:
    """One conversation with everything around it."""

    def __init__(self, *tools: FakeTool, **options: Any) -> None:
        self.toolbox = FakeToolbox(*tools, skipped=options.get("skipped", ()))
        self.journal = FakeJournal(options.get("entries", ()))
        self.sink: RecordingSink = options.get("sink") or RecordingSink()
        self.cancel = options.get("cancel", Flag())

    def run(self, model: ScriptedModel, request: LoopRequest = ASK) -> LoopResult:
        return run_tool_loop(request, model, self.toolbox, self.journal, self.sink, self.cancel)
