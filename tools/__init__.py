"""Everything that can be called, safely: executors, policies, credentials, and the gateway that records every call.

Knows neither agents nor workflows. Folder order is held by import-linter (pyproject.toml), shells first.
"""
