"""Summaries: sentences about the settings of a node or tool."""

from tools.api.contract.fields import JsonObject, LocalText
from tools.api.contract.shapes import Shape


class SummaryTextShape(Shape):
    """One way to say it; `text` names fields of the settings in braces. Shown only while `when` holds."""

    text: LocalText
    when: JsonObject
    """Lists of values by the name of a field: each field has one of its values."""
    missing: bool
    """Asks for something that is still to be filled in."""
