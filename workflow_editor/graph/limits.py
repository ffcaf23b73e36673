"""Limits of every stored graph, and of one change to it."""

MAX_NODES = 10_000
"""In one graph; editors and runs are measured with as many."""
MAX_DEPTH = 5
"""Maximum container nesting."""
MAX_KEY = 64
"""Longest key, id, type or port."""
MAX_NAME = 120
MAX_OPERATIONS = 20_000
"""In one change."""
