"""Workflows: their graph, the engine that runs them, and every way that people and programs reach them.

The top app: it may import `agents` and `tools`. Pure core: graph, nodes, engine, cassettes. See docs/architecture.md.
"""
