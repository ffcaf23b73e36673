"""The tool loop cancelled, broken off and taken up again."""

from dataclasses import dataclass, field, replace

import pytest

from agents.core.errors import (
    OutcomeUnknownError,
    ProviderStreamError,
    RunCancelledError,
    ToolExecutionFailedError,
)
from agents.core.events import ModelCallFinished, ModelCallStarted, NodeEvent
from agents.core.journal import JournalEntry, ModelReplyLost
from agents.core.messages import Usage
from agents.core.prices import Prices
from agents.loop.loop import LoopRequest, LoopResult
from tests.agents.loop.loop_harness import ASK, SEARCH, LoopHarness
from tests.doubles.conversation import FakeJournal, FakeTool, Flag, RecordingSink, bad, good
from tests.doubles.scripted_model import ScriptedModel, ScriptedReply
from tools.core.definitions import EffectClass, JsonObject
from tools.core.envelope import ToolResult


@dataclass
class CancellingSink(RecordingSink):
    """Sets the flag as soon as a model has replied."""

    flag: Flag = field(default_factory=Flag)

    def emit(self, event: NodeEvent, *, replayed: bool = False) -> None:
        super().emit(event, replayed=replayed)
        self.flag.cancelled = isinstance(event, ModelCallFinished)


class BrokenSink(RecordingSink):
    """Cannot write any text."""

    def text(self, stream: str, offset: int, text: str) -> None:
        raise RuntimeError("the writer is gone")


class TestCancel:
    def test_before_the_first_model_call(self) -> None:
        with ScriptedModel([]) as model, pytest.raises(RunCancelledError):
            LoopHarness(cancel=Flag(cancelled=True)).run(model)

    def test_between_reply_and_tool(self) -> None:
        cancel = Flag()
        harness = LoopHarness(FakeTool("search"), cancel=cancel, sink=CancellingSink(flag=cancel))
        with ScriptedModel([ScriptedReply("", [SEARCH])]) as model, pytest.raises(RunCancelledError):
            harness.run(model)
        assert harness.toolbox.calls == []
        assert [entry.kind for entry in harness.journal.rows] == ["reply"]

    def test_a_reader_that_leaves_closes_the_stream(self) -> None:
        model = ScriptedModel([ScriptedReply(["one ", "two"])])
        with pytest.raises(RuntimeError, match="gone"):
            LoopHarness(sink=BrokenSink()).run(model)
        assert model.closed == 1


RESUME_TOOLS = (FakeTool("search"), FakeTool("send", effect=EffectClass.UNREPEATABLE))
RESUME_STEPS: list[ScriptedReply | Exception] = [
    ScriptedReply("Looking", [("c1", "search", '{"n": 1}'), ("c2", "search", '{"n": 2}')], raw={"wire": "test"}),
    ScriptedReply("", [("c3", "send", '{"to": "you"}')]),
    ScriptedReply("All done", usage=Usage(7, 3)),
]


def recorded() -> tuple[list[JournalEntry], LoopResult, RecordingSink]:
    harness = LoopHarness(*RESUME_TOOLS)
    with ScriptedModel(RESUME_STEPS) as model:
        result = harness.run(model)
    return harness.journal.rows, result, harness.sink


@pytest.mark.parametrize("length", range(8))
def test_from_every_prefix_of_the_journal_the_end_is_the_same_and_nothing_is_paid_twice(length: int) -> None:
    rows, expected, _ = recorded()
    assert len(rows) == 7
    kept = rows[:length]
    harness = LoopHarness(*RESUME_TOOLS, entries=kept)
    paid = sum(entry.kind == "reply" for entry in kept)
    if kept and kept[-1].kind == "tool_started":
        with ScriptedModel([]) as silent, pytest.raises(OutcomeUnknownError, match="“Send”"):
            harness.run(silent)
        return
    with ScriptedModel(RESUME_STEPS[paid:]) as model:
        assert harness.run(model) == expected
    answered = {entry.call_id for entry in kept if entry.kind == "tool_result"}
    assert answered.isdisjoint(call.id for call in harness.toolbox.calls)
    assert len(harness.toolbox.calls) + len(answered) == 3
    assert sorted(row.call_id for row in harness.journal.rows) == sorted(row.call_id for row in rows)


@pytest.mark.parametrize("length", [1, 2, 3, 4, 6, 7])
def test_a_resumed_conversation_reports_the_event_that_the_crash_may_have_swallowed(length: int) -> None:
    rows, _, _ = recorded()
    kept = rows[:length]
    harness = LoopHarness(*RESUME_TOOLS, entries=kept)
    harness.run(ScriptedModel(RESUME_STEPS[sum(entry.kind == "reply" for entry in kept) :]))
    replayed = [(type_, payload) for type_, payload in harness.sink.events if payload.get("replayed")]
    expected = "model_call_finished" if kept[-1].kind == "reply" else "tool_call_finished"
    assert [type_ for type_, _ in replayed] == [expected]
    assert replayed[0][1]["round"] == kept[-1].round
    assert replayed[0] == harness.sink.events[0]


