"""Feishu and Lark: their open interface, and the shapes of Bitable fields.

Only `tools.executors.builtin` imports it.
"""
