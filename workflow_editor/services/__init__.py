"""Writes: graphs, versions, runs, people. Each function checks, writes in one transaction and returns the row.

Shells import single modules; `runs` is the life of a run.
"""
