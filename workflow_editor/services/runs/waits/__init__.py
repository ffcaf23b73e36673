"""What nodes wait for: how waits begin, are answered, run out and are given up.

`answer` is what shells call.
"""
