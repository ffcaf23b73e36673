"""Ids that sort by the time at which they were made."""

import secrets
import time
import uuid

_RANDOM_BITS = 80


def uuid7() -> uuid.UUID:
    """Return a version 7 UUID: 48 bits of milliseconds since 1970, then random bits. Source: RFC 9562, section 5.7."""
    value = lowest_uuid7(time.time_ns() // 1_000_000).int | secrets.randbits(_RANDOM_BITS)
    value = value & ~(0xF << 76) | 0x7 << 76
    value = value & ~(0x3 << 62) | 0x2 << 62
    return uuid.UUID(int=value)


def lowest_uuid7(milliseconds: int) -> uuid.UUID:
    """Return a bound: all ids made in this millisecond (since 1970) or later are greater, all earlier ones smaller."""
    return uuid.UUID(int=milliseconds << _RANDOM_BITS)
