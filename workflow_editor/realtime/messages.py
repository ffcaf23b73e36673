"""What the sockets send and receive, as pydantic models; the OpenAPI document names them for the front end.

Those that are announced to a run's sockets are in `workflow_editor.adapters.run_frames`.
"""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, TypeAdapter

from workflow_editor.adapters.comments_frame import CommentsFrame
from workflow_editor.adapters.run_frames import ChildTextFrame, EventFrame, TextFrame
from workflow_editor.graph.document import MAX_KEY


class Frame(BaseModel):
    """What the server sends; every member is always there."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=True, defer_build=True)


class CaughtUpFrame(Frame):
    """The replay is over; `seq` is the number of the last event sent."""

    type: Literal["caught_up"] = "caught_up"
    seq: int


class ErrorFrame(Frame):
    """What was wrong with a message of the client, or why the socket closes."""

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
    """Sessions that have come or moved, and tabs that were closed or are silent, since the last of these frames.

    At most ten a second. The receiver's own session is among them. Never stored.
    """

    type: Literal["presence"] = "presence"
    present: list[Present]
    left: list[str]


WorkflowFrame = Annotated[
    ChangeFrame | CommentsFrame | GraphCaughtUpFrame | PresenceFrame | ErrorFrame | PongFrame,
    Field(discriminator="type"),
]
"""What the socket of a workflow's graph sends."""

MAX_SELECTION = 50


class PresenceMessage(BaseModel):
    """Where somebody's cursor is on the canvas, and which nodes are selected."""

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
