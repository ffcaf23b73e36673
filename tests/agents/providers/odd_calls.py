"""Calls of tools as services have been seen to send them, in every form, and what must run."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from agents.core.messages import Message
from tests.doubles.stream_server import Answer, named_sse, sse

Call = tuple[str, str, Any]
"""Id, name and arguments of a whole call."""
DAYS = [json.dumps({"day": f"2026-06-{day}"}) for day in (11, 12, 13)]
RECORD, NOTE = "record_day", "note"


def piece(index: int | None = None, id_: str | None = None, name: str | None = None, arguments: Any = None) -> Any:
    """Return one entry of `delta.tool_calls`; what is None is missing."""
    function = {key: value for key, value in (("name", name), ("arguments", arguments)) if value is not None}
    entry = {key: value for key, value in (("index", index), ("id", id_)) if value is not None}
    return {**entry, "function": function}


@dataclass(frozen=True)
class Odd:
    """One oddity: the pieces of a stream, the whole calls of other forms, and what runs."""

    chunks: Sequence[Sequence[Any]]
    calls: Sequence[Call]
    ran: Sequence[tuple[str, Any]]
    finish: str = "tool_calls"
    message: str = ""
    """Words that the model must receive."""
    delta: Mapping[str, Any] = field(default_factory=dict)
    """Fields of the first chunk besides the calls."""


def _days(count: int, *, ids: Sequence[str]) -> tuple[list[Call], list[tuple[str, Any]]]:
    calls = [(id_, RECORD, day) for id_, day in zip(ids, DAYS[:count], strict=True)]
    return calls, [(RECORD, json.loads(day)) for day in DAYS[:count]]


def _days_odd(chunks: Sequence[Sequence[Any]], count: int, ids: Sequence[str], finish: str = "stop") -> Odd:
    calls, ran = _days(count, ids=ids)
    return Odd(chunks, calls, ran, finish)


def _without_arguments(arguments: Any) -> Odd:
    return Odd([[piece(0, "c1", RECORD, arguments)]], [("c1", RECORD, arguments)], [(RECORD, {})])


_CUT = '{"day": "2026-06-1'
ODDITIES: Mapping[str, Odd] = {
    "parallel, no ids": _days_odd([[piece(0, "", RECORD, day)] for day in DAYS], 3, ["", "", ""]),
    "parallel, no index, no id": _days_odd([[piece(None, None, RECORD, day) for day in DAYS[:2]]], 2, ["", ""]),
    "two tools, empty ids": Odd(
        [[piece(0, "", RECORD, DAYS[0])], [piece(0, "", NOTE, DAYS[1])]],
        [("", RECORD, DAYS[0]), ("", NOTE, DAYS[1])],
        [(RECORD, json.loads(DAYS[0])), (NOTE, json.loads(DAYS[1]))],
    ),
    "arguments alone": _days_odd(
        [[piece(0, "t1", RECORD, "")], [piece(0, None, "", DAYS[0])], [piece(0, None, "", DAYS[1])]], 2, ["t1", ""]
    ),
    "one id twice, in one chunk": _days_odd(
        [[piece(0, "X", RECORD, DAYS[0]), piece(1, "X", RECORD, DAYS[1])]], 2, ["X", "X"]
    ),
    "one id twice, in two chunks": _days_odd(
        [[piece(0, "X", RECORD, DAYS[0])], [piece(1, "X", RECORD, DAYS[1])]], 2, ["X", "X"]
    ),
    "one id and one index for two calls": _days_odd(
        [[piece(0, "X", RECORD, DAYS[0])], [piece(0, "X", RECORD, DAYS[1])]], 2, ["X", "X"]
    ),
    "later pieces with empty id and null": _days_odd(
        [
            [piece(0, "c1", RECORD, "")],
            [{"index": 0, "id": "", "function": {"name": None, "arguments": DAYS[0][:9]}}],
            [{"index": 0, "id": "", "function": {"name": None, "arguments": None}}],
            [{"index": 0, "id": "", "function": {"name": None, "arguments": DAYS[0][9:]}}],
        ],
        1,
        ["c1"],
    ),
    "name in pieces": _days_odd(
        [[piece(0, "c1", "record_", "")], [piece(0, None, "day", "")], [piece(0, None, None, DAYS[0])]], 1, ["c1"]
    ),
    "name growing in each piece": _days_odd(
        [[piece(0, "c1", "record_", "")], [piece(0, "c1", RECORD, DAYS[0])]], 1, ["c1"]
    ),
    "empty object before the arguments": _days_odd(
        [[piece(0, "c1", RECORD, "{}")], [piece(0, None, None, DAYS[0][:9])], [piece(0, None, None, DAYS[0][9:])]],
        1,
        ["c1"],
    ),
    "the whole call once more at the end": _days_odd(
        [[piece(0, "c1", RECORD, DAYS[0][:9])], [piece(0, None, None, DAYS[0][9:])], [piece(0, "c1", RECORD, DAYS[0])]],
        1,
        ["c1"],
    ),
    "two calls without arguments or ids": Odd(
        [[piece(0, "", RECORD, "")], [piece(0, "", NOTE, "")]],
        [("", RECORD, ""), ("", NOTE, "")],
        [(RECORD, {}), (NOTE, {})],
    ),
    "arguments empty": _without_arguments(""),
    "arguments null as text": _without_arguments("null"),
    "arguments a list as text": _without_arguments("[]"),
    "arguments blank": _without_arguments("  "),
    "arguments an object": _without_arguments({}),
    "arguments missing": _without_arguments(None),
    "arguments an object with values": Odd(
        [[piece(0, "c1", RECORD, {"day": "x"})]], [("c1", RECORD, {"day": "x"})], [(RECORD, {"day": "x"})]
    ),
    "arguments written as text twice": Odd(
        [[piece(0, "c1", RECORD, json.dumps(DAYS[0]))]],
        [("c1", RECORD, json.dumps(DAYS[0]))],
        [(RECORD, json.loads(DAYS[0]))],
    ),
    "cut inside a call": Odd(
        [[piece(0, "c1", RECORD, _CUT)]],
        [("c1", RECORD, _CUT)],
        [],
        finish="length",
        message="cut off by the token limit",
    ),
    "cut before the arguments": Odd(
        [[piece(0, "c1", RECORD, "")]], [("c1", RECORD, "")], [], finish="length", message="cut off by the token limit"
    ),
    "arguments that are no JSON": Odd(
        [[piece(0, "c1", RECORD, "{day: x}")]], [("c1", RECORD, "{day: x}")], [], message="JSON"
    ),
    "a name that nobody offered": Odd(
        [[piece(0, "c1", "记录 the.day", DAYS[0])]], [("c1", "记录 the.day", DAYS[0])], [], message="no tool"
    ),
    "an id that is too long": _days_odd([[piece(0, "i" * 90, RECORD, DAYS[0])]], 1, ["i" * 90]),
    "an id with spaces": _days_odd([[piece(0, "record day:0", RECORD, DAYS[0])]], 1, ["record day:0"]),
}


def openai_stream(odd: Odd) -> Answer:
    deltas: list[dict[str, Any]] = [{"tool_calls": list(chunk)} for chunk in odd.chunks]
    deltas[0] |= odd.delta
    chunks = [{"choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas]
    return sse(*chunks, {"choices": [{"index": 0, "delta": {}, "finish_reason": odd.finish}]}, USAGE)


def openai_whole(odd: Odd) -> Answer:
    calls = [piece(None, id_, name, arguments) for id_, name, arguments in odd.calls]
    message = {"role": "assistant", "content": None, "tool_calls": calls, **odd.delta}
    return _json({"choices": [{"index": 0, "message": message, "finish_reason": odd.finish}], "usage": USAGE["usage"]})


USAGE = {"choices": [], "usage": {"prompt_tokens": 4, "completion_tokens": 2}}
_STOPS = {"length": "max_tokens", "tool_calls": "tool_use", "stop": "end_turn"}


def anthropic_stream(odd: Odd) -> Answer:
    events: list[dict[str, Any]] = [{"type": "message_start", "message": _message([], None)}]
    for index, (id_, name, arguments) in enumerate(odd.calls):
        block = {"type": "tool_use", "id": id_, "name": name, "input": {}}
        events.append({"type": "content_block_start", "index": index, "content_block": block})
        text = arguments if isinstance(arguments, str | None) else json.dumps(arguments)
        events += [
            {"type": "content_block_delta", "index": index, "delta": {"type": "input_json_delta", "partial_json": part}}
            for part in ((text or "")[:5], (text or "")[5:])
        ]
        events.append({"type": "content_block_stop", "index": index})
    stop = {"stop_reason": _STOPS[odd.finish], "stop_sequence": None}
    events.append({"type": "message_delta", "delta": stop, "usage": {"output_tokens": 2}})
    return named_sse(*events, {"type": "message_stop"})


def anthropic_whole(odd: Odd) -> Answer:
    blocks = [
        {
            "type": "tool_use",
            "id": id_,
            "name": name,
            "input": arguments if isinstance(arguments, dict) else _read(arguments),
        }
        for id_, name, arguments in odd.calls
    ]
    return _json(_message(blocks, _STOPS[odd.finish]))


def _message(blocks: Sequence[Any], stop: str | None) -> dict[str, Any]:
    about = {"id": "m", "type": "message", "role": "assistant", "model": "m-1", "stop_sequence": None}
    return {**about, "content": blocks, "stop_reason": stop, "usage": {"input_tokens": 4, "output_tokens": 2}}


def _read(text: Any) -> Any:
    """Return the input of a service that reads the model's text itself, and passes on what it cannot read."""
    try:
        return json.loads(text or "{}")
    except ValueError:
        return text


def _json(body: Any) -> Answer:
    return Answer([json.dumps(body).encode()], content_type="application/json")


def openai_text(text: str) -> Answer:
    chunk = {"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": None}]}
    return sse(chunk, {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}, USAGE)


def anthropic_text(text: str) -> Answer:
    return anthropic_message([{"type": "text", "text": text}], "end_turn")


def anthropic_message(blocks: Sequence[Any], stop: str) -> Answer:
    return _json(_message(blocks, stop))


FORMS: Mapping[str, tuple[Callable[[Odd], Answer], Callable[[str], Answer]]] = {
    "openai, streamed": (openai_stream, openai_text),
    "openai, whole": (openai_whole, openai_text),
    "anthropic, streamed": (anthropic_stream, anthropic_text),
    "anthropic, whole": (anthropic_whole, anthropic_text),
}


def anywhere(message: Message) -> Message:
    """Return a reply as those were kept that any service gets back."""
    raw = {name: value for name, value in message.raw.items() if name != "origin"}
    return replace(message, raw=raw)
