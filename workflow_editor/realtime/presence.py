"""Who else has a workflow open, as one socket knows it: by what it heard lately, on this server's own clock."""

from time import monotonic

MAX_OTHERS = 100
"""More are not shown."""
SILENT_AFTER_S = 25.0
"""A server that ends at once says nothing; its sessions have left after this time."""
MESSAGES_PER_S = 30.0
"""What one tab may send of its cursor; what is above is dropped."""


class Others:
    """The other sessions."""

    def __init__(self) -> None:
        self._heard_at: dict[str, float] = {}

    def hear(self, session: str) -> bool:
        """Note that a session is there; False for one too many."""
        if session not in self._heard_at and len(self._heard_at) >= MAX_OTHERS:
            return False
        self._heard_at[session] = monotonic()
        return True

    def leave(self, session: str) -> bool:
        """Forget a session; False when it was not known."""
        return self._heard_at.pop(session, None) is not None

    def silent(self) -> list[str]:
        """Forget and return the sessions that were not heard of for too long."""
        limit = monotonic() - SILENT_AFTER_S
        return [session for session, at in list(self._heard_at.items()) if at < limit and self.leave(session)]


class Allowance:
    """Lets `MESSAGES_PER_S` through, and as many at once after a pause."""

    def __init__(self) -> None:
        self._left = MESSAGES_PER_S
        self._at = monotonic()

    def take(self) -> bool:
        """Say whether one more may pass."""
        now = monotonic()
        self._left = min(MESSAGES_PER_S, self._left + (now - self._at) * MESSAGES_PER_S)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
