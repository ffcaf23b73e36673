"""Workflows: their graph, the engine that runs them, and everything that people and programs reach them by.

The top app: it may import `agents` and `tools`. Pure core: graph, nodes, engine, cassettes. docs/architecture.md is
the map.
"""
