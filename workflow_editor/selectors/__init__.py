"""Reads of workflows, runs and everything about them, scoped by who asks; one module per subject.

`access` is the one place that decides who may do what. Nothing here writes.
"""
