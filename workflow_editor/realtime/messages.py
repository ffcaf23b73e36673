"""Socket messages as pydantic models, named in the OpenAPI document for the front end.

Messages announced to a run's sockets are in `workflow_editor.adapters.events.run_frames`.
"""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, TypeAdapter

from workflow_editor.adapters.events.comments_frame import CommentsFrame
from workflow_editor.adapters.events.run_frames import ChildTextFrame, EventFrame, TextFrame
from workflow_editor.graph.limits import MAX_KEY


class Frame(BaseModel):
    """A message of the server; every member is always present."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=True, defer_build=True)


class CaughtUpFrame(Frame):
    """The replay is over; `seq` is the number of the last event sent."""

    type: Literal["caught_up"] = "caught_up"
    seq: int


class ErrorFrame(Frame):
    """Problem of a client's message, or reason of closing the socket."""

    type: Literal["error"] = "error"
    code: Literal["bad_message", "bad_after", "bad_origin", "not_signed_in", "not_found", "too_many_sockets"]
    message: str


class PongFrame(Frame):
    """The answer to a ping."""

    type: Literal["pong"] = "pong"


ServerFrame = Annotated[
    EventFrame | TextFrame | ChildTextFrame | CaughtUpFrame | ErrorFrame | PongFrame,
    Field(discriminator="type"),
]


class SharedQuestion(Frame):
    """A question of the agent to the visitor, open until `due_at`."""

    id: int
    text: str
    due_at: datetime | None


class Citation(Frame):
    """A passage that an answer cites as `[number]`; long ones are cut."""

    number: int
    document: str
    page: int | None
    sheet: str
    text: str


class SharedTurn(Frame):
    """A turn as visitors see it; the same as over HTTP."""

    id: UUID
    after: UUID | None
    user_text: str
    status: str
    answer: str
    citations: list[Citation]
    stream: str
    question: SharedQuestion | None
    created_at: datetime


class SharedTurnFrame(Frame):
    """The turn as it is now; takes the place of everything before."""

    type: Literal["turn"] = "turn"
    turn: SharedTurn


class SharedTextFrame(Frame):
    """A piece of the answer in progress. It may repeat: merge by `offset`, in characters from the stream's start; a new
    stream replaces it.
    """

    type: Literal["answer_text"] = "answer_text"
    stream: str
    offset: int
    text: str


SharedFrame = Annotated[
    SharedTurnFrame | SharedTextFrame | ErrorFrame | PongFrame,
    Field(discriminator="type"),
]
"""Message of a link's socket; the run socket is not for visitors."""


class SavedGraphChange(Frame):
    """A saved batch of operations; the same as over HTTP."""

    revision: int
    operations: list[dict[str, Any]]
    batch: UUID | None
    user: str
    at: datetime


class ChangeFrame(Frame):
    """Somebody saved a batch; every client gets each revision once, in order."""

    type: Literal["change"] = "change"
    change: SavedGraphChange


class GraphCaughtUpFrame(Frame):
    """The replay is over; `revision` is the last one sent, `session` this socket's own name among those present."""

    type: Literal["caught_up"] = "caught_up"
    revision: int
    session: str


class Point(Frame):
    """Canvas coordinates in pixels at zoom 1."""

    model_config = ConfigDict(extra="forbid")

    x: FiniteFloat
    y: FiniteFloat


class Present(Frame):
    """Somebody has the workflow open in a tab: `session` names the tab, `user` the account."""

    session: str
    user: str
    name: str
    cursor: Point | None
    selection: list[str]


class PresenceFrame(Frame):
    """New, moved, closed and silent sessions since the last of these frames, at most ten a second.

    Includes the receiver's own session. Never stored.
    """

    type: Literal["presence"] = "presence"
    present: list[Present]
    left: list[str]


WorkflowFrame = Annotated[
    ChangeFrame | CommentsFrame | GraphCaughtUpFrame | PresenceFrame | ErrorFrame | PongFrame,
    Field(discriminator="type"),
]
"""Message of a workflow graph's socket."""

MAX_SELECTION = 50


class PresenceMessage(BaseModel):
    """Cursor position on the canvas, and selected nodes."""

    model_config = ConfigDict(extra="forbid")

    type: Literal["presence"]
    cursor: Point | None = None
    selection: list[Annotated[str, Field(max_length=MAX_KEY)]] = Field(default_factory=list, max_length=MAX_SELECTION)


class PingFrame(BaseModel):
    """Asks whether the server is there."""

    model_config = ConfigDict(extra="forbid")

    type: Literal["ping"]


WorkflowMessageAdapter: TypeAdapter[PingFrame | PresenceMessage] = TypeAdapter(
    Annotated[PingFrame | PresenceMessage, Field(discriminator="type")]
)
_LATE = ConfigDict(defer_build=True)
WorkflowFrameAdapter: TypeAdapter[WorkflowFrame] = TypeAdapter(WorkflowFrame, config=_LATE)
ServerFrameAdapter: TypeAdapter[ServerFrame] = TypeAdapter(ServerFrame, config=_LATE)
SharedFrameAdapter: TypeAdapter[SharedFrame] = TypeAdapter(SharedFrame, config=_LATE)
