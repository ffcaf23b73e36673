"""Workflows and agents as tools, and the tool that lists, makes and runs workflows. Pure.

Workflows come through the ports `tools.core.registered.workflows` and `tools.core.workflow_tool`.
"""
