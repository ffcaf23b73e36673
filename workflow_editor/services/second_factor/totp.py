"""Codes of an authenticator app (RFC 6238)."""

import time
from hmac import compare_digest

from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value

PERIOD_S = 30
DIGITS = 6
_TOLERATED_STEPS = 1
"""Steps before and after the present one that are accepted: clocks of phones differ."""


def matching_step(secret: str, code: str) -> int | None:
    """Return the time step that a code belongs to, of those that are accepted now; None for a wrong code."""
    now = int(time.time()) // PERIOD_S
    for step in range(now - _TOLERATED_STEPS, now + _TOLERATED_STEPS + 1):
        if compare_digest(code.encode(), format_hotp_value(hotp_value(secret, step)).encode()):
            return step
    return None
