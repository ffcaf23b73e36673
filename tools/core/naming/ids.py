"""Ids that come from outside. Pure."""

from uuid import UUID


def uuid_of(text: str) -> UUID | None:
    """Return the UUID that a text spells out, None when it is malformed."""
    try:
        return UUID(text)
    except ValueError:
        return None
