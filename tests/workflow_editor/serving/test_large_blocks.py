"""Memory of large bodies goes back to the system, whatever thread has read them."""

import subprocess
import sys

import pytest

from tests.runtime import PYTHON, ROOT

THREADS, MB = 16, 16
SCRIPT = f"""
import threading
from workflow_editor.adapters.process.memory import return_large_blocks

def resident():
    return int(open("/proc/self/statm").read().split()[1]) * 4096 >> 20

def work():
    with turn:
        for _ in range(2):
            body = b"a" * ({MB} << 20)
            text = body.decode()
            written = (text + "b").encode()
            del body, text, written
    done.wait()
    measured.wait()

return_large_blocks()
turn, done, measured = threading.Lock(), threading.Barrier({THREADS} + 1), threading.Barrier({THREADS} + 1)
before = resident()
for _ in range({THREADS}):
    threading.Thread(target=work).start()
done.wait()
print(resident() - before)
measured.wait()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_threads_keep_nothing_of_large_bodies() -> None:
    ended = subprocess.run([PYTHON, "-c", SCRIPT], cwd=ROOT, capture_output=True, text=True, check=True)
    # glibc would keep the blocks of each thread.
    assert int(ended.stdout) < 2 * MB
