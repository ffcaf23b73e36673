"""Test mode's description of a call. Pure."""

from dataclasses import dataclass, field

from tools.core.definitions import JsonObject
from tools.core.text import Text


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """A call's effect, as far as it is known without sending anything."""

    would: Text
    """Continues "It would …": "send GET"."""
    details: JsonObject = field(default_factory=dict)

    def to_json(self) -> JsonObject:
        """Return the data of the result, which templates and models read."""
        return {"would": self.would.en, **self.details}
