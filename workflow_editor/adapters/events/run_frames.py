"""Socket messages of a run: classes and JSON.

Serialized once, at the source; everything downstream passes the text on.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, ClassVar, Literal, Union

from pydantic import BaseModel, ConfigDict, Field, GetPydanticSchema, RootModel, create_model

import workflow_editor.engine.events  # noqa: F401  defines the events of the engine
from agents.core.events import EVENT_TYPES, Event, NodeEvent, NodeTextAppended, read_event
from tools.core.definitions import JsonObject
from tools.core.formats.json_text import parse_own_json
from tools.rows.writer import db_json

EncodedFrame = tuple[int, str]
"""The number of the event in the frame, 0 for live text, and the frame's JSON."""

# A server writes frames as they are stored: only the OpenAPI document needs the models, which are built for it.
_ALL_REQUIRED = ConfigDict(json_schema_serialization_defaults_required=True, defer_build=True)


def _stored(event_class: type[Event]) -> type[BaseModel]:
    members: dict[str, Any] = {
        "seq": int,
        "type": Literal[event_class.type],
        "node_key": str if issubclass(event_class, NodeEvent) else str | None,
        "payload": event_class,
        "at": datetime,
    }
    return create_model(f"{event_class.__name__}Event", __doc__=event_class.__doc__, **members)


def _union(_source: object, handler: Any) -> Any:
    stored = tuple(_stored(event_class) for event_class in EVENT_TYPES.values())
    return handler(Annotated[Union[stored], Field(discriminator="type")])  # noqa: UP007  made from a tuple


class RunEventFrame(RootModel[Any]):
    """One numbered fact about a run: all event classes, discriminated by `type`."""

    model_config = ConfigDict(defer_build=True)
    root: Annotated[Any, GetPydanticSchema(_union)]


def event_json(seq: int, type_: str, node_key: str | None, payload: JsonObject, at: datetime) -> JsonObject:
    """Return a stored event as sockets and API clients get it: the form of `RunEventFrame`."""
    return {"seq": seq, "type": type_, "node_key": node_key, "payload": payload, "at": at.isoformat()}


def stored_event(event: JsonObject) -> Event:
    """Return what happened, of an event in the form of `event_json`."""
    return read_event(EVENT_TYPES[event["type"]], event["node_key"], event["payload"])


class EventFrame(BaseModel):
    """A stored event; every client gets each number once, in order."""

    model_config = _ALL_REQUIRED

    type: Literal["event"] = "event"
    event: RunEventFrame


def event_frame(event: JsonObject) -> EncodedFrame:
    """Return the `EventFrame` of an event in the form of `event_json`."""
    return event["seq"], db_json({"type": "event", "event": event})


@dataclass
class _LiveText:
    """A piece of model text that is not stored yet; it grows while it waits to be sent."""

    __pydantic_config__: ClassVar[ConfigDict] = _ALL_REQUIRED

    node_key: str
    scope: str
    """The pass of the containers around the node, "" outside of them."""
    stream: str
    offset: int
    """In characters from the start of the stream."""
    text: str

    def grow(self, piece: "_LiveText") -> bool:
        """Append a piece that follows in the same stream; False for any other."""
        mine, other = vars(self), vars(piece)
        same_stream = mine.keys() == other.keys() and all(mine[name] == other[name] for name in mine.keys() - _GROWING)
        if not same_stream or self.offset + len(self.text) != piece.offset:
            return False
        self.text += piece.text
        return True

    def encoded(self) -> EncodedFrame:
        return 0, db_json(vars(self))


_GROWING = {"offset", "text"}


@dataclass
class TextFrame(_LiveText):
    """A live piece of model text. It may repeat text of `node_text_appended` events: merge by `offset`."""

    type: Literal["text"] = "text"


@dataclass
class ChildTextFrame(_LiveText):
    """A live piece of text from a child run.

    Live only: missed text is in the child run's events. `node_key` is the waiting node, `offset` counts from the start
    of the stream of `child_node`.
    """

    child_run: str
    child_node: str
    type: Literal["child_text"] = "child_text"


TextPiece = NodeTextAppended | TextFrame
"""Model text, stored or live."""


def read_frame(frame: str) -> Event | TextFrame | ChildTextFrame:
    """Return what a frame is about: the stored event in it, or its piece of live text."""
    members = parse_own_json(frame)
    match members["type"]:
        case "event":
            return stored_event(members["event"])
        case "text":
            return TextFrame(**members)
        case _:
            return ChildTextFrame(**members)
