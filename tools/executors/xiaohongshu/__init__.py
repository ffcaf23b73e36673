"""Xiaohongshu through the xiaohongshu-mcp bridge: its two interfaces, notes. Pure.

Only `tools.executors.builtin` imports it.
"""