def test_a_failed_result_in_the_journal_still_stops_the_workflow() -> None:
    harness = LoopHarness(FakeTool("search", lambda arguments: bad("down")))
    model = ScriptedModel([ScriptedReply("", [SEARCH])])
    with pytest.raises(ToolExecutionFailedError):
        harness.run(model)
    again = LoopHarness(FakeTool("search"), entries=harness.journal.rows)
    with ScriptedModel([]) as silent, pytest.raises(ToolExecutionFailedError, match="down"):
        again.run(silent)
    assert again.toolbox.calls == []


def test_the_vendors_own_blocks_survive_the_journal() -> None:
    rows, _, _ = recorded()
    harness = LoopHarness(*RESUME_TOOLS, entries=rows[:1])
    model = ScriptedModel(RESUME_STEPS[1:])
    harness.run(model)
    assert model.requests[0].messages[-3].raw == {"wire": "test"}


@dataclass
class WatchingSink(RecordingSink):
    """Notes what a crash would cost in the moment in which the model is asked."""

    journal: FakeJournal = field(default_factory=FakeJournal)
    at_stake: list[list[str]] = field(default_factory=list)

    def emit(self, event: NodeEvent, *, replayed: bool = False) -> None:
        super().emit(event, replayed=replayed)
        if isinstance(event, ModelCallStarted):
            self.at_stake.append(self.waiting())

    def waiting(self) -> list[str]:
        return [entry.kind for entry in self.journal.rows[self.journal.durable :]]


def at_stake(steps: list[ScriptedReply | Exception], *tools: FakeTool, request: LoopRequest = ASK) -> list[list[str]]:
    """Return what was noted at each model call, and at each tool call but for the results of calls beside it."""
    sink = WatchingSink()

    def watched(arguments: JsonObject) -> ToolResult:
        sink.at_stake.append([kind for kind in sink.waiting() if kind != "tool_result"])
        return good(arguments)

    harness = LoopHarness(*(replace(tool, run=watched) for tool in tools), sink=sink)
    sink.journal = harness.journal
    with ScriptedModel(steps) as model:
        harness.run(model, request)
    return sink.at_stake


def test_only_results_of_calls_that_may_be_made_again_wait_for_the_next_step() -> None:
    search, send = RESUME_TOOLS
    assert at_stake(RESUME_STEPS, search, send) == [
        [],  # the first model call
        [],  # two searches
        [],
        ["tool_result", "tool_result"],  # the second model call
        [],  # sending
        [],  # the third model call
    ]


def test_an_answer_that_is_not_the_last_word_is_durable_before_the_model_is_asked_again() -> None:
    forced = replace(ASK, tool_choice="required")
    assert at_stake(
        [ScriptedReply("I would rather talk."), ScriptedReply("Still.")], FakeTool("search"), request=forced
    ) == [[], []]


def test_a_turn_that_is_bought_twice_is_counted_twice() -> None:
    harness = LoopHarness()
    broken = ScriptedReply(["A long ", "answer that breaks off"], breaks=ProviderStreamError("broke off"))
    request = replace(ASK, prices=Prices(1_000_000, 2_000_000))
    with ScriptedModel([broken]) as model, pytest.raises(ProviderStreamError):
        harness.run(model, request)
    (lost,) = [entry.usage for entry in harness.journal.rows if isinstance(entry, ModelReplyLost)]
    assert lost.input_tokens >= 3
    assert lost.output_tokens == 8
    assert lost.cost == lost.input_tokens + 2 * lost.output_tokens
    with ScriptedModel([ScriptedReply("Done")]) as model:
        result = harness.run(model, request)
    assert result.usage == Usage(10, 5) + lost


@pytest.mark.parametrize("error", [ProviderStreamError("refused"), ValueError("a bug of ours")])
def test_a_call_that_gave_nothing_is_not_counted(error: Exception) -> None:
    harness = LoopHarness()
    with ScriptedModel([error]) as model, pytest.raises(type(error)):
        harness.run(model)
    with ScriptedModel([ScriptedReply("Done")]) as model:
        assert harness.run(model).usage == Usage(10, 5)


def test_a_turn_whose_process_was_killed_is_counted_as_far_as_it_came() -> None:
    harness = LoopHarness()
    harness.journal.cut_off = {1: ["Twelve chars", ""]}
    with ScriptedModel([ScriptedReply("Done")]) as model:
        result = harness.run(model)
    assert result.usage.output_tokens == 5 + 3
    assert result.usage.input_tokens > 10
    assert [entry.kind for entry in harness.journal.rows] == ["reply_lost", "reply_lost", "reply"]
