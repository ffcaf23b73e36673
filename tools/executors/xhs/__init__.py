"""Xiaohongshu through the xiaohongshu-mcp bridge: its HTTP interface, notes."""
