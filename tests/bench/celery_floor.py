"""Raw Celery with nothing of ours: a chain of tasks through the in-memory broker.

Usage: `celery_floor.py LENGTH REPEATS` prints milliseconds per chain.
"""

import statistics
import sys
import threading
import time

from celery import Celery

LENGTH, REPEATS = map(int, sys.argv[1:])
WARM_UP = 2

app = Celery("floor", broker="memory://", set_as_current=False)
app.conf.update(
    task_ignore_result=True,
    broker_transport_options={"polling_interval": 0.005},
    worker_pool="threads",
    worker_concurrency=8,
    worker_enable_remote_control=False,
    worker_hijack_root_logger=False,
)
finished = threading.Event()


@app.task(name="floor.step")
def step(left: int) -> None:
    if left == 0:
        finished.set()
    else:
        step.delay(left - 1)


def main() -> None:
    worker = app.WorkController(pool="threads", concurrency=8, without_gossip=True, without_mingle=True)
    threading.Thread(target=worker.start, daemon=True).start()
    times = []
    for _ in range(REPEATS + WARM_UP):
        finished.clear()
        started = time.perf_counter()
        step.delay(LENGTH)
        finished.wait(timeout=60)
        times.append((time.perf_counter() - started) * 1000)
    sys.stdout.write(f"{statistics.median(times[WARM_UP:]):.3f}\n")
    sys.stdout.flush()
    worker.stop()


if __name__ == "__main__":
    main()
