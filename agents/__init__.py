"""Language models: providers, the tool loop with its journal, agent profiles, knowledge bases.

Imports `tools`, never workflows. Folder order is held by import-linter (pyproject.toml), shells first.
"""
