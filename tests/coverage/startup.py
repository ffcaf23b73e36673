"""Start-up hook of the environments that `make coverage` makes: each Python process in them is measured.

A .pth file imports it before anything else, so it knows nothing of the product or its tests.
"""

import sys
import threading
from pathlib import Path

from coverage import Coverage

_SAVED_EVERY_S = 1.0

_measurement = Coverage(config_file=str(Path(sys.prefix).parent / "coverage.ini"), auto_data=True, messages=False)
_measurement.start()


def _keep_saving() -> None:
    never = threading.Event()
    while not never.wait(_SAVED_EVERY_S):
        _measurement.save()


# The product and its helpers may be ended by SIGKILL, at which nothing can be saved. pytest and its workers (`-c`) end
# as they should, and tests in them count threads.
if "-c" not in sys.orig_argv and not any(word.endswith("/pytest") for word in sys.orig_argv):
    threading.Thread(target=_keep_saving, name="coverage", daemon=True).start()
