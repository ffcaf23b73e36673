"""What the sockets send and receive, as pydantic models; the OpenAPI document names them for the front end.

Those that are announced to a run's sockets are in `workflow_editor.adapters.run_frames`.
"""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from workflow_editor.adapters.run_frames import ChildTextFrame, EventFrame, TextFrame


class Frame(BaseModel):
    """What the server sends; every member is always there."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=True)


class CaughtUpFrame(Frame):
    """The replay is over; `seq` is the number of the last event sent."""

    type: Literal["caught_up"] = "caught_up"
    seq: int


class ErrorFrame(Frame):
    """What was wrong with a message of the client, or why the socket closes."""

    type: Literal["error"] = "error"
    code: Literal["bad_message", "bad_after", "bad_origin", "not_signed_in", "not_found"]
    message: str


class PongFrame(Frame):
    """The answer to a ping."""

    type: Literal["pong"] = "pong"


ServerFrame = Annotated[
    EventFrame | TextFrame | ChildTextFrame | CaughtUpFrame | ErrorFrame | PongFrame,
    Field(discriminator="type"),
]


class SharedQuestion(Frame):
    """What the agent asks the visitor; nobody can answer it after `due_at`."""

    id: int
    text: str
    due_at: datetime | None


class SharedTurn(Frame):
    """A turn as visitors see it; the same as over HTTP."""

    id: UUID
    after: UUID | None
    user_text: str
    status: str
    answer: str
    stream: str
    question: SharedQuestion | None
    created_at: datetime


class SharedTurnFrame(Frame):
    """The turn as it is now; takes the place of everything before."""

    type: Literal["turn"] = "turn"
    turn: SharedTurn


class SharedTextFrame(Frame):
    """A piece of the answer that is being written.

    May come twice: merge by `offset`, which counts characters from the start of the stream. Another stream takes the
    place of the one before it.
    """

    type: Literal["answer_text"] = "answer_text"
    stream: str
    offset: int
    text: str


SharedFrame = Annotated[
    SharedTurnFrame | SharedTextFrame | ErrorFrame | PongFrame,
    Field(discriminator="type"),
]
"""What the socket of a link tells; the one of runs is not for visitors."""


class PingFrame(BaseModel):
    """Asks whether the server is there."""

    model_config = ConfigDict(extra="forbid")

    type: Literal["ping"]


ServerFrameAdapter: TypeAdapter[ServerFrame] = TypeAdapter(ServerFrame)
SharedFrameAdapter: TypeAdapter[SharedFrame] = TypeAdapter(SharedFrame)
