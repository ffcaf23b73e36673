"""Standalone service that runs people's Python: `python -m tools.runner`. Standard library only.

An operator runs it in a container or on its own host; docs/tools/code-runner.md explains how. It imports nothing else
of the product, so this folder suffices.
"""
