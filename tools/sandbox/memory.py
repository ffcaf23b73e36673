"""Variables that scripts of a session keep for the next call, as snapshotted by the sandbox. Pure."""

import base64
import threading

from tools.sandbox.limits import MAX_KEPT_BYTES
from tools.sandbox.outcome import TOO_MUCH_KEPT, SandboxError


class SandboxMemory:
    """Variables between two calls, used in turns. `stored` is an earlier `state`."""

    def __init__(self, stored: str | None = None) -> None:
        self.turn = threading.Lock()
        self.snapshot: bytes | None = base64.b64decode(stored) if stored else None
        """Python: the sandbox's own snapshot, limits included, only ever ours; JavaScript: the JSON text of `state`."""

    def keep(self, snapshot: bytes) -> None:
        """Store the next call's variables. Raises SandboxError if they are too large."""
        if len(snapshot) > MAX_KEPT_BYTES:
            raise SandboxError("memory", TOO_MUCH_KEPT)
        self.snapshot = snapshot

    def state(self) -> str:
        """Return it as text for JSON."""
        return base64.b64encode(self.snapshot or b"").decode()

    def close(self) -> None:
        """Forget everything."""
        self.snapshot = None
