"""What sockets of a run send, written as JSON once, by who has the fact; everybody behind only passes it on.

`realtime.messages` describes the same; a test holds both together.
"""

from typing import Any

from tools.rows.writer import db_json

Frame = tuple[int, str]
"""The number of the event that it tells, 0 for live text, and its JSON."""


def event_frame(event: dict[str, Any]) -> Frame:
    """Return the frame of a stored event {seq, type, node_key, payload, at}."""
    return event["seq"], db_json({"type": "event", "event": event})


def text_frame(piece: dict[str, Any]) -> Frame:
    """Return the frame of a live piece of text {node_key, stream, offset, text} with, inside a container, its scope.

    That of a run which the node waits for names this run and its node: {child_run, child_node}.
    """
    return 0, db_json({"type": "child_text" if "child_run" in piece else "text", **piece})
