"""What scripts of one session leave behind for the next call: their variables, as the sandbox puts them away. Pure."""

import base64
import threading

from tools.sandbox.limits import MAX_KEPT_BYTES
from tools.sandbox.outcome import TOO_MUCH_KEPT, SandboxError


class SandboxMemory:
    """The variables between two calls. Calls take turns: each begins with what the one before has left.

    Args:
        stored: what `state` gave before.
    """

    def __init__(self, stored: str | None = None) -> None:
        self.turn = threading.Lock()
        self.snapshot: bytes | None = base64.b64decode(stored) if stored else None
        """Of Python the sandbox's own form, which holds its limits, too, and is only ever made by us; of JavaScript the
        JSON text of `state`."""

    def keep(self, snapshot: bytes) -> None:
        """Take what the next call is to find.

        Raises:
            SandboxError: it is too large.
        """
        if len(snapshot) > MAX_KEPT_BYTES:
            raise SandboxError("memory", TOO_MUCH_KEPT)
        self.snapshot = snapshot

    def state(self) -> str:
        """Return it as text for JSON."""
        return base64.b64encode(self.snapshot or b"").decode()

    def close(self) -> None:
        """Forget everything."""
        self.snapshot = None
