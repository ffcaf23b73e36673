"""Keeps the history of runs from filling the disk, in small steps beside the work.

`pruner` is what `periodic` calls.
"""
