"""State of runs between steps: plans, rows, passes, the tree of runs."""
