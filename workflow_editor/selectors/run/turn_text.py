"""The text of an answer as far as it is written, from the events of its run."""

from typing import NamedTuple

from agents.core.events import NodeTextAppended
from workflow_editor.adapters.events.run_frames import TextPiece
from workflow_editor.models import Run, RunEvent
from workflow_editor.models.events import events_of
from workflow_editor.selectors.run.answer_nodes import answer_writers


class Written(NamedTuple):
    """`stream` names the node and its round; empty where nothing was written."""

    stream: str
    text: str


def stream_name(piece: TextPiece) -> str:
    """Return the name of what a node writes in one round, within its run."""
    return f"{piece.node_key}/{piece.stream}"


def written_so_far(run: Run) -> Written:
    """Return the newest text of those who write the answer: that of the last round of who wrote last."""
    writers = answer_writers(run.version_id)
    pieces: list[str] = []
    source = ""
    for event in events_of(RunEvent.objects.filter(run_id=run.pk), NodeTextAppended):
        if event.scope or event.node_key not in writers:
            continue
        if (name := stream_name(event)) != source:
            source, pieces = name, []
        pieces.append(event.text)
    return Written(source, "".join(pieces))
