"""Last resort of a stopping process."""

import os
import threading

from workflow_editor.serving.web import REQUESTS_END_WITHIN_S

# Process managers grant 10 s, and a busy machine takes its share of them.
EXIT_WITHIN_S = 8.0


def leave_in_time() -> None:
    """Exit before being killed, whatever hangs; called once requests are no longer answered."""
    watchdog = threading.Timer(EXIT_WITHIN_S - REQUESTS_END_WITHIN_S, os._exit, args=(0,))
    watchdog.daemon = True
    watchdog.start()
