"""End state of a service's stream, which the SDKs hide. Pure."""

import re
from dataclasses import dataclass
from typing import Any

_DONE = re.compile(rb"(?m)^data: ?\[DONE\]")
_COMMENT = re.compile(rb"(?m)^:")


@dataclass(slots=True)
class StreamEnd:
    is_done: bool = False
    """The service sent `[DONE]`."""
    was_stream: bool = False
    """There was at least a comment, or that end."""

    def note(self, events: bytes) -> None:
        self.is_done = self.is_done or _DONE.search(events) is not None
        self.was_stream = self.was_stream or self.is_done or _COMMENT.search(events) is not None


NOT_SEEN = StreamEnd()


def end_of(response: Any) -> StreamEnd:
    """Return what is noted of a response of the HTTP client, see `answer_body`."""
    found = getattr(response.stream, "end", None)
    return found if isinstance(found, StreamEnd) else StreamEnd()
