"""Assembles tool calls from stream pieces. Pure.

Services vary: no `index`, no `id`, shared ones, names in pieces or in every piece, arguments as text, object or null.
Decisive, in this order: a known id or index, the end of the arguments (a whole JSON object), and the offered function
names.
Source: chunk objects of the OpenAI API reference; reports about Gemini, vLLM, Ollama, DashScope and LiteLLM.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from agents.providers.openai_chunks import CallPiece

_MARKS = re.compile(r'["\\{}\[\]]')


class JsonExtent:
    """Follows a JSON object that comes in pieces, to say where it ends."""

    def __init__(self) -> None:
        self._depth = 0
        self._is_string = self._is_escaped = False
        self.is_closed = False

    def feed(self, text: str) -> None:
        at = 0
        while at < len(text):
            if self._is_escaped:
                self._is_escaped, at = False, at + 1
                continue
            mark = _MARKS.search(text, at)
            if mark is None:
                return
            at = mark.end()
            self._take(mark.group())

    def _take(self, mark: str) -> None:
        if mark == "\\":
            self._is_escaped = self._is_string
        elif mark == '"':
            self._is_string = not self._is_string
        elif not self._is_string:
            self._depth += 1 if mark in "{[" else -1
            self.is_closed = self.is_closed or self._depth == 0


@dataclass(slots=True, eq=False)
class StreamedCall:
    id: str = ""
    name: str = ""
    index: int | None = None
    extra: dict[str, Any] = field(default_factory=dict)
    """Extra call fields that the service requires back."""
    pieces: list[str] = field(default_factory=list)
    extent: JsonExtent = field(default_factory=JsonExtent)
    size: int = 0
    """Length of the arguments, in characters."""

    @property
    def arguments(self) -> str:
        return "".join(self.pieces)

    @property
    def is_begun_empty(self) -> bool:
        """True when all that came is `{}`, which some services send before the arguments."""
        return self.size == 2 and self.arguments == "{}"

    def add_arguments(self, text: str) -> None:
        if text and self.is_begun_empty:
            self.pieces, self.extent, self.size = [], JsonExtent(), 0
        if text and not self.extent.is_closed:
            self.pieces.append(text)
            self.size += len(text)
            self.extent.feed(text)


class StreamedCalls:
    """Calls of one reply; `names`, the offered functions, separate split names from new calls."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._names = frozenset(names)
        self.found: list[StreamedCall] = []
        self._by_index: dict[int, StreamedCall] = {}
        self._by_id: dict[str, StreamedCall] = {}

    def add_whole(self, pieces: Sequence[CallPiece]) -> None:
        """Take the calls of an answer that does not stream: each is one."""
        for piece in pieces:
            self._fill(self._begun(piece), piece)

    def add(self, pieces: Sequence[CallPiece]) -> None:
        """Take the pieces of one chunk; without any number, each that has a name is a call of its own."""
        begun: list[StreamedCall] = []
        for piece in pieces:
            call = self._known(piece)
            is_listed = piece.index is None and not piece.id and bool(piece.name) and call in begun
            if call is None or is_listed or self._begins(call, piece):
                call = self._begun(piece)
                begun.append(call)
            self._fill(call, piece)

    def _known(self, piece: CallPiece) -> StreamedCall | None:
        """Return the call that a piece may belong to by its number."""
        same_id = self._by_id.get(piece.id) if piece.id else None
        if piece.index is None:
            latest = self.found[-1] if self.found else None
            return same_id or (None if piece.id and latest and latest.id else latest)
        at_index = self._by_index.get(piece.index)
        if at_index is not None and piece.id and at_index.id and at_index.id != piece.id:
            # One index for several calls; the first may go on after the second began.
            return same_id if same_id is not None and same_id.index == piece.index else None
        return at_index

    def _begins(self, call: StreamedCall, piece: CallPiece) -> bool:
        """Return whether the piece begins another call, although its number is that of this one."""
        is_other = piece.name not in ("", call.name)
        if call.extent.is_closed:
            text = piece.arguments
            if not piece.name and call.is_begun_empty:
                return False
            # With its id and the same arguments it is the whole call once more, as some services end a stream.
            is_repeated = bool(piece.id) and len(text) == call.size and text == call.arguments
            return is_other or (text.lstrip().startswith("{") and not is_repeated)
        return is_other and (bool(call.pieces) or not self._continues(call.name, piece.name))

    def _continues(self, name: str, piece: str) -> bool:
        """Return whether two texts may be parts of one name; unknown for functions not offered."""
        wanted = (name + piece, piece)
        return name not in self._names or any(
            offered.startswith(name) and offered.startswith(wanted) for offered in self._names
        )

    def _begun(self, piece: CallPiece) -> StreamedCall:
        # Arguments alone are for the function that was called last.
        is_nameless = bool(piece.arguments) and not piece.name and bool(self.found)
        call = StreamedCall(name=self.found[-1].name if is_nameless else "", index=piece.index)
        self.found.append(call)
        if piece.index is not None:
            self._by_index[piece.index] = call
        return call

    def _fill(self, call: StreamedCall, piece: CallPiece) -> None:
        if piece.id and not call.id:
            call.id = piece.id
            self._by_id[piece.id] = call
        if call.name and piece.name.startswith(call.name):
            # Some services send all of the name that there is so far.
            call.name = piece.name
        else:
            call.name += piece.name
        call.extra |= piece.beside
        call.add_arguments(piece.arguments)
