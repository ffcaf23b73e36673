"""Reads of workflows, runs and related data, scoped by user; one module per subject.

`access` is the one place that decides permissions. Nothing here writes.
"""
