"""The process: clocks, readiness, garbage collection, the task queue."""
