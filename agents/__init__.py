"""Everything about language models: providers, the tool loop with its journal, profiles of agents, knowledge bases.

Imports `tools`, never workflows. Its folders are in the order that import-linter holds (pyproject.toml), shells
first.
"""
