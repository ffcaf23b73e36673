"""What test mode tells of a call. Pure."""

from dataclasses import dataclass, field

from tools.core.definitions import JsonObject
from tools.core.text import Text


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """What a call would have done, as far as that is known without sending anything."""

    would: Text
    """Goes on with "It would …": "send GET"."""
    details: JsonObject = field(default_factory=dict)

    def to_json(self) -> JsonObject:
        """Return the data of the result, which templates and models read."""
        return {"would": self.would.en, **self.details}
