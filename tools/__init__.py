"""What can be called, by whom, and safely: executors, the gateway that decides and records every call, policies,
credentials.

Knows neither agents nor workflows. Its folders are in the order that import-linter holds (pyproject.toml), shells
first.
"""
