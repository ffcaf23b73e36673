"""A service that runs people's Python outside of the product: `python -m tools.runner`. Standard library only.

An operator starts it in a container or on a host of its own, with the libraries and the network that code there may
use; docs/tools/code-runner.md says how. Nothing else of the product is imported, so this folder is all it needs.
"""
