"""Waits of nodes: begin, answer, timeout and cancellation. Shells call `answer`."""
