"""MCP server at /mcp/: workflows and tools that people offer to other agents.

Only the ASGI application imports it. The client half is `tools.mcp`.
"""
