"""The text that a model has written so far, from the events of its run."""

from typing import NamedTuple
from uuid import UUID

from agents.core.events import NodeTextAppended
from workflow_editor.models import RunEvent


class Written(NamedTuple):
    """`stream` names the node and its round; empty where nothing was written."""

    stream: str
    text: str


def stream_name(node_key: str | None, stream: str) -> str:
    """Return the name of what a node writes in one round, within its run."""
    return f"{node_key}/{stream}"


def written_so_far(run_id: UUID) -> Written:
    """Return the newest text: that of the last round of the node that wrote last."""
    rows = RunEvent.objects.filter(run_id=run_id, type=NodeTextAppended.type).order_by("seq")
    pieces: list[str] = []
    source = ""
    for node_key, payload in rows.values_list("node_key", "payload"):
        if (name := stream_name(node_key, payload["stream"])) != source:
            source, pieces = name, []
        pieces.append(payload["text"])
    return Written(source, "".join(pieces))
