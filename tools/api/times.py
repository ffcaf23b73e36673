"""Filters in the address that lists share."""

from typing import Self

from pydantic import MISSING, model_validator

from tools.api.contract.fields import Moment
from tools.api.contract.shapes import Query
from tools.core.field_errors import refused_value
from tools.core.text import Text

MAX_SEARCH = 200
_ENDS_FIRST = Text("Choose an end after the beginning.")


class TimesQuery(Query):
    """A span of time."""

    since: Moment | MISSING = MISSING
    """From then on."""
    until: Moment | MISSING = MISSING
    """Before then."""

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.since is not MISSING and self.until is not MISSING and self.until <= self.since:
            raise refused_value("invalid", _ENDS_FIRST, ["until"])
        return self
