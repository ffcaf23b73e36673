"""Events of runs: recorded, and sent to whoever follows them."""
