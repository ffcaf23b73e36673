"""Limits of use: caps counted from rows, the queue of runs, and what the author of a workflow sets."""
