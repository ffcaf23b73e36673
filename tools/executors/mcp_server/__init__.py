"""The tools of an MCP server: one configured tool gives many functions. Pure.

Only `tools.executors.builtin` imports it; the protocol is in `tools.mcp`.
"""
