"""The text that a model has written so far, from the events of its run."""

from typing import NamedTuple
from uuid import UUID

from agents.core.events import NodeTextAppended
from workflow_editor.adapters.run_frames import TextPiece
from workflow_editor.models import RunEvent
from workflow_editor.models.events import events_of


class Written(NamedTuple):
    """`stream` names the node and its round; empty where nothing was written."""

    stream: str
    text: str


def stream_name(piece: TextPiece) -> str:
    """Return the name of what a node writes in one round, within its run."""
    return f"{piece.node_key}/{piece.stream}"


def written_so_far(run_id: UUID) -> Written:
    """Return the newest text: that of the last round of the node that wrote last."""
    pieces: list[str] = []
    source = ""
    for event in events_of(RunEvent.objects.filter(run_id=run_id), NodeTextAppended):
        if (name := stream_name(event)) != source:
            source, pieces = name, []
        pieces.append(event.text)
    return Written(source, "".join(pieces))
