"""Xiaohongshu by both interfaces of the xiaohongshu-mcp bridge. Pure. Only `tools.executors.builtin` imports it."""
