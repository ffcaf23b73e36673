"""Feishu and Lark: open API and Bitable field formats. Only `tools.executors.builtin` imports it."""
