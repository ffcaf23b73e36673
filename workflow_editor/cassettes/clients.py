"""A model client and a toolbox that answer from a cassette and reach nothing. Pure."""

from collections.abc import Iterator, Sequence

from agents.providers.base import ModelRequest, ReplyCompleted, StreamEvent, TextDelta
from tools.calls.arguments import parsed_arguments
from tools.core.definitions import (
    CancelToken,
    EffectClass,
    FunctionDefinition,
    JsonObject,
    OfferedTool,
    SkippedTool,
    ToolCall,
    ToolRef,
)
from tools.core.envelope import ToolResult
from tools.core.naming.names import function_names
from tools.core.prepared_call import CallOptions, PreparedCall
from tools.secrets.redaction import redact_text
from workflow_editor.cassettes.format import ModelRequestEntry, RecordedMessage, ToolEntry
from workflow_editor.cassettes.player import NodePlayer

_ANYTHING: JsonObject = {"type": "object", "properties": {}}


class CassetteClient:
    """Answers a node's questions with the recorded replies; see `agents.providers.base.ModelClient`."""

    def __init__(self, player: NodePlayer) -> None:
        self._player = player
        self._known = 0

    def stream(self, request: ModelRequest, cancel: CancelToken) -> Iterator[StreamEvent]:
        """Yield the recorded text at once, and the reply.

        Raises:
            CassetteMismatchError: the request is not the recorded one.
            NodeError: the model service failed here in the recording.
        """
        entry = self._player.model_call(self._asked(request))
        reply = entry.reply.reply()
        yield TextDelta(reply.message.text)
        yield ReplyCompleted(reply)

    def _asked(self, request: ModelRequest) -> ModelRequestEntry:
        """Return what is new to the model since its last reply."""
        new = request.messages[self._known :]
        # Its own reply comes next.
        self._known = len(request.messages) + 1
        turns = [
            RecordedMessage(role=message.role, text=redact_text(message.text))
            for message in new
            if message.role != "tool"
        ]
        return ModelRequestEntry(
            model=request.model,
            functions=[function.name for function in request.functions],
            system="\n\n".join(turn.text for turn in turns if turn.role == "system"),
            messages=[turn for turn in turns if turn.role != "system"],
        )


class CassetteToolbox:
    """Offers the wanted tools with recorded results; see `agents.core.ports.Toolbox`.

    A tool's existence, permission and changes do not matter here. One that was never called is represented by a
    placeholder.
    """

    def __init__(self, refs: Sequence[ToolRef], player: NodePlayer) -> None:
        self._player = player
        self._skipped = _skipped(refs, player)
        left_out = {tool.tool_id for tool in self._skipped}
        wanted = [ref for ref in refs if ref.tool_id not in left_out]
        names = function_names({ref.tool_id: ref.name or ref.ui_type for ref in wanted})
        offers = [offer for ref in wanted for offer in _offers(ref, player.entry.tools, names[ref.tool_id])]
        self._offered = {offer.function.name: offer for offer in offers}

    def tools(self) -> Sequence[OfferedTool]:
        return tuple(self._offered.values())

    def skipped(self) -> Sequence[SkippedTool]:
        return self._skipped

    def prepare(self, call: ToolCall) -> PreparedCall:
        """Take the effect class from the recorded call; unrecorded calls keep their order.

        No approval and no cost: the outcome is in the recorded result.
        """
        entry, parsed = self._player.tool_entry(call.id), parsed_arguments(call)
        effect = EffectClass(entry.effect) if entry else EffectClass.UNREPEATABLE
        return PreparedCall(call=call, arguments=parsed.values, shown=parsed.shown, effect=effect)

    def reserve(self, calls: Sequence[PreparedCall]) -> None:
        """Reserve nothing: a replay costs nothing."""

    def run(self, prepared: PreparedCall, options: CallOptions) -> ToolResult:
        """Return the recorded result. Raises CassetteMismatchError if the call is not the recorded one."""
        call = prepared.call
        offer = self._offered.get(call.name)
        known = self._player.tool_entry(call.id)
        if offer is None and known is not None and known.tool_id:
            raise self._player.refuse_gone(known)
        title = offer.title if offer else call.name
        by_model = bool(self._player.entry.models)
        return self._player.tool_call(call.id, call.name, title, prepared.shown, by_model=by_model).result


def _skipped(refs: Sequence[ToolRef], player: NodePlayer) -> list[SkippedTool]:
    wanted = {ref.tool_id for ref in refs}
    return [
        SkippedTool(entry.tool_id, entry.title, entry.code, entry.text.text())
        for entry in player.entry.skipped
        if entry.tool_id in wanted
    ]


def _offers(ref: ToolRef, entries: Sequence[ToolEntry], own_name: str) -> Iterator[OfferedTool]:
    """Yield the tool under each name by which it was called, or under the one that it would have."""
    called = {entry.function: entry for entry in entries if _is_of(entry, ref)}
    for function, entry in called.items():
        yield OfferedTool(entry.tool_id, entry.title, FunctionDefinition(function, "", _ANYTHING))
    if not called:
        yield OfferedTool(ref.tool_id, ref.name or ref.tool_id, FunctionDefinition(own_name, "", _ANYTHING))


def _is_of(entry: ToolEntry, ref: ToolRef) -> bool:
    """Say whether it is that tool; one with several functions was called under an id for each of them."""
    called = entry.tool_id
    return ref.tool_id in (called, called.parent if called.function else None)
