"""Workflows and agents as tools, and the tool that lists, makes and runs workflows. Pure."""
